// The chart of Black's winning chances after each move. A click, or the arrows
// and Enter, go to a move.

import { t, doing, color, percent } from "./words.js";
import { element, button, fill } from "./panel.js";

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 400;
const HEIGHT = 150;
const PLOT = { left: 30, right: 390, top: 8, bottom: 128 };
const TICKS = [1, 2, 5, 10, 20, 50];

const box = document.getElementById("chart");
const buttons = element("div", { class: "buttons" });
const title = element("h2");
const words = element("p", { class: "chart-words" });
const swings = element("div");
const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart-drawing", role: "slider", tabindex: 0 });
box.append(buttons, title, svg, words, swings);

let view = null;
let act = () => {};
let cursor = null; // the point under the cursor

export function connect(doAct) {
  act = doAct;
}

function make(name, attributes = {}, text) {
  const part = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  if (text !== undefined) part.textContent = text;
  return part;
}

const points = () => view?.chart?.points ?? [];

function x(moves) {
  const [first, last] = [points()[0][1], points().at(-1)[1]];
  return PLOT.left + ((moves - first) / Math.max(1, last - first)) * (PLOT.right - PLOT.left);
}

const y = (share) => PLOT.bottom - share * (PLOT.bottom - PLOT.top);

export function draw(next) {
  view = next;
  const { chart } = view;
  box.hidden = !view.can.chart && !chart;
  const isPart = chart && chart.seen < chart.points.length;
  const parts = [];
  if (isPart && chart.on) parts.push(button("stop", () => act("stop"), { hotkey: "S", id: "chart-stop" }));
  if (isPart && !chart.on) parts.push(button("chart_on", () => act("chart", { on: true }), { id: "chart-on" }));
  parts.push(button(chart ? "hide_chart" : "chart", () => act("chart", { on: !view.chart }), { hotkey: "C", id: "chart-button" }));
  fill(buttons, parts);
  for (const part of [title, svg, words, swings]) part.toggleAttribute("hidden", !chart);
  if (!chart || !chart.points.length) return;
  title.textContent = t("chart_title");
  if (cursor !== null && cursor >= chart.points.length) cursor = null;
  drawPlot();
  drawSwings();
}

function drawPlot() {
  const { chart } = view;
  const parts = [make("rect", { class: "chart-white", x: PLOT.left, y: PLOT.top, width: PLOT.right - PLOT.left, height: PLOT.bottom - PLOT.top })];
  for (const row of rows()) {
    const line = row.map(([, moves, share]) => `${x(moves).toFixed(1)} ${y(share).toFixed(1)}`).join("L");
    const [from, to] = [row[0], row.at(-1)].map((one) => x(one[1]).toFixed(1));
    parts.push(make("path", { class: "chart-black", d: `M${from} ${PLOT.bottom}L${line}L${to} ${PLOT.bottom}Z` }));
    parts.push(make("path", { class: "chart-line", d: `M${line}` }));
  }
  parts.push(make("path", { class: "chart-half", d: `M${PLOT.left} ${y(0.5)}H${PLOT.right}` }));
  for (const [share, text] of [[1, "100"], [0.5, "50"], [0, "0"]]) {
    parts.push(make("text", { x: PLOT.left - 4, y: y(share) + 4, "text-anchor": "end" }, text));
  }
  const [first, last] = [chart.points[0][1], chart.points.at(-1)[1]];
  const tick = TICKS.find((one) => (last - first) / one <= 10) ?? 100;
  for (let moves = Math.ceil(first / tick) * tick; moves <= last; moves += tick) {
    parts.push(make("text", { x: x(moves), y: HEIGHT - 6, "text-anchor": "middle" }, moves));
  }
  const upright = (moves, kind) => parts.push(make("path", { class: kind, d: `M${x(moves)} ${PLOT.top}V${PLOT.bottom}` }));
  if (view.moves >= first) upright(Math.min(view.moves, last), "chart-here");
  if (cursor !== null) upright(chart.points[cursor][1], "chart-cursor");
  for (const swing of chart.swings) {
    parts.push(make("circle", { class: "chart-swing", cx: x(swing.moves), cy: y(swing.shares[1]), r: 5 }));
  }
  svg.replaceChildren(...parts);
  const meant = cursor ?? nearest(view.moves);
  svg.setAttribute("aria-label", t("chart_label"));
  svg.setAttribute("aria-valuemin", first);
  svg.setAttribute("aria-valuemax", last);
  svg.setAttribute("aria-valuenow", chart.points[meant][1]);
  svg.setAttribute("aria-valuetext", pointText(meant));
  words.textContent = wordsBelow();
}

function wordsBelow() {
  const { chart } = view;
  if (cursor !== null) return pointText(cursor);
  if (chart.seen < chart.points.length) return t("chart_seen", { seen: chart.seen, count: chart.points.length });
  return t("chart_help");
}

// Runs of points that are known.
function rows() {
  const found = [];
  let row = null;
  for (const point of points()) {
    if (point[2] === null) row = null;
    else if (row) row.push(point);
    else found.push(row = [point]);
  }
  return found;
}

function pointText(index) {
  const [node, number, share] = points()[index];
  const entry = view.line.find((one) => one.node === node);
  const move = entry && entry.step.kind !== "start" ? doing(entry.step) : t("start");
  return share === null ? t("chart_point_unseen", { number, move }) : t("chart_point", { number, move, share: percent(share) });
}

function drawSwings() {
  const { chart } = view;
  const items = chart.swings.map((swing) => {
    const [before, after] = swing.shares.map(percent);
    const values = { number: swing.moves, color: color(swing.moves % 2 ? "black" : "white"), move: doing(swing.step), before, after };
    return element("li", {}, element("button", { type: "button", id: "swing-" + swing.moves, "data-node": swing.node, onclick: () => act("goto", { node: swing.node }) }, t("swing", values)));
  });
  fill(swings, items.length ? [element("span", { class: "soft" }, t("swings")), element("ol", { class: "swings" }, ...items)] : []);
}

// The point nearest to a number of moves.
function nearest(moves) {
  let best = 0;
  points().forEach(([, at], index) => {
    if (Math.abs(at - moves) < Math.abs(points()[best][1] - moves)) best = index;
  });
  return best;
}

function pointAt(event) {
  const place = svg.getBoundingClientRect();
  const at = ((event.clientX - place.left) / place.width) * WIDTH;
  let best = 0;
  points().forEach(([, moves], index) => {
    if (Math.abs(x(moves) - at) < Math.abs(x(points()[best][1]) - at)) best = index;
  });
  return best;
}

function pointTo(index) {
  if (index === cursor || !points().length) return;
  cursor = index;
  drawPlot();
}

const go = (index) => act("goto", { node: points()[index][0] });

svg.addEventListener("pointermove", (event) => event.pointerType !== "touch" && pointTo(pointAt(event)));
svg.addEventListener("pointerleave", () => pointTo(null));
svg.addEventListener("blur", () => pointTo(null));
svg.addEventListener("click", (event) => points().length && go(pointAt(event)));
svg.addEventListener("keydown", (event) => {
  if (!points().length || event.ctrlKey || event.altKey || event.metaKey) return;
  const last = points().length - 1;
  const at = cursor ?? nearest(view.moves);
  const to = {
    ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1,
    PageDown: at - 10, PageUp: at + 10, Home: 0, End: last,
  }[event.key];
  if (to !== undefined) pointTo(Math.min(Math.max(to, 0), last));
  else if (event.key === "Enter" || event.key === " ") go(at);
  else return;
  event.preventDefault();
});
