// The board: draws a view and reports which point is chosen. The view says what
// may be played.

import { prefs } from "./prefs.js";
import { t, color } from "./words.js";
import { shade } from "./scale.js";

const NS = "http://www.w3.org/2000/svg";
const CELL = 40;
const svg = document.getElementById("board");

let view = null;
let listener = () => {};
let cursor = null; // the point of the keyboard's cursor
let ghost = null; // the point under the pointer
let marked = null; // a first tap, to be confirmed
let preview = []; // a line that is shown on the board
let isOthers = false; // whether it begins with a move of the other side
let isEntered = false; // whether the keyboard leads the square on the board
let wasKey = false; // whether the last input was a key
let known = new Set(); // the stones that are drawn: only new ones are animated

function make(name, attributes = {}, text) {
  const part = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  if (text !== undefined) part.textContent = text;
  return part;
}

const letter = (x) => String.fromCharCode(97 + x);
const nameOf = (x, y) => letter(x) + (view.size[1] - y);
function place(name) {
  return { x: name.charCodeAt(0) - 97, y: view.size[1] - Number(name.slice(1)) };
}
const center = (name) => {
  const { x, y } = place(name);
  return { cx: (x + 1.4) * CELL, cy: (y + 0.9) * CELL };
};

export function onPoint(act) {
  listener = act;
}

// A line of squares, shown as numbered stones that are not played.
export function showLine(squares, isThreat = false) {
  preview = squares || [];
  isOthers = isThreat;
  drawMarks();
}

export function draw(next) {
  const isChanged = view?.rev !== next.rev;
  const isOther = !view || view.size.join() !== next.size.join();
  view = next;
  if (isOther) {
    known = new Set();
    cursor = isEntered ? middle() : null;
    drawGrid();
  }
  if (marked && !view.turn?.legal.includes(marked)) marked = null;
  if (ghost && !view.turn?.legal.includes(ghost)) ghost = null;
  if (isChanged) preview = [];
  drawStones();
  drawMarks();
}

export function redraw() {
  if (!view) return;
  drawGrid();
  drawStones();
  drawMarks();
}

function layer(name) {
  return svg.querySelector("." + name);
}

function drawGrid() {
  const [width, height] = view.size;
  svg.setAttribute("viewBox", `0 0 ${(width + 1.3) * CELL} ${(height + 1.3) * CELL}`);
  document.documentElement.style.setProperty("--ratio", (width + 1.3) / (height + 1.3));
  svg.replaceChildren();
  const grid = make("g", { class: "grid" });
  const left = 1.4 * CELL;
  const top = 0.9 * CELL;
  const box = { x: left - CELL * 0.75, width: (width + 0.5) * CELL, height: (height + 0.5) * CELL, rx: 6 };
  const slab = (name, down) => make("rect", { class: name, ...box, y: top - CELL * 0.75 + down });
  grid.append(slab("wood-shadow", 7), slab("wood-side", 4), slab("wood", 0), slab("grain", 0), slab("light", 0));
  for (let x = 0; x < width; x++) {
    grid.append(make("path", { class: "rule", d: `M${left + x * CELL} ${top}v${(height - 1) * CELL}` }));
  }
  for (let y = 0; y < height; y++) {
    grid.append(make("path", { class: "rule", d: `M${left} ${top + y * CELL}h${(width - 1) * CELL}` }));
  }
  grid.append(make("rect", {
    class: "edge", x: left, y: top, width: (width - 1) * CELL, height: (height - 1) * CELL,
  }));
  for (const star of view.stars) {
    const { cx, cy } = center(star);
    grid.append(make("circle", { class: "star", cx, cy, r: 4 }));
  }
  if (prefs.coordinates) {
    for (let x = 0; x < width; x++) {
      grid.append(make("text", {
        class: "label", "data-x": x, x: left + x * CELL, y: (height + 0.98) * CELL,
      }, letter(x).toUpperCase()));
    }
    for (let y = 0; y < height; y++) {
      grid.append(make("text", {
        class: "label row", "data-y": y, x: 0.32 * CELL, y: top + y * CELL,
      }, String(height - y)));
    }
  }
  svg.append(grid, make("g", { class: "stones" }), make("g", { class: "marks" }));
}

