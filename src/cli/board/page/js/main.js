// The page: views come in, acts go out.

import * as server from "./server.js";
import * as board from "./board.js";
import * as panel from "./panel.js";
import { element } from "./parts.js";
import * as dialogs from "./dialogs.js";
import * as chart from "./chart.js";
import * as moves from "./moves.js";
import * as seats from "./seats.js";
import * as study from "./study.js";
import * as start from "./start.js";
import * as games from "./games.js";
import { gameOf } from "./link.js";
import { LANGUAGES, tag } from "./languages.js";
import { prefs, set, onChange } from "./prefs.js";
import { t, translate, said, color, changeLanguage } from "./words.js";
import { play, music } from "./sound.js";

const by = (id) => document.getElementById(id);
let view = null;
let learn = null; // the part of the page for learning, once it is loaded
let isToGuess = false; // whether the moves of the next file are to be guessed

function speak(text) {
  by("spoken").textContent = text;
}

// Shows an error beside the board, or takes it away.
function showError(message) {
  panel.showError(message);
  const text = study.isOpen() && message ? said(message) : "";
  if (by("study-error").textContent !== text) by("study-error").textContent = text;
}

// Sends an act. A refusal is shown beside the board or by `explain`. Returns the
// answer, or nothing.
async function act(kind, values = {}, explain = null) {
  try {
    const answer = await server.act(kind, values);
    showError(null);
    return answer;
  } catch (error) {
    const message = error.said || { key: "no_server" };
    if (explain) explain(said(message));
    // The engine or another page was quicker: the view is on its way.
    else if (message.key !== "stale") showError(message);
    return undefined;
  }
}

const night = matchMedia("(prefers-color-scheme: dark)");
night.addEventListener("change", applyPrefs);

function applyPrefs() {
  const root = document.documentElement;
  root.dataset.theme = prefs.theme;
  root.dataset.mode = prefs.mode === "auto" ? (night.matches ? "dark" : "light") : prefs.mode;
  root.dataset.still = String(!prefs.animation);
  root.lang = tag(prefs.language);
  by("language").value = prefs.language;
  translate(document);
}

// The position as part of the address.
function positionLink(of) {
  const moves = Array(of.moves).fill("-");
  of.stones.forEach(([at, , number]) => { moves[number - 1] = at; });
  return `#g=${of.rule}/${of.size.join("x")}/${moves.join("")}`;
}

function takeLink() {
  if (location.hash.startsWith("#s=")) {
    const text = location.hash;
    history.replaceState(null, "", location.pathname);
    return openText(text);
  }
  const found = /^#g=([a-z0-9]+)\/(\d+x\d+)\/([a-z0-9-]*)$/.exec(location.hash);
  if (!found) return undefined;
  const [, rule, size, moves] = found;
  if (view && location.hash === positionLink(view)) return undefined;
  return act("position", { rule, size, moves });
}

function sounds(before, after) {
  if (!before || before.rev === after.rev) return;
  if (after.end && !before.end) {
    const isLoss = after.seats.engine && after.end.who === after.seats.engine;
    play(isLoss ? "loss" : "win");
  } else if (after.moves > before.moves) {
    play("stone");
  }
}

// The text of a change for screen readers.
function tell(before, after) {
  if (!before || before.rev === after.rev) return;
  const known = new Set(before.stones.map((one) => one[2]));
  const fresh = after.stones.filter((one) => !known.has(one[2]));
  if (after.moves > before.moves && fresh.length < 6) {
    speak(fresh.map(([at, side]) => `${color(side)} ${at}`).join(", "));
  }
}

// Whether another game was begun: within a game a node keeps its move, and the
// line of moves is never cut back to its beginning.
function isOtherGame(before, after) {
  const told = ({ moves, step }) => JSON.stringify([moves, step]);
  const known = new Map((before?.line ?? []).map((one) => [one.node, told(one)]));
  if (after.line.length === 1 && known.size !== 1) return true;
  return after.line.some((one) => known.has(one.node) && known.get(one.node) !== told(one));
}

