// Everything beside the board: players, questions, buttons, moves, the engine's
// thinking.

import { prefs } from "./prefs.js";
import { t, who, said, doing, question, guessText, color, percent, found, openingName } from "./words.js";
import { play } from "./sound.js";

const by = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...children) {
  const part = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) part.addEventListener(key.slice(2), value);
    else if (value === true) part.setAttribute(key, "");
    else if (value !== false && value != null) part.setAttribute(key, value);
  }
  part.append(...children);
  return part;
}

const filled = new Map();

// Replaces the content of a box only if it changed: a button that is pressed or
// focused stays.
export function fill(box, parts) {
  const looks = parts.map((part) => part.outerHTML ?? part).join("");
  if (filled.get(box) === looks) return;
  filled.set(box, looks);
  const focused = box.contains(document.activeElement) && document.activeElement.id;
  box.replaceChildren(...parts);
  if (focused) by(focused)?.focus();
}

// Gives a file to the browser to save.
export function download({ name, text, binary }) {
  const content = binary ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : text;
  const kind = binary ? "application/octet-stream" : "text/plain";
  downloadBlob(name, new Blob([content], { type: kind }));
}

export function downloadBlob(name, blob) {
  const link = element("a", { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// A drawing of the page.
export function picture(id, kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", "#" + id);
  svg.append(use);
  return svg;
}

let view = null;
let since = 0; // when the view came
let act = () => {};
let preview = () => {};

export function connect(doAct, showLine) {
  act = doAct;
  preview = showLine;
}

export function draw(next) {
  const before = view;
  view = next;
  // The same view is drawn again when a setting of the page changes.
  if (view !== before) since = performance.now();
  drawSeats();
  drawStatus();
  drawQuestion();
  drawActions();
  drawWarnings();
  drawAdvice();
  drawAnalysis();
  // Lines stay as they are while they are previewed on the board.
  const isSame = before?.rev === view.rev && before.thinking.wanted === view.thinking.wanted;
  if (!isSame || !document.querySelector(".lines:hover, .lines:focus-within")) drawLines();
  by("analysis").hidden = !by("analysis").querySelector("button, .bar");
  drawSeries();
  drawMoves();
  drawNews();
  tick();
}

// --- players and clocks

function drawSeats() {
  const cards = ["a", "b"].map((seat) => {
    const side = view.seats.black === seat ? "black" : "white";
    const isActive = view.turn?.who === seat;
    const portrait = view.seats.engine === seat ? "tengen" : seat === "a" ? "scholar" : "guest";
    const points = view.series.games > 1 ? String(view.series.points[seat === "a" ? 0 : 1]) : "";
    return element("div", { class: `seat${isActive ? " active" : ""}`, "data-seat": seat },
      picture(portrait, "portrait"),
      element("div", { class: "name" },
        element("strong", {}, who(seat, view)),
        element("span", { class: "side" }, color(side) + (view.seats.settled ? "" : " " + t("so_far")))),
      points ? element("span", { class: "points", title: t("points") }, points) : "",
      picture("bowl-" + side, "bowl"),
      element("span", { class: "clock", "data-clock": seat }));
  });
  fill(by("seats"), cards);
}

function clockText(ms) {
  const total = Math.max(0, ms);
  const seconds = Math.floor(total / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n) => String(n).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (total < 20000) return `0:${two(seconds)}.${Math.floor(total / 100) % 10}`;
  return `${minutes}:${two(seconds % 60)}`;
}

let warned = null;

// The clocks go on between two views.
export function tick() {
  if (!view) return;
  const passed = performance.now() - since;
  const isShared = view.settings.clock.startsWith("shared ") && view.clocks.running !== null;
  for (const seat of ["a", "b"]) {
    const part = document.querySelector(`[data-clock="${seat}"]`);
    if (!part) continue;
    const isRunning = view.clocks.running === seat;
    if (!view.clocks.limited) {
      const side = view.seats.black === seat ? "black" : "white";
      const used = view.clocks.used[side] + (isRunning ? passed : 0);
      part.textContent = t("used", { time: clockText(Math.max(used, 20000) === 20000 ? Math.floor(used / 1000) * 1000 : used).replace(/\.\d$/, "") });
      continue;
    }
    const clock = view.clocks[seat];
    let left = clock.left ?? clock.allowance ?? 0;
    if (isRunning || isShared) left -= passed;
    let text = clockText(left);
    if (clock.periods) text += ` ×${clock.periods}`;
    if (clock.moves) text += ` (${t("moves_left", { count: clock.moves })})`;
    part.textContent = text;
    const isLow = isRunning && left < 10000;
    part.classList.toggle("low", isLow);
    part.classList.toggle("fallen", clock.fallen);
    const second = Math.ceil(left / 1000);
    if (isLow && left > 0 && warned !== seat + second) {
      warned = seat + second;
      play("clock");
    }
  }
}

// --- status

export function statusText(of) {
  const guess = of.guess && of.moves === 0 ? guessText(of) + " " : "";
  if (of.end) return endText(of);
  if (of.over) return t("looking_back", { number: of.moves });
  if (!of.turn) return guess;
  if (!of.turn.person) {
    return guess + (of.thinking.what === "move" ? t("engine_thinks") : t("engine_turn"));
  }
  return guess + question(of);
}

export function endText(of) {
  const how = t("end_" + of.end.key, { foul: of.end.foul ? t("foul_" + of.end.foul.replace(/[ -]/g, "_")) : "" });
  if (!of.end.winner) return t("draw_end", { how });
  return t("won", { color: color(of.end.winner), name: who(of.end.who, of), how });
}

function drawStatus() {
  const text = statusText(view);
  if (by("status").textContent !== text) by("status").textContent = text;
  by("status").classList.toggle("ended", Boolean(view.end));
  const name = view.opening;
  by("opening-name").textContent = name ? openingName(name) : "";
  by("opening-name").title = name ? [...name.verdicts, found(name.searched)].join("\n").trim() : "";
}

// A button; its title names the hotkey.
export function button(key, does, { kind = "", hotkey = "", off = false, values = {}, id } = {}) {
  return element("button", {
    id, class: kind, disabled: off, onclick: does,
    title: hotkey ? `${t(key, values)} (${hotkey})` : null,
  }, t(key, values));
}

function drawQuestion() {
  const parts = [];
  const answers = view.turn?.person ? view.turn.asks.answers || [] : [];
  const counts = answers.filter((answer) => answer.kind === "declare");
  for (const answer of answers.filter((one) => one.kind !== "declare")) {
    const { kind, ...values } = answer;
    parts.push(element("button", { class: "primary", "data-answer": kind + (answer.color ?? ""), onclick: () => act(kind, values) }, doing(answer)));
  }
  if (counts.length === 1) {
    const [{ count }] = counts;
    parts.push(element("button", { "data-answer": "declare" + count, onclick: () => act("declare", { count }) }, t("declare_offer", { count })));
  } else if (counts.length) {
    const group = element("span", { class: "counts", role: "group", "aria-label": t("declare") }, t("declare") + " ");
    for (const { count } of counts) {
      group.append(element("button", { "data-answer": "declare" + count, title: t("declare_offer", { count }), onclick: () => act("declare", { count }) }, String(count)));
    }
    parts.push(group);
  }
  if (answers.some((answer) => answer.kind === "swap" || answer.kind === "take")) {
    parts.push(element("span", { class: "notice" }, t("explain_swap")));
  }
  if (view.can.answerOffer) {
    parts.push(t("draw_is_offered") + " ");
    parts.push(button("accept", () => act("draw", { how: "accept" }), { kind: "primary" }));
    parts.push(button("decline", () => act("draw", { how: "decline" })));
  }
  if (view.end || view.over) {
    const goesOn = view.series.games > 1 && !view.series.end;
    parts.push(button(goesOn ? "next_game" : "again", () => act("next_game"), { kind: "primary", id: "next-game" }));
    if (!goesOn) parts.push(button("rematch", () => act("rematch"), { id: "rematch" }));
  }
  fill(by("question"), parts);
}

// Below the buttons, which keep their places.
function drawWarnings() {
  const shown = prefs.warnings && !view.end ? view.warnings : [];
  fill(by("warnings"), shown.map((warning) => element("p", { class: "notice" }, t("warn_" + warning.kind, {
    color: color(warning.color), at: warning.at.slice(0, 4).join(" "),
  }))));
}

// Asks before something is done that cannot be taken back.
export function ask(key, does) {
  const box = by("dialog-ask");
  const yes = element("button", { class: "primary", id: "ask-yes", value: "yes" }, t(key));
  box.replaceChildren(element("form", { method: "dialog", onsubmit: does },
    element("h2", { id: "title-ask" }, t("ask_" + key)),
    element("div", { class: "buttons" }, yes, element("button", { type: "button", id: "ask-no", onclick: () => box.close() }, t("cancel")))));
  box.showModal();
}

function drawActions() {
  const can = view.can;
  const isPractice = view.settings.form === "practice";
  const parts = [];
  const dangers = []; // stand apart
  if (isPractice) {
    const undo = can.undosLeft == null ? "undo" : "undo_left";
    parts.push(button(undo, () => act("undo"), { off: !can.undo, hotkey: "U", values: { left: can.undosLeft }, id: "undo" }));
    parts.push(button("redo", () => act("redo"), { off: !can.redo, hotkey: "R", id: "redo" }));
    parts.push(button("hint", () => act("hint"), { off: !can.hint, hotkey: "H", id: "hint" }));
  } else if (view.over) {
    parts.push(button("redo", () => act("redo"), { off: !can.redo, hotkey: "R", id: "redo" }));
  }
  if (view.thinking.what === "move" || view.thinking.what === "hint") {
    parts.push(button(view.thinking.what === "move" ? "move_now" : "stop", () => act("stop"), { hotkey: "S", id: "stop" }));
  }
  if (!view.end && !view.over) {
    if (view.settings.fouls === "claimed" && view.rule === "renju") {
      parts.push(button("claim", () => act("claim"), { off: !can.claim, hotkey: "F", id: "claim" }));
    }
    const offers = can.offering ? "withdraw" : "offer";
    parts.push(button(can.offering ? "withdraw_draw" : "offer_draw", () => act("draw", { how: offers }), { off: !can.offer && !can.offering, id: "draw" }));
    parts.push(button("pass", () => act("pass"), { off: !can.pass, hotkey: "P", id: "pass" }));
    dangers.push(button("resign", () => ask("resign", () => act("resign")), { off: !can.resign, id: "resign", kind: "danger" }));
  }
  if (isPractice || view.over) parts.push(button("study_game", () => act("study_game"), { off: view.moves === 0, id: "study-game" }));
  if (isPractice && !view.over) {
    const restart = () => (view.end ? act("restart") : ask("restart", () => act("restart")));
    dangers.push(button("restart", restart, { off: !can.restart || view.moves === 0, id: "restart", kind: view.end ? "" : "danger" }));
  }
  fill(by("actions"), [...parts, ...dangers]);
}

// --- the engine's thinking

function lineView(line, label) {
  const moves = element("span", { class: "line" }, ...line.map((at, index) =>
    element("button", {
      class: "square",
      onmouseenter: () => preview(line.slice(0, index + 1)),
      onfocus: () => preview(line.slice(0, index + 1)),
      onmouseleave: () => preview([]),
      onblur: () => preview([]),
      onclick: () => preview(line.slice(0, index + 1)),
    }, at)));
  return label ? [element("span", { class: "label" }, label), moves] : [moves];
}

// What the move makes, and what it keeps the opponent from making.
function whyText({ makes, stops }) {
  const told = [makes && t("why_makes", { shape: t("shape_" + makes) }), stops && t("why_stops", { shape: t("shape_" + stops) })];
  return told.filter(Boolean).join(" ") || t("why_quiet");
}

let shownAdvice = "";

function drawAdvice() {
  const advice = view.advice;
  const key = JSON.stringify([advice, view.rev, prefs.language]);
  if (key === shownAdvice) return;
  shownAdvice = key;
  by("advice").hidden = !advice;
  if (!advice) {
    by("advice").replaceChildren();
    return;
  }
  const at = advice.line?.[0];
  const text = advice.key === "opening"
    ? t("hint_opening", { line: [...advice.actions.map(doing), ...advice.line].join(", ") })
    : t("hint_" + (advice.key === "fours" && advice.line.length === 1 ? "one_four" : advice.key), { at, why: advice.why ? whyText(advice.why) : "", share: advice.share == null ? "" : percent(advice.share) });
  const parts = [element("p", {}, text)];
  if (advice.line?.length > 1) {
    parts.push(element("p", {}, ...lineView(advice.line)));
    if (advice.key === "fours") {
      parts.push(button("show_line", () => playLine(advice.line), { id: "show-line" }));
    }
  }
  by("advice").replaceChildren(...parts);
}

// Shows a line on the board stone by stone, without playing it.
function playLine(line) {
  let shown = 0;
  const { rev } = view;
  const step = () => {
    if (view.rev !== rev) return;
    shown += 1;
    preview(line.slice(0, shown));
    if (shown < line.length) setTimeout(step, 500);
  };
  step();
}

let wantedLines = 3;

function drawAnalysis() {
  const { wanted } = view.thinking;
  const isOn = wanted != null;
  const parts = [];
  wantedLines = wanted ?? wantedLines;
  if (view.settings.form === "practice") {
    const choose = (event) => {
      wantedLines = Number(event.target.value);
      if (view.thinking.wanted != null) act("analyse", { lines: wantedLines });
    };
    const count = element("select", { id: "analysis-lines", "aria-label": t("lines"), onchange: choose });
    for (const lines of [1, 2, 3, 5, 8]) {
      count.append(element("option", { value: lines, selected: lines === wantedLines }, t(lines === 1 ? "one_line" : "n_lines", { count: lines })));
    }
    parts.push(button(isOn ? "stop_analysis" : "analyse", () => (isOn ? act("stop") : act("analyse", { lines: wantedLines })), { off: !isOn && !view.can.analyse, hotkey: "A", id: "analyse" }), count);
  }
  fill(by("analysis-buttons"), parts);
}

function drawLines() {
  const { thinking } = view;
  const parts = [];
  if (thinking.lines.length && thinking.what !== "hint") {
    const best = thinking.lines[0];
    const black = view.toMove === "black" ? best.share : 1 - best.share;
    const bar = element("div", { class: "bar", role: "img", "aria-label": t("black_expects", { share: percent(black) }) }, element("span"));
    bar.firstChild.style.width = percent(black).replace(" ", "");
    parts.push(bar);
    const list = element("ol", { class: "lines" }, ...thinking.lines.map((line) =>
      element("li", {}, ...lineView(line.line, `${percent(line.share)} · ${line.score} · ${t("depth", { depth: line.depth })}`))));
    parts.push(list);
    if (thinking.done) parts.push(element("p", { class: "soft" }, t("analysis_done")));
  }
  fill(by("analysis-lines-found"), parts);
}

function drawSeries() {
  const series = view.series;
  by("series").hidden = series.games < 2;
  if (series.games < 2) return;
  const [a, b] = series.points;
  const parts = [element("h2", {}, t("series_of", { games: series.games }))];
  parts.push(element("p", { class: "score" }, `${who("a", view)} ${a} : ${b} ${who("b", view)}`));
  const played = series.played.map((game, index) =>
    element("li", {}, t("game_n", { number: index + 1 }) + ": " + (game.won === "draw" ? t("drawn") : t("game_won", { name: who(game.won, view) }))));
  parts.push(element("ul", {}, ...played));
  if (series.end) parts.push(element("p", {}, series.end === "tie" ? t("series_tied") : t("series_won", { name: who(series.end, view) })));
  fill(by("series"), parts);
}

// --- the moves

let shownLine = "";

function drawMoves() {
  const key = JSON.stringify([view.line, view.at, view.can.goto, prefs.language]);
  if (key === shownLine) return;
  shownLine = key;
  const jump = (node, text, kind) => element("button", {
    class: `step ${kind}${node === view.at ? " here" : ""}`, disabled: !view.can.goto,
    "aria-current": node === view.at ? "step" : null, onclick: () => act("goto", { node }),
  }, text);
  const items = view.line.filter((entry) => entry.step.kind !== "talk").map((entry) => {
    const { step } = entry;
    const isStone = step.kind === "move" || step.kind === "place" || step.kind === "choose";
    const side = isStone ? (entry.moves % 2 ? "black" : "white") : "word";
    const text = step.kind === "start" ? t("start") : (isStone ? `${entry.moves}. ` : "") + doing(step);
    const item = element("li", {}, jump(entry.node, text, side));
    for (const other of entry.others.filter((one) => one.step.kind !== "talk")) {
      item.append(jump(other.node, doing(other.step), "other"));
    }
    return item;
  });
  by("moves").replaceChildren(...items);
  by("moves").querySelector(".here")?.scrollIntoView({ block: "nearest" });
}

function drawNews() {
  const news = view.messages.slice(-4).map((message) => element("li", {}, said(message.said)));
  if (view.can.offering) news.push(element("li", {}, t("offer_goes_with_move")));
  fill(by("news"), news);
}

export function showError(message) {
  const text = message ? said(message) : "";
  if (by("error").textContent !== text) by("error").textContent = text;
}
