// The study beside its board: the tree, what the engine finds, comments, signs, the
// position editor, files. All acts go out one after the other.

import * as server from "./server.js";
import * as tree from "./tree.js";
import { prefs, set } from "./prefs.js";
import { t, color, percent, said, openingName } from "./words.js";
import { element, button, icon, fill, download } from "./parts.js";
import { pointAt } from "./board.js";

const by = (id) => document.getElementById(id);
const SIGNS = { circle: "○", cross: "✕", square: "□", triangle: "△", label: "A", arrow: "↗" };
const STONES = { black: "●", white: "○", none: "⌫" };

let view = null;
let study = null;
let act = () => {};
let preview = () => {};
let redrawBoard = () => {};
let tool = "play"; // what a click on the board does: play, a sign, or a stone
let queue = Promise.resolve();
let written = null; // a comment that is not sent yet: its node and text
let timer = null;
let wantedLines = 3;
let arrow = null; // an arrow that is being drawn: from where, and to
let gestures = null; // what fingers and the right button do, once it is loaded
let reviews = null; // the part of the page for reviews, once it is loaded
let library = null; // the part of the page for the program's library, once it is loaded
let guesses = null; // the part of the page for guessing moves, once it is loaded

export function connect(doAct, showLine, redraw) {
  act = doAct;
  preview = showLine;
  redrawBoard = redraw;
}

export const isOpen = () => Boolean(study);

// Sends an act after those before; a comment that is being written goes first.
function send(kind, values = {}, explain = null) {
  sendComment();
  return enqueue(() => act("study", { act: { kind, ...values } }, explain));
}

function enqueue(does) {
  queue = queue.then(does);
  return queue;
}

function sendComment() {
  clearTimeout(timer);
  if (!written) return;
  const { node, text } = written;
  written = null;
  enqueue(() => act("study", { act: { kind: "comment", node, text } }));
}

// --- guessing moves

async function loadGuesses() {
  guesses ??= await import("./guess.js");
  return guesses;
}

// Asks whose moves are to be guessed.
export const guess = async () => (await loadGuesses()).ask(send);

function drawGuess() {
  const isGuessing = Boolean(study.guess);
  by("guess").hidden = !isGuessing;
  by("study").classList.toggle("guessing", isGuessing);
  if (!isGuessing) return;
  tool = "play";
  if (guesses) return guesses.draw(study, send);
  loadGuesses().then(() => {
    if (!study?.guess) return;
    drawGuess();
    redrawBoard();
  });
}

// --- the review

function drawReview() {
  by("review").hidden = !study.review;
  if (!study.review) return;
  if (reviews) return reviews.draw(study, send);
  import("./review.js").then((part) => {
    reviews = part;
    if (study?.review) reviews.draw(study, send);
  });
}

// --- the library

function drawLibrary() {
  if (!server.hasProgram) return;
  if (library) return library.draw(study, send);
  import("./library.js").then((part) => {
    library = part;
    if (study) library.draw(study, send);
  });
}

// --- walking

let steps = 0;

// Steps are added up while one is on its way.
export function step(by) {
  if (!study || study.guess) return;
  const isFirst = steps === 0;
  steps += by;
  if (!isFirst) return;
  sendComment();
  enqueue(() => {
    const [place, last] = study.place;
    const wanted = Math.min(Math.max(place + steps, 0), last) - place;
    steps = 0;
    return wanted === 0 ? null : act("study", { act: { kind: "step", by: wanted } });
  });
}

const go = (node) => send("goto", { node });

// A point of the board was chosen.
export function point(at) {
  if (study.guess) return study.guess.over ? null : send("guess", { act: { kind: "at", at } });
  if (tool === "play") return send("play", { at });
  if (tool in STONES) return send("set_up", { at, stone: tool });
  if (tool === "arrow") return pointArrow(at);
  if (tool === "block") return send("block", { at });
  return send("mark", { at, sign: tool });
}

// The first point is where an arrow begins, the second where it ends.
function pointArrow(at) {
  const from = arrow?.from;
  draft(from ? null : at, null);
  return from && from !== at ? send("mark", { at: from, sign: "arrow", to: at }) : null;
}

