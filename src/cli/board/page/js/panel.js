// Everything beside the board: players, questions, buttons, moves, the engine's
// thinking.

import { ask, button, element, fill } from "./parts.js";
import { prefs } from "./prefs.js";
import { t, who, said, doing, question, color, percent, found, openingName } from "./words.js";
import * as moves from "./moves.js";
import * as seats from "./seats.js";

const by = (id) => document.getElementById(id);

let view = null;
let act = () => {};
let preview = () => {};

export function connect(doAct, showLine) {
  act = doAct;
  preview = showLine;
}

export function draw(next) {
  const before = view;
  view = next;
  moves.see(view);
  seats.draw(view);
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
  moves.draw();
  drawNews();
}

// --- status

export function statusText(of) {
  if (of.end) return endText(of);
  if (of.over) return t("looking_back", { number: of.moves });
  if (!of.turn) return "";
  if (!of.turn.person) return t(of.thinking.what === "move" ? "engine_thinks" : "engine_turn");
  return question(of);
}

export function endText(of) {
  const how = t("end_" + of.end.key, { foul: of.end.foul ? t("foul_" + of.end.foul.replace(/[ -]/g, "_")) : "" });
  if (!of.end.winner) return t("draw_end", { how });
  return t("won", { color: color(of.end.winner), name: who(of.end.who, of), how });
}

function drawStatus() {
  const text = moves.isLooking() ? moves.lookText() : statusText(view);
  if (by("status").textContent !== text) by("status").textContent = text;
  by("status").classList.toggle("ended", Boolean(view.end) && !moves.isLooking());
  const name = view.opening;
  by("opening-name").textContent = name ? openingName(name) : "";
  by("opening-name").title = name ? [...name.verdicts, found(name.searched)].join("\n").trim() : "";
}

// The buttons that answer what an opening asks.
function answerParts(answers) {
  const parts = [];
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
  return parts;
}

// Whatever this game's opening may ask, unseen in the place of the question: it keeps room
// for the largest, so that the buttons below stay where they are.
function roomFor(answers) {
  const box = element("div", { class: "buttons unseen", inert: true }, ...answerParts(answers));
  for (const button of box.querySelectorAll("button")) {
    button.disabled = true;
    delete button.dataset.answer;
  }
  return box;
}

function drawQuestion() {
  const parts = answerParts(view.turn?.person ? view.turn.asks.answers ?? [] : []);
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
  const rooms = view.questions.map(roomFor);
  fill(by("question"), parts.length || rooms.length ? [element("div", { class: "buttons" }, ...parts), ...rooms] : []);
  by("play").classList.toggle("in-opening", rooms.length > 0);
}

// Below the buttons, which keep their places.
function drawWarnings() {
  const shown = prefs.warnings && !view.end ? view.warnings : [];
  fill(by("warnings"), shown.map((warning) => element("p", { class: "notice" }, t("warn_" + warning.kind, {
    color: color(warning.color), at: warning.at.slice(0, 4).join(" "),
  }))));
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
  // Last, where it moves no other button.
  const { what } = view.thinking;
  const isBusy = what === "move" || what === "hint";
  if (isBusy || (view.seats.engine && !view.end && !view.over)) {
    parts.push(button(what === "hint" ? "stop" : "move_now", () => act("stop"), { off: !isBusy, hotkey: "S", id: "stop" }));
  }
  if (isPractice && !view.over) {
    const restart = () => (view.end ? act("restart") : ask("restart", () => act("restart")));
    dangers.push(button("restart", restart, { off: !can.restart || view.moves === 0, id: "restart", kind: view.end ? "" : "danger" }));
  }
  fill(by("actions"), [...parts, element("span", { class: "dangers" }, ...dangers)]);
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
    parts.push(button(isOn ? "hide_lines" : "best_lines", () => (isOn ? act("stop") : act("analyse", { lines: wantedLines })), { off: !isOn && !view.can.analyse, hotkey: "A", id: "analyse" }), count);
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
    bar.firstChild.style.width = `${black * 100}%`;
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
  parts.push(element("p", { class: "score" }, who("a", view), element("strong", {}, ` ${a} : ${b} `), who("b", view)));
  const played = series.played.map((game, index) =>
    element("li", {}, t("game_n", { number: index + 1 }) + ": " + (game.won === "draw" ? t("drawn") : t("game_won", { name: who(game.won, view) }))));
  parts.push(element("ul", {}, ...played));
  if (series.end) parts.push(element("p", {}, series.end === "tie" ? t("series_tied") : t("series_won", { name: who(series.end, view) })));
  fill(by("series"), parts);
}

// --- what has happened

function drawNews() {
  // Only what the last act brought: a message has the revision before it.
  const fresh = view.messages.filter((message) => message.rev + 1 >= view.rev);
  const news = fresh.slice(-4).map((message) => element("li", {}, said(message.said)));
  if (view.can.offering) news.push(element("li", {}, t("offer_goes_with_move")));
  fill(by("news"), news);
}

export function showError(message) {
  const text = message ? said(message) : "";
  if (by("error").textContent !== text) by("error").textContent = text;
}