// Which stones have their number on them.
function numbered(number) {
  const total = view.moves;
  switch (prefs.numbers) {
    case "all":
      return number;
    case "last":
      return number > total - prefs.lastNumbers ? number : null;
    case "from":
      return number >= prefs.fromNumber ? number - prefs.fromNumber + 1 : null;
    default:
      return null;
  }
}

function drawStones() {
  const group = layer("stones");
  const winning = new Set(view.winning);
  const isHidden = prefs.blind && !view.end;
  const drawn = new Set();
  group.replaceChildren();
  for (const [at, side, number] of view.stones) {
    const key = at + side;
    drawn.add(key);
    if (isHidden && at !== view.last) continue;
    const { cx, cy } = center(at);
    const isNew = !known.has(key) && prefs.animation && known.size > 0;
    const stone = make("g", { class: `stone ${side}${isNew ? " new" : ""}`, "data-at": at });
    stone.append(make("circle", { class: "shadow", cx: cx + 2, cy: cy + 3.5, r: CELL * 0.52 }));
    stone.append(make("circle", { class: "body", cx, cy, r: CELL * 0.46 }));
    const label = numbered(number);
    if (label !== null) {
      stone.append(make("text", { class: at === view.last ? "number last" : "number", x: cx, y: cy }, label));
    } else if (at === view.last) {
      stone.append(make("circle", { class: "last", cx, cy, r: CELL * 0.14 }));
    }
    if (winning.has(at)) stone.append(make("circle", { class: "winning", cx, cy, r: CELL * 0.38 }));
    group.append(stone);
  }
  known = drawn;
  if (view.winning.length > 1) drawWinningLine(group);
}

function drawWinningLine(group) {
  // The rows through the last stone, each by its two ends.
  const squares = view.winning.map(place);
  const last = view.last && place(view.last);
  if (!last) return;
  const ways = [[1, 0], [0, 1], [1, 1], [1, -1]];
  for (const [dx, dy] of ways) {
    const row = squares.filter((one) => {
      const [x, y] = [one.x - last.x, one.y - last.y];
      return x * dy === y * dx;
    });
    if (row.length < 5) continue;
    row.sort((a, b) => a.x - b.x || a.y - b.y);
    const [from, to] = [row[0], row[row.length - 1]].map((one) => center(nameOf(one.x, one.y)));
    const d = `M${from.cx} ${from.cy}L${to.cx} ${to.cy}`;
    group.append(make("path", { class: "winning-ground", d }), make("path", { class: "winning-line", d }));
  }
}