function draft(from, to) {
  arrow = from && { from, to };
  redrawBoard();
}

async function loadGestures() {
  gestures ??= import("./gestures.js");
  const { connect } = await gestures;
  connect({
    isOpen: () => Boolean(study) && !study.guess,
    step, pointAt, draft,
    mark: (at, sign, to) => send("mark", { at, sign, to }),
  });
}

// The signs here, with an arrow that is being drawn.
function shownMarks() {
  if (!arrow) return study.marks;
  const { from, to } = arrow;
  return [...study.marks, to && to !== from ? { at: from, kind: "arrow", to } : { at: from, kind: "selected" }];
}

export function key(event) {
  if (study.guess) return false;
  const does = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => beside(-1), ArrowDown: () => beside(1),
    Home: () => step(-1e6), End: () => step(1e6), Delete: () => by("delete-branch").click(),
    u: () => by("study-undo").click(), r: () => by("study-redo").click(), p: () => send("pass"),
    a: () => by("study-analyse").click(), c: () => by("review-button").click(), s: () => send("stop"), Escape: () => tool !== "play" && choose("play"),
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does) return false;
  does();
  return true;
}

function beside(by) {
  const items = study.items;
  const isFork = items.some((item) => item.n === study.here);
  if (isFork) send("beside", { by }, () => {});
}

// --- the board

// The study as the board draws it.
export function boardView() {
  const isFree = tool === "play";
  const [width, height] = study.size;
  const all = [];
  if (!isFree) for (let x = 0; x < width; x++) for (let y = 1; y <= height; y++) all.push(String.fromCharCode(97 + x) + y);
  if (study.guess) {
    const legal = study.guess.over ? [] : study.playable;
    return { ...study, rev: view.rev, walks: false, turn: { legal }, ghost: study.toMove, marks: guesses?.marks(study.guess) ?? [], thinking: { lines: [] } };
  }
  return {
    ...study, rev: view.rev, walks: true,
    turn: { legal: isFree ? study.playable : all },
    marks: shownMarks(),
    ghost: isFree ? study.toMove : tool === "black" || tool === "white" ? tool : null,
    thinking: { what: "analysis", lines: study.thinking.lines },
  };
}

// --- what stands beside it

export function draw(next) {
  view = next;
  const before = study;
  study = view.study;
  if (!study) {
    tool = "play";
    return;
  }
  drawHead();
  drawStatus();
  drawSteps();
  drawEngine();
  drawTools();
  drawComment(before);
  drawFiles();
  drawGuess();
  drawReview();
  drawLibrary();
  if (before?.here !== study.here) arrow = null;
  tree.draw(study, prefs.language, go);
  if (!gestures) loadGestures();
}

export function statusText() {
  const { outcome } = study;
  if (outcome?.winner) {
    const how = t("end_" + outcome.key, { foul: outcome.foul ? t("foul_" + outcome.foul.replace(/[ -]/g, "_")) : "" });
    return t("study_won", { color: color(outcome.winner), how });
  }
  if (outcome) return t("draw_end", { how: t("end_full") });
  return t("study_to_move", { color: color(study.toMove), number: study.moves });
}

function drawHead() {
  const name = by("study-name");
  if (document.activeElement !== name) name.value = study.name;
  const rule = by("study-rule");
  if (rule.dataset.language !== prefs.language) {
    rule.dataset.language = prefs.language;
    const rules = ["freestyle", "standard", "renju", "caro", "caro8"];
    rule.replaceChildren(...rules.map((one) => element("option", { value: one }, t("short_" + one))));
  }
  rule.value = study.rule;
  const players = study.players.some(Boolean) ? `${study.players[0] || "?"} – ${study.players[1] || "?"}` : "";
  fill(by("study-about"), [[players, ...study.about].filter(Boolean).join(" · ")]);
}

function drawStatus() {
  const text = statusText();
  if (by("study-status").textContent !== text) by("study-status").textContent = text;
  const opening = study.opening;
  by("opening-name").textContent = opening ? openingName(opening) : "";
  by("opening-name").title = "";
}

