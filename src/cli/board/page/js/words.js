// Texts by their keys, in the language of the user.

import { load, textOf } from "./languages.js";
import { prefs, set } from "./prefs.js";

await load(prefs.language);

let wanted = prefs.language;

// Changes the language, once its texts are there.
export async function changeLanguage(language) {
  wanted = language;
  await load(language);
  if (wanted === language) set("language", language);
}

// The text of a key, with {names} replaced; the key itself if there is none.
export function t(key, values = {}) {
  const text = textOf(prefs.language, key) ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// A text of the program's, which has it in English and Chinese.
export const text = (of) => of[prefs.language] ?? of.en;

// The language of such a text, if it is not the page's.
export const langOf = (of) => (of[prefs.language] === undefined ? "en" : null);

// The name of an opening in the user's own characters, if there is one.
export const ownName = ({ zh, japanese }) => ({ zh, ja: japanese })[prefs.language];

export function openingName(opening) {
  const { code, zh, romaji, sense } = opening;
  return `${code} ${ownName(opening) ?? `${zh} ${romaji} (${sense})`}`;
}

// Fills in all texts of a part of the page.
export function translate(root) {
  root.querySelectorAll("[data-t]").forEach((part) => {
    part.textContent = t(part.dataset.t);
  });
  root.querySelectorAll("[data-title]").forEach((part) => {
    part.title = t(part.dataset.title);
  });
  root.querySelectorAll("[data-hint]").forEach((part) => {
    part.placeholder = t(part.dataset.hint);
  });
  root.querySelectorAll("[data-label]").forEach((part) => {
    part.setAttribute("aria-label", t(part.dataset.label));
  });
}

export const color = (name) => t(name === "black" ? "black" : "white");

// The name of the player in a seat.
export function who(seat, view) {
  const two = view.settings.players === "two";
  if (two) return t(seat === "a" ? "player_1" : "player_2");
  return t(seat === "a" ? "you" : "tengen");
}

const region = (wanted) => t("region_" + wanted.kind, wanted);

// A message of the server's.
export function said(message) {
  const { key, ...values } = message;
  if (values.color) values.color = color(values.color);
  if (values.region) values.region = region(values.region);
  const advice = "try_" + values.setting;
  if (values.setting) values.setting = t("setting_" + values.setting);
  return t("said_" + key, values) + (t(advice) === advice ? "" : t(advice));
}

// An action of an opening, done or asked for.
export function doing(step) {
  switch (step.kind) {
    case "move":
      return step.at ?? t("pass_word");
    case "place":
      return step.at;
    case "take":
      return t("take_" + step.color);
    case "declare":
      return t(step.count === 1 ? "declare_one" : "declare_n", step);
    case "offer":
    case "choose":
      return t("do_" + step.kind, step);
    default:
      return t("do_" + step.kind);
  }
}

// The keys of one stone and one fifth move differ from those of several.
function askedKey({ key, count }) {
  if (key === "stone" && count > 1) return "stones";
  if (key === "choose" && count === 1) return "choose_one";
  return key;
}

export function question(view) {
  const turn = view.turn;
  const name = who(turn.who, view);
  const asks = turn.asks;
  const values = { ...asks, name, color: color(view.toMove) };
  if (asks.region) values.region = region(asks.region);
  return t("asks_" + askedKey(asks), values);
}

// A number of nodes in short, as 10 M.
function short(nodes) {
  if (nodes >= 1e6) return `${Math.round(nodes / 1e6)} M`;
  return nodes >= 1e3 ? `${Math.round(nodes / 1e3)} k` : String(nodes);
}

// The result of a long search of an opening, if there is one for the rule.
export function found(searched) {
  if (!searched) return "";
  const { winner, plies, share } = searched;
  const says = winner ? t("searched_win", { color: color(winner), plies }) : t("black_expects", { share: percent(share) });
  return t("searched", { says, nodes: short(searched.nodes) });
}

export const percent = (share) => (share * 100).toFixed(0) + "\u00a0%";

// What was guessed, and how it came out.
export const guessText = ({ guess }) => t("guess_told", { ...guess, call: t(guess.call), right: t(guess.right ? "guess_right" : "guess_wrong") });