function drawMarks() {
  const group = layer("marks");
  if (!group || !view) return;
  group.replaceChildren();
  const ring = (at, kind, r = 0.4) => group.append(make("circle", { class: kind, ...center(at), r: CELL * r }));
  if (prefs.forbidden) view.forbidden.forEach((at) => drawCross(group, at));
  const hinted = preview.length === 0 ? hintedSquares() : [];
  (view.blocked || []).forEach((at) => drawBlocked(group, at));
  if (prefs.warnings) {
    for (const { at, kind } of view.warnings) at.filter((one) => !hinted.includes(one)).forEach((one) => drawDiamond(group, one, `warning ${kind}`));
  }
  hinted.forEach((at) => drawHint(group, at));
  (view.turn?.offers || []).forEach((at, index) => {
    ring(at, "offer");
    const { cx, cy } = center(at);
    group.append(make("text", { class: "offer-name", x: cx, y: cy }, String.fromCharCode(65 + index)));
  });
  const best = view.thinking.what === "analysis" && preview.length === 0 ? view.thinking.lines : [];
  best.forEach((line, index) => {
    const at = line.line[0];
    if (!at) return;
    const { cx, cy } = center(at);
    const { fill, text } = shade(line.share);
    const disc = make("circle", { class: index === 0 ? "best first" : "best", cx, cy, r: CELL * 0.42 });
    const share = make("text", { class: "share", x: cx, y: cy }, (line.share * 100).toFixed(0));
    disc.style.fill = fill;
    share.style.fill = text;
    group.append(disc, share);
  });
  const shown = new Set(best.map((line) => line.line[0]));
  if (view.marks && preview.length === 0) drawNotes(group, shown);
  preview.forEach((at, index) => {
    const isBlack = ((view.toMove === "black") !== isOthers) === (index % 2 === 0);
    const { cx, cy } = center(at);
    const stone = make("g", { class: `stone preview ${isBlack ? "black" : "white"}` });
    stone.append(make("circle", { class: "body", cx, cy, r: CELL * 0.42 }));
    stone.append(make("text", { class: "number", x: cx, y: cy }, index + 1));
    group.append(stone);
  });
  const meant = marked ?? ghost;
  if (meant && preview.length === 0 && view.ghost !== null) {
    const { cx, cy } = center(meant);
    const stone = make("g", { class: `stone ghost ${view.ghost ?? view.toMove}${marked ? " marked" : ""}` });
    stone.append(make("circle", { class: "body", cx, cy, r: CELL * 0.46 }));
    group.append(stone);
    if (marked) ring(marked, "confirm", 0.52);
  }
  if (cursor && hasKeyboard()) {
    const { cx, cy } = center(cursor);
    const s = CELL * 0.5;
    group.append(make("rect", { class: "cursor", x: cx - s, y: cy - s, width: 2 * s, height: 2 * s, rx: 4 }));
  }
  svg.classList.toggle("entered", hasKeyboard());
  highlight(cursor && hasKeyboard() ? cursor : ghost);
}

// A forbidden point, on a light ground.
function drawCross(group, at) {
  const { cx, cy } = center(at);
  const s = CELL * 0.2;
  const d = `M${cx - s} ${cy - s}l${2 * s} ${2 * s}M${cx - s} ${cy + s}l${2 * s} ${-2 * s}`;
  group.append(make("path", { class: "forbidden-ground", d }), make("path", { class: "forbidden", d }));
}

function drawDiamond(group, at, kind) {
  const { cx, cy } = center(at);
  const s = CELL * 0.24;
  group.append(make("path", { class: kind, d: `M${cx} ${cy - s}l${s} ${s}l${-s} ${s}l${-s} ${-s}z` }));
}

// The squares that a hint names: one, or the stones of an opening.
function hintedSquares() {
  const line = view.advice?.line ?? [];
  return view.advice?.key === "opening" ? line : line.slice(0, 1);
}

function drawHint(group, at) {
  group.append(make("circle", { class: `hint-stone ${view.toMove}`, ...center(at), r: CELL * 0.36 }));
  group.append(make("circle", { class: "hint-ground", ...center(at), r: CELL * 0.43 }), make("circle", { class: "hint", ...center(at), r: CELL * 0.43 }));
}

// Whether the arrows move the cursor: only after the board was reached by the keyboard,
// since they walk through the moves.
const hasKeyboard = () => document.activeElement === svg && isEntered;

document.addEventListener("keydown", () => { wasKey = true; }, true);
document.addEventListener("pointerdown", () => { wasKey = false; }, true);
svg.addEventListener("pointerdown", leave);

// Goes to the board by the keyboard.
export function enter() {
  isEntered = true;
  svg.focus();
  showCursor();
}

// The keyboard leads no square any more.
function leave() {
  isEntered = false;
  drawMarks();
}

const middle = () => nameOf(Math.floor(view.size[0] / 2), Math.floor((view.size[1] - 1) / 2));

function showCursor() {
  if (!view) return;
  cursor ??= view.last ?? middle();
  drawMarks();
}

// Whether a key leads to the square of a board that has the focus. In a study the arrows
// are for its moves; in a game ← and → are, once there are moves.
function leads(key) {
  if (!view || view.walks || document.activeElement !== svg) return false;
  const isSide = key === "ArrowLeft" || key === "ArrowRight";
  const hasMoves = view.moves > 0 || view.isPast;
  return key in STEPS ? !isSide || !hasMoves : key === "Enter" || key === " ";
}

