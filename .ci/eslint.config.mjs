// For the board page's JavaScript, and its workers where there is no server.
const browser = [
  "AudioContext", "Blob", "BroadcastChannel", "CompressionStream", "DecompressionStream", "FormData", "Headers",
  "Image", "Request", "Response", "TextDecoder", "TextDecoderStream", "TextEncoder", "URL", "WebAssembly", "Worker",
  "XMLSerializer", "atob", "btoa", "caches", "clearInterval", "clearTimeout", "console", "crypto", "document",
  "fetch", "getComputedStyle", "history", "indexedDB", "localStorage", "location", "matchMedia", "navigator",
  "performance", "requestAnimationFrame", "self", "sessionStorage", "setInterval", "setTimeout", "window",
];

export default [
  {
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: "module",
      globals: Object.fromEntries(browser.map((name) => [name, "readonly"])),
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "eqeqeq": ["error", "smart"],
      "no-cond-assign": "error",
      "no-dupe-args": "error",
      "no-dupe-else-if": "error",
      "no-dupe-keys": "error",
      "no-duplicate-case": "error",
      "no-empty": "error",
      "no-fallthrough": "error",
      "no-redeclare": "error",
      "no-self-assign": "error",
      "no-self-compare": "error",
      "no-sparse-arrays": "error",
      "no-undef": "error",
      "no-unreachable": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "prefer-const": "error",
      "use-isnan": "error",
      "valid-typeof": "error",
    },
  },
];
