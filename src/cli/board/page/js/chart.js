// Charts of Black's winning chances after each move, of a game and of a study. A click,
// or the arrows and Enter, go to a move.

import { t, doing, color, percent } from "./words.js";
import { element, button, fill } from "./parts.js";

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 400;
const HEIGHT = 150;
const PLOT = { left: 30, right: 390, top: 8, bottom: 128 };
const TICKS = [1, 2, 5, 10, 20, 50];

function make(name, attributes = {}, text) {
  const part = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  if (text !== undefined) part.textContent = text;
  return part;
}

const y = (share) => PLOT.bottom - share * (PLOT.bottom - PLOT.top);

// A drawing with the words below it. `go` goes to a node, `nameOf` names the move of a
// point.
export class Chart {
  constructor(go, nameOf) {
    this.go = go;
    this.nameOf = nameOf;
    this.points = []; // each: node, number of moves, Black's share
    this.moves = 0; // those on the board
    this.dots = []; // marked points: number of moves, share, kind
    this.cursor = null; // the point under the cursor
    this.words = element("p", { class: "chart-words" });
    this.svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart-drawing", role: "slider", tabindex: 0 });
    this.listen();
  }

  draw({ points, moves, dots }) {
    Object.assign(this, { points, moves, dots });
    if (!points.length) return;
    if (this.cursor !== null && this.cursor >= points.length) this.cursor = null;
    this.drawPlot();
  }

  x(moves) {
    const [first, last] = [this.points[0][1], this.points.at(-1)[1]];
    return PLOT.left + ((moves - first) / Math.max(1, last - first)) * (PLOT.right - PLOT.left);
  }

  drawPlot() {
    const [first, last] = [this.points[0][1], this.points.at(-1)[1]];
    const parts = [make("rect", { class: "chart-white", x: PLOT.left, y: PLOT.top, width: PLOT.right - PLOT.left, height: PLOT.bottom - PLOT.top }),
      ...this.areas(), make("path", { class: "chart-half", d: `M${PLOT.left} ${y(0.5)}H${PLOT.right}` }), ...this.axes(first, last)];
    const upright = (moves, kind) => parts.push(make("path", { class: kind, d: `M${this.x(moves)} ${PLOT.top}V${PLOT.bottom}` }));
    if (this.moves >= first) upright(Math.min(this.moves, last), "chart-here");
    if (this.cursor !== null) upright(this.points[this.cursor][1], "chart-cursor");
    for (const [moves, share, kind] of this.dots) parts.push(make("circle", { class: kind, cx: this.x(moves), cy: y(share), r: 5 }));
    this.svg.replaceChildren(...parts);
    const meant = this.cursor ?? this.nearest(this.moves);
    this.svg.setAttribute("aria-label", t("chart_label"));
    this.svg.setAttribute("aria-valuemin", first);
    this.svg.setAttribute("aria-valuemax", last);
    this.svg.setAttribute("aria-valuenow", this.points[meant][1]);
    this.svg.setAttribute("aria-valuetext", this.pointText(meant));
    this.words.textContent = this.wordsBelow();
  }

  areas() {
    return this.rows().flatMap((row) => {
      const line = row.map(([, moves, share]) => `${this.x(moves).toFixed(1)} ${y(share).toFixed(1)}`).join("L");
      const [from, to] = [row[0], row.at(-1)].map((one) => this.x(one[1]).toFixed(1));
      return [make("path", { class: "chart-black", d: `M${from} ${PLOT.bottom}L${line}L${to} ${PLOT.bottom}Z` }), make("path", { class: "chart-line", d: `M${line}` })];
    });
  }

  axes(first, last) {
    const parts = [[1, "100"], [0.5, "50"], [0, "0"]].map(([share, text]) => make("text", { x: PLOT.left - 4, y: y(share) + 4, "text-anchor": "end" }, text));
    const tick = TICKS.find((one) => (last - first) / one <= 10) ?? 100;
    for (let moves = Math.ceil(first / tick) * tick; moves <= last; moves += tick) {
      parts.push(make("text", { x: this.x(moves), y: HEIGHT - 6, "text-anchor": "middle" }, moves));
    }
    return parts;
  }

