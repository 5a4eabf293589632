// The user's preferences, kept by the browser. They change the display only.

import { best } from "./languages.js";

const KEY = "tengen-prefs";

const usual = {
  language: best(navigator.languages),
  theme: "wood",
  mode: "auto",
  coordinates: true,
  numbers: "none",
  lastNumbers: 5,
  fromNumber: 1,
  confirm: "touch",
  forbidden: true,
  warnings: true,
  sounds: true,
  music: false,
  animation: true,
  blind: false,
  game: {},
  moreChoices: false,
  effort: { seconds: 0, threads: 1, memory: 64 },
};

function read() {
  try {
    const kept = { ...usual, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
    return { ...kept, language: best([kept.language]) };
  } catch {
    return { ...usual };
  }
}

export const prefs = read();

const heard = [];

// Calls this after every change.
export function onChange(listener) {
  heard.push(listener);
}

export function set(name, value) {
  prefs[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // Without storage it holds until the page is closed.
  }
  heard.forEach((listener) => listener(name));
}
