// The languages of the page. English is always at hand; the texts of another one are
// loaded when it is wanted.

import en from "./en.js";

// By their own names.
export const LANGUAGES = { en: "English", zh: "中文", ja: "日本語", ko: "한국어", ru: "Русский", cs: "Čeština" };

// Those of the lessons, and of other texts that the program has.
export const TAUGHT = ["en", "zh"];

const loaded = { en };

// The first of these tags that names a language of the page.
export function best(tags) {
  const known = (tag) => String(tag).toLowerCase().split("-")[0];
  return tags.map(known).find((one) => Object.hasOwn(LANGUAGES, one)) ?? "en";
}

// The tag of a language for the browser.
export const tag = (language) => (language === "zh" ? "zh-Hans" : language);

// Loads the texts of a language.
export async function load(language) {
  loaded[language] ??= await import(`./${language}.js`).then((file) => file.default, () => undefined);
}

// The text of a key: in English where the language could not be loaded.
export const textOf = (language, key) => loaded[language]?.[key] ?? en[key];