function drawSteps() {
  const [place, last] = study.place;
  fill(by("study-steps"), [
    icon("step-first", "|◀", "to_start", () => step(-1e6), { off: place === 0, hotkey: "Home" }),
    icon("step-back", "◀", "step_back", () => step(-1), { off: place === 0, hotkey: "←" }),
    icon("step-on", "▶", "step_on", () => step(1), { off: place === last, hotkey: "→" }),
    icon("step-last", "▶|", "to_end", () => step(1e6), { off: place === last, hotkey: "End" }),
    element("span", { class: "gap" }),
    icon("study-undo", "↶", "undo_change", () => send("undo"), { off: !study.undo, hotkey: "U" }),
    icon("study-redo", "↷", "redo_change", () => send("redo"), { off: !study.redo, hotkey: "R" }),
    icon("study-pass", "–", "pass", () => send("pass"), { off: Boolean(study.outcome), hotkey: "P" }),
  ]);
  const isRoot = study.here === 0;
  fill(by("tree-buttons"), [
    button("promote", () => send("promote", { node: fork() }), { off: study.isMain, id: "promote" }),
    button("make_main", () => send("make_main", { node: study.here }), { off: study.isMain, id: "make-main" }),
    button("delete_branch", () => send("delete", { node: study.here }), { off: isRoot, id: "delete-branch", kind: "danger", hotkey: "Del" }),
  ]);
}

// The beginning of the branch that one is in: the last node before here that is no
// first child.
function fork() {
  const place = study.items.findIndex((item) => item.n === study.here);
  for (let index = place; index >= 0; index--) {
    const item = study.items[index];
    if (item.b && item.l === study.items[place].l) return item.n;
  }
  return study.here;
}

// --- the engine

function drawEngine() {
  const { thinking } = study;
  const isOn = thinking.wanted != null;
  wantedLines = thinking.wanted ?? wantedLines;
  const lines = element("select", {
    id: "study-lines", "aria-label": t("lines"),
    onchange: (event) => {
      wantedLines = Number(event.target.value);
      if (study.thinking.wanted != null) analyse();
    },
  }, ...[1, 2, 3, 5, 8, 10].map((count) => element("option", { value: count, selected: count === wantedLines }, t(count === 1 ? "one_line" : "n_lines", { count }))));
  const off = !study.canThink;
  const solve = (id, key, more, values) => button(key, () => send("solve", values), { off, id, more: t(more) });
  fill(by("engine-buttons"), [
    button(isOn ? "stop_analysis" : "analyse", () => (isOn ? send("stop") : analyse()), { off: !isOn && off, hotkey: "A", id: "study-analyse", kind: isOn ? "" : "primary" }),
    lines,
    button(study.review ? "hide_review" : "review", () => send("review", { on: !study.review }), { id: "review-button", off: !study.review && study.nodes === 1, hotkey: "C", more: study.review ? undefined : t("review_text") }),
    element("span", { class: "break" }),
    solve("solve-vcf", "solve_vcf", "goal_vcf", { goal: "vcf" }),
    solve("solve-vct", "solve_vct", "goal_vct", { goal: "vct" }),
    solve("solve-threat", "solve_threat", "threat_vcf", { goal: "vcf", threat: true }),
    button("balance", () => send("balance"), { off, id: "solve-balance", more: t("balance_text") }),
    element("button", { id: "block", "aria-pressed": String(tool === "block"), title: t("hint_block"), onclick: () => choose("block") }, t("block")),
    button("unblock", () => send("unblock"), { id: "unblock", off: !study.blocked.length }),
    study.rule === "renju" ? element("button", { id: "show-forbidden", "aria-pressed": String(prefs.forbidden), onclick: () => set("forbidden", !prefs.forbidden) }, t("forbidden_points")) : "",
  ].filter(Boolean));
  drawEffort();
  drawSolved();
  // Lines stay as they are while they are looked at.
  if (!document.querySelector("#engine-lines .lines:hover, #engine-lines .lines:focus-within")) drawLines();
  drawBar();
}