// A square on which the engine is not to play: a hatched one.
function drawBlocked(group, at) {
  const { cx, cy } = center(at);
  const s = CELL * 0.36;
  const lines = [-1, 0, 1].map((n) => `M${cx - s + Math.max(n, 0) * s} ${cy + s + Math.min(n, 0) * s}L${cx + s + Math.min(n, 0) * s} ${cy - s + Math.max(n, 0) * s}`);
  group.append(make("rect", { class: "blocked-square", x: cx - s, y: cy - s, width: 2 * s, height: 2 * s }), make("path", { class: "blocked-lines", d: lines.join("") }));
}

// The moves that follow here, and the signs of a study.
function drawNotes(group, shown) {
  const marks = new Set(view.marks.map((mark) => mark.at));
  view.next.forEach(([, at], index) => {
    if (!at || shown.has(at) || marks.has(at)) return;
    const { cx, cy } = center(at);
    group.append(make("circle", { class: index === 0 ? "follows first" : "follows", cx, cy, r: CELL * 0.16 }));
  });
  const stones = new Map(view.stones.map(([at, side]) => [at, side]));
  for (const mark of view.marks) {
    const { cx, cy } = center(mark.at);
    const on = stones.get(mark.at) ?? "empty";
    const s = CELL * 0.24;
    const sign = (name, attributes, text) => group.append(make(name, { class: `sign ${mark.kind} on-${on}`, ...attributes }, text));
    // Under a sign on an empty point the lines do not show.
    if (on === "empty" && mark.kind !== "dimmed" && !mark.to) group.append(make("circle", { class: "under-sign", cx, cy, r: CELL * 0.36 }));
    switch (mark.kind) {
      case "label": sign("text", { x: cx, y: cy }, mark.text); break;
      case "circle": sign("circle", { cx, cy, r: s }); break;
      case "square": sign("rect", { x: cx - s, y: cy - s, width: 2 * s, height: 2 * s }); break;
      case "triangle": sign("path", { d: `M${cx} ${cy - 1.2 * s}l${1.1 * s} ${1.9 * s}h${-2.2 * s}z` }); break;
      case "cross": sign("path", { d: `M${cx - s} ${cy - s}l${2 * s} ${2 * s}M${cx - s} ${cy + s}l${2 * s} ${-2 * s}` }); break;
      case "selected": sign("rect", { x: cx - s / 2, y: cy - s / 2, width: s, height: s }); break;
      case "dimmed": sign("rect", { x: cx - CELL / 2, y: cy - CELL / 2, width: CELL, height: CELL }); break;
      default: drawArrow(group, center(mark.at), center(mark.to), mark.kind);
    }
  }
}

function drawArrow(group, from, to, kind) {
  const [dx, dy] = [to.cx - from.cx, to.cy - from.cy];
  const length = Math.hypot(dx, dy) || 1;
  const [x, y] = [dx / length, dy / length];
  group.append(make("path", { class: "sign arrow", d: `M${from.cx} ${from.cy}L${to.cx} ${to.cy}` }));
  if (kind !== "arrow") return;
  const h = CELL * 0.3;
  const corner = (side) => `L${to.cx - h * x + side * h * 0.6 * y} ${to.cy - h * y - side * h * 0.6 * x}`;
  group.append(make("path", { class: "sign head", d: `M${to.cx} ${to.cy}${corner(1)}${corner(-1)}z` }));
}

// The labels of the column and row under the pointer.
function highlight(at) {
  svg.querySelectorAll(".label.on").forEach((label) => label.classList.remove("on"));
  document.getElementById("pointer").textContent = at ? at.toUpperCase() : "";
  if (!at) return;
  const { x, y } = place(at);
  svg.querySelector(`[data-x="${x}"]`)?.classList.add("on");
  svg.querySelector(`[data-y="${y}"]`)?.classList.add("on");
}

