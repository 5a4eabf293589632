// The moves of the game as a table, and a look at an earlier position: the board shows it
// while the game stays where it is.

import { prefs } from "./prefs.js";
import { t, doing, color } from "./words.js";
import { element, fill, button, icon } from "./parts.js";

const by = (id) => document.getElementById(id);

let view = null;
let steps = []; // the entries of the view's line that are shown
let present = 0; // the place of the game's position among them
let looked = null; // the place that is looked at, if it is another one
let act = () => {};
let show = () => {};

// `redraw` shows the game again, after another place was looked at.
export function connect(doAct, redraw) {
  act = doAct;
  show = redraw;
}

export function see(next) {
  if (next.rev !== view?.rev) looked = null;
  view = next;
  steps = view.line.filter((entry) => entry.step.kind !== "talk");
  const at = view.line.findIndex((entry) => entry.node === view.at);
  const before = new Set(view.line.slice(0, at + 1));
  present = Math.max(0, steps.findLastIndex((entry) => before.has(entry)));
}

const here = () => looked ?? present;
// After the game one can look on to its end; before, to where it stands.
const last = () => (view.over ? steps.length - 1 : present);

export const isLooking = () => looked !== null;

// Looks at a place; whether it is another one than before.
function lookAt(place) {
  const next = Math.min(Math.max(place, 0), last());
  if (next === here()) return false;
  looked = next === present ? null : next;
  show();
  return true;
}

export const step = (by) => Boolean(view) && lookAt(here() + by);
export const toPresent = () => lookAt(present);

export const lookText = () => t("looking_at", { number: steps[looked].moves, count: steps[last()].moves });

// The stones after a step of the line.
function stonesAt(place) {
  const given = view.stones.filter(([, , number]) => number <= steps[0].moves);
  const placed = steps.slice(1, place + 1).filter((entry, index) => entry.step.at && entry.moves > steps[index].moves);
  return [...given, ...placed.map(({ step: { at }, moves }) => [at, moves % 2 ? "black" : "white", moves])];
}

// The view as the board draws it.
export function boardView() {
  if (looked === null) return view;
  const stones = stonesAt(looked);
  const { moves } = steps[looked];
  const newest = stones.at(-1);
  return {
    ...view, rev: `${view.rev}/${looked}`, isPast: true, stones, moves,
    last: newest?.[2] === moves ? newest[0] : null,
    toMove: moves % 2 ? "white" : "black",
    winning: [], forbidden: [], warnings: [], turn: null, advice: null,
    thinking: { what: "nothing", lines: [] },
  };
}

// --- the table

// A button that takes the game to a move that was taken back, or is of another branch.
const goTo = ({ node, step: done }, kind) => element("button", {
  class: `step ${kind}`, disabled: !view.can.goto, onclick: () => act("goto", { node }),
}, doing(done));

// A move, and beside it those of other branches.
function cell(entry) {
  const place = steps.indexOf(entry);
  const isHere = place === here();
  const main = place > last() ? goTo(entry, "later") : element("button", {
    class: `step${isHere ? " here" : ""}`, "aria-current": isHere ? "step" : null, onclick: () => lookAt(place),
  }, doing(entry.step));
  return [main, ...entry.others.filter((one) => one.step.kind !== "talk").map((one) => goTo(one, "other"))];
}

// Rows of two moves; what is no move has a row of its own.
function rows() {
  const all = [];
  for (const entry of steps.slice(1)) {
    const isStone = ["move", "place", "choose"].includes(entry.step.kind);
    const isBlack = entry.moves % 2 === 1;
    if (!isStone) {
      all.push(element("tr", {}, element("td", { colspan: 3 }, ...cell(entry))));
    } else if (!isBlack && all.at(-1)?.dataset.number === String(entry.moves - 1)) {
      all.at(-1).append(element("td", {}, ...cell(entry)));
    } else {
      const number = element("th", { scope: "row" }, String(entry.moves));
      const row = element("tr", { "data-number": entry.moves }, number, ...(isBlack ? [] : [element("td")]), element("td", {}, ...cell(entry)));
      all.push(row);
    }
  }
  return all;
}

const jump = (id, sign, key, place, hotkey) => icon(id, sign, key, () => lookAt(place()), {
  off: place() === here() || place() < 0 || place() > last(), hotkey,
});

let shown = "";

export function draw() {
  const key = JSON.stringify([view.line, view.at, view.can.goto, view.over, looked, prefs.language]);
  if (key === shown) return;
  shown = key;
  const goesOn = looked !== null && view.can.goto && view.settings.form === "practice";
  fill(by("walk"), [
    jump("look-first", "|◀", "to_start", () => 0, "Home"),
    jump("look-back", "◀", "step_back", () => here() - 1, "←"),
    jump("look-on", "▶", "step_on", () => here() + 1, "→"),
    jump("look-last", "▶|", "to_end", last, "End"),
    button("play_from_here", () => act("goto", { node: steps[looked].node }), { off: !goesOn, id: "play-from-here" }),
  ]);
  by("moves").tHead.replaceChildren(element("tr", {}, element("td"), ...["black", "white"].map((side) => element("th", { scope: "col" }, color(side)))));
  by("moves").tBodies[0].replaceChildren(...rows());
  reveal();
}

// Scrolls the table to the move, and nothing else.
function reveal() {
  const box = by("moves-box");
  const mark = box.querySelector(".here");
  if (!mark) return void (box.scrollTop = 0);
  const top = mark.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 30) box.scrollTop += top - 30;
  else if (top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight + 40;
}