// What the engine may take; the browser keeps it.
const EFFORT = { seconds: [0, 1, 3, 10, 30, 60, 300], threads: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128], memory: [16, 64, 256, 1024, 4096] };

// What was chosen, as far as this engine has it.
function effort() {
  const { most } = study.thinking;
  const chosen = (name, limit) => EFFORT[name].findLast((one) => one <= Math.min(Number(prefs.effort?.[name]) || 0, limit)) ?? EFFORT[name][0];
  return { seconds: chosen("seconds", Infinity), threads: chosen("threads", most.threads), memory: chosen("memory", most.memory) };
}

const analyse = () => send("analyse", { lines: wantedLines, ...effort() });

function drawEffort() {
  const now = effort();
  const { most } = study.thinking;
  const choice = (name, limit) => element("label", { class: "row" }, element("span", {}, t("effort_" + name)), element("select", {
    id: "effort-" + name,
    onchange: (event) => {
      set("effort", { ...prefs.effort, [name]: Number(event.target.value) });
      if (study.thinking.wanted != null) analyse();
    },
  }, ...EFFORT[name].filter((one) => one <= limit).map((one) => element("option", { value: one, selected: one === now[name] }, one === 0 ? t("effort_endless") : t("effort_n_" + name, { n: one })))));
  fill(by("effort"), [choice("seconds", Infinity), choice("threads", most.threads), choice("memory", most.memory)]);
}

function drawSolved() {
  const { question, solved } = study.thinking;
  const parts = [];
  if (question) {
    const isBalance = question.goal === "balance";
    const goal = isBalance ? "" : t((question.threat ? "threat_" : "goal_") + question.goal);
    const key = solved ? "solved_" + solved.result : "solving";
    const share = solved?.share == null ? "" : percent(solved.share);
    parts.push(element("p", { role: "status" }, t(isBalance && !solved ? "balancing" : key, { goal, share, at: solved?.line[0], color: color(question.threat === (study.toMove === "black") ? "white" : "black") })));
    if (!solved) parts.push(button("stop", () => send("stop"), { id: "stop-solving", hotkey: "S" }));
    if (solved?.line.length) parts.push(element("p", {}, lineView(solved.line, question.threat)));
  }
  fill(by("solved"), parts);
}

// The moves of a line: shown under the pointer, played by a click unless they are
// the opponent's.
function lineView(line, isThreat = false) {
  const show = (index) => () => preview(line.slice(0, index + 1), isThreat);
  const hide = () => preview([]);
  return element("span", { class: "line" }, ...line.map((at, index) => element("button", {
    class: "square", onmouseenter: show(index), onfocus: show(index), onmouseleave: hide, onblur: hide,
    onclick: isThreat ? show(index) : () => send("line", { moves: line.slice(0, index + 1) }),
  }, at)));
}

function drawLines() {
  const { thinking, why } = study;
  const parts = [];
  if (why) parts.push(element("p", { class: "soft" }, said({ key: "cannot_analyse", why })));
  if (thinking.lines.length) {
    parts.push(element("ol", { class: "lines" }, ...thinking.lines.map((line) => element("li", {},
      element("span", { class: "label" }, `${percent(line.share)} · ${line.score} · ${t("depth", { depth: line.depth })}`), lineView(line.line)))));
  }
  if (thinking.done) parts.push(element("p", { class: "soft" }, t(thinking.timed ? "analysis_ended" : "analysis_done")));
  fill(by("engine-lines"), parts);
}

// The bar beside the board: Black's part of the point is dark, from below.
function drawBar() {
  const best = study.thinking.lines[0];
  const bar = by("eval-bar");
  let black = null;
  if (study.outcome) black = { black: 1, white: 0 }[study.outcome.winner] ?? 0.5;
  else if (best) black = study.toMove === "black" ? best.share : 1 - best.share;
  bar.classList.toggle("unknown", black === null);
  bar.querySelector("span").style.height = `${(black ?? 0.5) * 100}%`;
  bar.setAttribute("aria-label", black === null ? t("no_evaluation") : t("black_expects", { share: percent(black) }));
  bar.title = bar.getAttribute("aria-label");
  by("legend").hidden = false;
  by("legend").classList.toggle("faint", !best);
}