// What is said of a step in the study.
function tellStep(before, after) {
  if (!before || before.here === after.here || !after.last) return;
  if (after.moves > before.moves) play("stone");
  speak(`${color(after.toMove === "black" ? "white" : "black")} ${after.last}`);
}

// Where the doors of the start screen lead.
const DOORS = {
  game: () => act("room", { room: "game" }),
  newGame: () => dialogs.newGame(),
  study: () => act("room", { room: "study" }),
  file: () => by("study-file").click(),
  learn: () => openLearning("lessons"),
  puzzles: () => openLearning("puzzles"),
  guess: guessGame,
};

// Chooses a game, and guesses its moves.
function guessGame() {
  games.choose(study.guess, () => {
    isToGuess = true;
    by("study-file").click();
  });
}

const isLearning = () => !by("room").hidden;

async function openLearning(tab) {
  if (!learn) {
    learn = await import("./learn.js");
    learn.connect(act, speak, guessGame, drawPlace);
  }
  learn.open(view, tab);
}

// Which of the places at the top is shown.
function drawPlace() {
  by("open-study").setAttribute("aria-pressed", String(study.isOpen() && !isLearning()));
  by("open-learn").setAttribute("aria-pressed", String(isLearning()));
}

function showRoom(before, wasLost) {
  study.draw(view);
  const isStart = view.room === "start";
  by("start").hidden = !isStart;
  by("table").hidden = isStart;
  by("play").hidden = isStart || study.isOpen();
  by("study").hidden = !study.isOpen();
  by("eval-bar").hidden = !study.isOpen();
  document.documentElement.dataset.room = view.room;
  if (isStart) {
    start.draw(view, DOORS);
    if (before?.room !== "start" || wasLost) games.drawFew();
  }
  by("not-kept").textContent = view.kept === false ? t("not_kept") : "";
  drawPlace();
  if (!study.isOpen()) return;
  board.draw(study.boardView());
  by("board").setAttribute("aria-label", t("board_label", { size: view.study.size.join("×"), status: study.statusText() }));
  tellStep(before?.study, view.study);
}

function drawGame() {
  panel.draw(view);
  board.draw(moves.boardView());
  chart.draw(view);
  by("board").setAttribute("aria-label", t("board_label", { size: view.size.join("×"), status: by("status").textContent }));
}

function showGame(before, isThought) {
  if (!isThought) history.replaceState(null, "", positionLink(view));
  drawGame();
  by("legend").hidden = view.thinking.what !== "analysis" || view.thinking.lines.length === 0;
  sounds(before, view);
  tell(before, view);
}

function show(next) {
  const before = view;
  view = next;
  dialogs.see(view);
  const wasLost = document.documentElement.dataset.live === "false";
  const isThought = before && before.rev === view.rev && !wasLost;
  if (!isThought || wasLost) showError(null);
  // In another game "from here on" means from its beginning.
  if (!isThought && prefs.fromNumber > 1 && isOtherGame(before, view)) set("fromNumber", 1);
  showRoom(before, wasLost);
  if (!study.isOpen()) showGame(before, isThought);
  document.documentElement.dataset.rev = view.rev;
  document.documentElement.dataset.live = "true";
}

board.onPoint((what, at) => {
  if (what === "at") return speak(board.describe(at));
  if (what === "mark") return speak(t("tap_again", { at }));
  if (study.isOpen()) return study.point(at);
  // A click on an earlier position leads back to the game.
  return moves.isLooking() ? moves.toPresent() : act("place", { at });
});

panel.connect(act, board.showLine);
moves.connect(act, drawGame);
chart.connect(act);
study.connect(act, board.showLine, () => board.draw(study.boardView()));