  wordsBelow() {
    if (this.cursor !== null) return this.pointText(this.cursor);
    const seen = this.points.filter((one) => one[2] !== null).length;
    if (seen < this.points.length) return t("chart_seen", { seen, count: this.points.length });
    return t("chart_help");
  }

  // Runs of points that are known.
  rows() {
    const found = [];
    let row = null;
    for (const point of this.points) {
      if (point[2] === null) row = null;
      else if (row) row.push(point);
      else found.push(row = [point]);
    }
    return found;
  }

  pointText(index) {
    const point = this.points[index];
    const [, number, share] = point;
    const move = this.nameOf(point);
    return share === null ? t("chart_point_unseen", { number, move }) : t("chart_point", { number, move, share: percent(share) });
  }

  // The point nearest to a number of moves, or to a place.
  nearest(moves) {
    return this.least(([, at]) => Math.abs(at - moves));
  }

  pointAt(event) {
    const place = this.svg.getBoundingClientRect();
    const at = ((event.clientX - place.left) / place.width) * WIDTH;
    return this.least(([, moves]) => Math.abs(this.x(moves) - at));
  }

  least(distance) {
    let best = 0;
    this.points.forEach((point, index) => {
      if (distance(point) < distance(this.points[best])) best = index;
    });
    return best;
  }

  pointTo(index) {
    if (index === this.cursor || !this.points.length) return;
    this.cursor = index;
    this.drawPlot();
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointermove", (event) => event.pointerType !== "touch" && this.pointTo(this.pointAt(event)));
    svg.addEventListener("pointerleave", () => this.pointTo(null));
    svg.addEventListener("blur", () => this.pointTo(null));
    svg.addEventListener("click", (event) => this.points.length && this.go(this.points[this.pointAt(event)][0]));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (!this.points.length || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.points.length - 1;
    const at = this.cursor ?? this.nearest(this.moves);
    const to = {
      ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1,
      PageDown: at - 10, PageUp: at + 10, Home: 0, End: last,
    }[event.key];
    if (to !== undefined) this.pointTo(Math.min(Math.max(to, 0), last));
    else if (event.key === "Enter" || event.key === " ") this.go(this.points[at][0]);
    else return;
    event.preventDefault();
  }
}

// --- the game's

const box = document.getElementById("chart");
const buttons = element("div", { class: "buttons" });
const title = element("h2");
const swings = element("div");

let view = null;
let act = () => {};

export function connect(doAct) {
  act = doAct;
}

function moveOf([node]) {
  const entry = view.line.find((one) => one.node === node);
  return entry && entry.step.kind !== "start" ? doing(entry.step) : t("start");
}

const chart = new Chart((node) => act("goto", { node }), moveOf);
box.append(buttons, title, chart.svg, chart.words, swings);

export function draw(next) {
  view = next;
  const known = view.chart;
  box.hidden = !view.can.chart && !known;
  const isPart = known && known.seen < known.points.length;
  const parts = [];
  if (isPart && known.on) parts.push(button("stop", () => act("stop"), { hotkey: "S", id: "chart-stop" }));
  if (isPart && !known.on) parts.push(button("chart_on", () => act("chart", { on: true }), { id: "chart-on" }));
  parts.push(button(known ? "hide_chart" : "chart", () => act("chart", { on: !view.chart }), { hotkey: "C", id: "chart-button" }));
  fill(buttons, parts);
  for (const part of [title, chart.svg, chart.words, swings]) part.toggleAttribute("hidden", !known);
  if (!known || !known.points.length) return;
  title.textContent = t("chart_title");
  chart.draw({ points: known.points, moves: view.moves, dots: known.swings.map((one) => [one.moves, one.shares[1], "chart-swing"]) });
  drawSwings();
}

function drawSwings() {
  const items = view.chart.swings.map((swing) => {
    const [before, after] = swing.shares.map(percent);
    const values = { number: swing.moves, color: color(swing.moves % 2 ? "black" : "white"), move: doing(swing.step), before, after };
    return element("li", {}, element("button", { type: "button", id: "swing-" + swing.moves, "data-node": swing.node, onclick: () => act("goto", { node: swing.node }) }, t("swing", values)));
  });
  fill(swings, items.length ? [element("span", { class: "soft" }, t("swings")), element("ol", { class: "swings" }, ...items)] : []);
}