// --- signs and the editor

function choose(next) {
  arrow = null;
  tool = tool === next ? "play" : next;
  drawTools();
  drawEngine();
  redrawBoard();
}

function drawTools() {
  const tools = (signs) => Object.entries(signs).map(([name, sign]) =>
    icon("tool-" + name, sign, "tool_" + name, () => choose(name), { pressed: String(tool === name) }));
  fill(by("sign-tools"), [
    ...tools(SIGNS),
    icon("clear-marks", "⊘", "clear_marks", () => send("clear_marks"), { off: study.marks.length === 0 }),
  ]);
  const side = (name) => element("button", { id: "to-move-" + name, "aria-pressed": String(study.toMove === name), onclick: () => send("to_move", { color: name }) }, t("moves_" + name));
  fill(by("editor-tools"), [
    ...tools(STONES), side("black"), side("white"),
    button("clear_board", () => send("clear"), { id: "clear-board", kind: "danger" }),
    element("span", { class: "break" }),
    icon("turn-right", "⟳", "turn_right", () => send("turn", { how: "right" })),
    icon("flip-left-right", "⇋", "flip_left_right", () => send("turn", { how: "left_right" })),
    icon("flip-top-bottom", "⥮", "flip_top_bottom", () => send("turn", { how: "top_bottom" })),
    ...[["left", "←", -1, 0], ["right", "→", 1, 0], ["up", "↑", 0, -1], ["down", "↓", 0, 1]].map(([name, sign, right, down]) =>
      icon("shift-" + name, sign, "shift_" + name, () => send("shift", { right, down }))),
  ]);
  by("tool-hint").textContent = tool === "play" ? "" : t({ arrow: "hint_arrow", block: "hint_block", black: "hint_editor", white: "hint_editor", none: "hint_editor" }[tool] ?? "hint_signs");
}

// --- the comment

function drawComment(before) {
  const box = by("comment");
  const isOther = before?.here !== study.here;
  if (isOther || document.activeElement !== box) box.value = study.comment;
  box.dataset.node = study.here;
  const heading = [study.nodeName, study.here === 0 ? study.aboutGame : ""].filter(Boolean).join("\n");
  by("node-name").textContent = heading;
  by("node-name").hidden = !heading;
}

by("comment").addEventListener("input", (event) => {
  written = { node: Number(event.target.dataset.node), text: event.target.value };
  clearTimeout(timer);
  timer = setTimeout(sendComment, 600);
});
by("comment").addEventListener("blur", sendComment);
by("study-name").addEventListener("change", (event) => send("name", { name: event.target.value }));
by("study-rule").addEventListener("change", (event) => send("rule", { rule: event.target.value }));

// --- files

async function save(format) {
  const answer = await send("save", { format });
  if (answer?.file) download(answer.file);
}

function drawFiles() {
  const isLib = study.size.join() === "15,15";
  fill(by("study-files"), [
    button("load", () => by("study-file").click(), { id: "study-open" }),
    element("button", { id: "study-save-sgf", onclick: () => save("sgf") }, t("save_as", { format: "SGF" })),
    element("button", { id: "study-save-lib", disabled: !isLib, title: t(isLib ? "lib_text" : "lib_size"), onclick: () => save("lib") }, t("save_as", { format: "LIB" })),
    button("guess_moves", guess, { id: "guess-moves", off: study.nodes === 1 }),
    button("play_from_here", () => enqueue(() => act("play_study")), { id: "play-study", off: Boolean(study.outcome) }),
  ]);
  const notices = [...study.notices, ...(study.hasMore ? [t("more_games")] : [])];
  fill(by("study-notices"), notices.map((notice) => element("li", {}, notice)));
}

// Opens a file of any kind.
export function open(file, explain) {
  sendComment();
  return enqueue(async () => {
    try {
      return await server.study(file);
    } catch (error) {
      explain(error.said || { key: "no_server" });
      return undefined;
    }
  });
}

// The wheel walks through the moves.
by("board-frame").addEventListener("wheel", (event) => {
  if (!study || event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  step(Math.sign(event.deltaY));
}, { passive: false });