// The nearest point, if there is one near enough.
export function pointAt(event) {
  if (!view) return null;
  const box = svg.getScreenCTM();
  if (!box) return null;
  const x = Math.round((event.clientX - box.e) / box.a / CELL - 1.4);
  const y = Math.round((event.clientY - box.f) / box.d / CELL - 0.9);
  const isInside = x >= 0 && y >= 0 && x < view.size[0] && y < view.size[1];
  return isInside ? nameOf(x, y) : null;
}

const isLegal = (at) => Boolean(view?.turn?.legal.includes(at));

svg.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch") return;
  const at = pointAt(event);
  const next = at && isLegal(at) ? at : null;
  if (next !== ghost) {
    ghost = next;
    drawMarks();
  }
  highlight(at);
});

svg.addEventListener("pointerleave", () => {
  ghost = null;
  drawMarks();
});

svg.addEventListener("click", (event) => {
  const at = pointAt(event);
  if (!at) return;
  cursor = at;
  const isTouch = event.pointerType === "touch";
  const asks = prefs.confirm === "always" || (prefs.confirm === "touch" && isTouch);
  if (asks && isLegal(at) && marked !== at) {
    marked = at;
    drawMarks();
    listener("mark", at);
    return;
  }
  marked = null;
  listener("play", at);
});

const STEPS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

svg.addEventListener("keydown", (event) => {
  if (!view || event.ctrlKey || event.altKey || event.metaKey) return;
  if (hasKeyboard()) {
    if (!moveCursor(event.key)) return;
  } else {
    if (!leads(event.key)) return;
    enter();
    listener("at", cursor);
  }
  event.preventDefault();
});

// What a key does while the keyboard leads the square; whether it does anything.
function moveCursor(key) {
  const step = STEPS[key];
  if (step) {
    const [width, height] = view.size;
    const { x, y } = place(cursor);
    const within = (n, most) => Math.min(Math.max(n, 0), most - 1);
    cursor = nameOf(within(x + step[0], width), within(y + step[1], height));
    ghost = null;
    drawMarks();
    listener("at", cursor);
  } else if (key === "Enter" || key === " ") {
    marked = null;
    drawMarks();
    listener("play", cursor);
  } else if (key === "Escape") {
    leave();
  } else {
    return false;
  }
  return true;
}

svg.addEventListener("focus", () => {
  isEntered ||= wasKey;
  if (isEntered) showCursor();
});
svg.addEventListener("blur", leave);

// What is on a point, in words.
export function describe(at) {
  const stone = view.stones.find((one) => one[0] === at);
  if (stone && stone[2] === null) return t("spoken_set_stone", { at, color: color(stone[1]) });
  if (stone) return t("spoken_stone", { at, color: color(stone[1]), number: stone[2] });
  if (view.forbidden.includes(at)) return t("spoken_forbidden", { at });
  return t("spoken_empty", { at });
}

// A drawing of the whole game with every number, for the record sheet.
export function sheet(of) {
  const [width, height] = of.size;
  const drawing = make("svg", { viewBox: `0 0 ${(width + 1.3) * CELL} ${(height + 1.3) * CELL}`, class: "sheet-board" });
  const left = 1.4 * CELL;
  const top = 0.9 * CELL;
  for (let x = 0; x < width; x++) {
    drawing.append(make("path", { class: "rule", d: `M${left + x * CELL} ${top}v${(height - 1) * CELL}` }));
    drawing.append(make("text", { class: "label", x: left + x * CELL, y: (height + 1.05) * CELL }, letter(x).toUpperCase()));
  }
  for (let y = 0; y < height; y++) {
    drawing.append(make("path", { class: "rule", d: `M${left} ${top + y * CELL}h${(width - 1) * CELL}` }));
    drawing.append(make("text", { class: "label row", x: 0.5 * CELL, y: top + y * CELL }, String(height - y)));
  }
  for (const [at, side, number] of of.stones) {
    const { cx, cy } = center(at);
    // Black's numbers stand in circles, White's are plain, as the rules want it.
    const part = make("g", { class: `written ${side}` });
    part.append(make("circle", { cx, cy, r: CELL * 0.44 }));
    part.append(make("text", { x: cx, y: cy }, number));
    drawing.append(part);
  }
  return drawing;
}
