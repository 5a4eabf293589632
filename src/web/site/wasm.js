// The compiled Rust code: loads it, and calls it with JSON and bytes.

// The memory of several threads, in pages of 64 KiB: as in `../build`.
export const PAGES = { initial: 1024, maximum: 8192 };

const coder = new TextEncoder();
const decoder = new TextDecoder();

// The module, compiled while it comes. It is kept compressed, so that a server need not do
// that; some servers would declare a file with the usual ending as something to unpack.
export async function compile(name) {
  const answer = await fetch(new URL(`${name}.wasm.packed`, import.meta.url));
  if (!answer.ok) throw new Error(`${name}.wasm.packed: ${answer.status}`);
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
}

// Starts a module, on memory that is shared if there is some. Returns what it exports, and a
// function that calls it: with JSON, and a text or bytes. A flag that is set stops a search.
export async function start(module, { memory, flag, report, write, remove }) {
  // A text in shared memory can be decoded from a copy only.
  const text = (at, length) => decoder.decode(new Uint8Array(memory.buffer, at, length).slice());
  const browser = {
    // Workers begin at different times.
    milliseconds: () => performance.timeOrigin + performance.now(),
    seconds_since_1970: () => Date.now() / 1000,
    is_stopped: () => (flag ? Atomics.load(flag, 0) : 0),
    report: (number, at, length) => report(number, text(at, length)),
    write: (name, nameLength, at, length) => write(text(name, nameLength), text(at, length)),
    remove: (name, length) => remove(text(name, length)),
    complain: (at, length) => console.error(text(at, length)),
  };
  const { exports } = await WebAssembly.instantiate(module, { browser, env: { memory } });
  memory ??= exports.memory;
  const call = (does, body = "") => {
    const head = coder.encode(JSON.stringify(does));
    const rest = typeof body === "string" ? coder.encode(body) : new Uint8Array(body);
    const at = exports.reserve(head.length + rest.length);
    new Uint8Array(memory.buffer, at, head.length).set(head);
    new Uint8Array(memory.buffer, at + head.length, rest.length).set(rest);
    const answer = exports.call(head.length);
    return text(answer, exports.answer_length());
  };
  return { call, exports };
}