by("open-new").addEventListener("click", dialogs.newGame);
const goTo = (room) => () => {
  if (isLearning()) learn.close();
  if (view?.room !== room) act("room", { room });
};
by("open-start").addEventListener("click", goTo("start"));
// A second click leads back to the game.
by("open-study").addEventListener("click", () => goTo(study.isOpen() && !isLearning() ? "game" : "study")());
by("leave-study").addEventListener("click", () => act("room", { room: "game" }));
by("new-study").addEventListener("click", dialogs.newStudy);
by("study-file").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  event.target.value = "";
  const guesses = isToGuess;
  isToGuess = false;
  if (file && await openFile(file) && guesses) study.guess();
  if (by("dialog-files").open) by("dialog-files").close();
});

// Opens a file, or anything that was pasted, to study it.
async function openFile(file) {
  if (isLearning()) learn.close();
  return study.open(file, (message) => (view?.room === "start" ? say(message) : showError(message)));
}

const say = (message) => { by("not-kept").textContent = said(message); };

// Files are dropped on the page; records, moves and links are pasted.
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  const text = event.dataTransfer.getData("text");
  if (file) openFile(file);
  else if (text) openText(text);
});
document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea, dialog")) return;
  const [file] = event.clipboardData.files;
  const text = event.clipboardData.getData("text");
  if (file) openFile(file);
  else if (text.trim()) openText(text);
});

async function openText(text) {
  await openFile(new Blob([await gameOf(text) ?? text]));
}
by("open-learn").addEventListener("click", () => (isLearning() ? learn.close() : openLearning()));
by("open-settings").addEventListener("click", dialogs.settings);
by("open-files").addEventListener("click", dialogs.files);
by("open-help").addEventListener("click", dialogs.help);
by("language").append(...Object.entries(LANGUAGES).map(([value, name]) => element("option", { value, lang: tag(value) }, name)));
by("language").addEventListener("change", (event) => changeLanguage(event.target.value));

onChange((name) => {
  applyPrefs();
  if (name === "music" || name === "theme") music();
  if (!view) return;
  if (name !== "game") board.redraw();
  if (view.room === "start") start.draw(view, DOORS);
  if (study.isOpen()) study.draw(view);
  else drawGame();
  if (name === "language") {
    learn?.redraw();
    if (view.room === "start") games.drawFew();
  }
});

// Keys that mean the same at the game and in the study.
const COMMON = {
  n: () => dialogs.newGame(),
  l: () => openLearning(),
  w: () => set("warnings", !prefs.warnings),
  b: () => board.enter(),
  "?": () => dialogs.help(),
};

const KEYS = {
  ...COMMON,
  u: () => act("undo"),
  r: () => act("redo"),
  h: () => act("hint"),
  s: () => act("stop"),
  p: () => view?.can.pass && act("pass"),
  f: () => view?.can.claim && act("claim"),
  a: () => by("analyse")?.click(),
  c: () => by("chart-button")?.click(),
};

// Keys that go through the moves of the game.
const WALK = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 };

document.addEventListener("keydown", (event) => {
  const isTyped = event.target.closest("input, select, textarea, dialog");
  if (isTyped || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  // The keys of the game are for the board.
  if (isLearning()) {
    if (event.key === "Escape") learn.close();
    return;
  }
  if (study.isOpen() && study.key(event)) return event.preventDefault();
  const isGame = view?.room === "game";
  if (isGame && event.key in WALK) {
    if (moves.step(WALK[event.key])) event.preventDefault();
    return;
  }
  const does = (isGame ? KEYS : COMMON)[event.key.toLowerCase()];
  if (does) {
    event.preventDefault();
    does();
  }
});

setInterval(seats.tick, 100);
window.addEventListener("hashchange", takeLink);

applyPrefs();
music();
if (!server.hasKey) {
  showError({ key: "no_token" });
} else {
  let isFirst = server.isNew || location.hash.startsWith("#s=");
  const link = location.hash;
  server.listen((next) => {
    const wanted = isFirst && /^#[gs]=/.test(link) ? link : null;
    isFirst = false;
    show(next);
    if (wanted) {
      history.replaceState(null, "", wanted);
      takeLink();
    }
  }, (why) => {
    document.documentElement.dataset.live = "false";
    showError({ key: why });
  });
  dialogs.connect(act);
  by("board").focus();
}
