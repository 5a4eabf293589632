// A task: a position, a question, and the results of tries. The browser keeps
// which tasks were solved.

import * as server from "./server.js";
import { t, said, text, langOf } from "./words.js";
import { element } from "./parts.js";
import { Chooser, lineText } from "./diagram.js";

const KEY = "tengen-solved";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) || "[]");
    return new Set(Array.isArray(kept) ? kept : []);
  } catch {
    return new Set();
  }
}

const solved = read();

export const isSolved = (id) => solved.has(id);

function remember(id) {
  solved.add(id);
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved]));
  } catch {
    // Without storage it holds until the page is closed.
  }
}

// The board and text of a task. `name` is the server's name for it, `id` the one
// that is kept; a task that `goesOn` is played to its end. `ended` is told
// whether a try was right, `after` stands beside the buttons.
export function task({ name, id, diagram, words, speak, goesOn = false, ended, after = [] }) {
  let isBusy = false;
  let isOver = false;
  let played = []; // the right moves so far, and the replies
  let rest = []; // the line from there
  const verdict = element("p", { class: "verdict", role: "status" });
  const line = element("p", { class: "line-text" });
  const say = (kind, what, moves = []) => {
    verdict.className = "verdict " + kind;
    verdict.textContent = what;
    line.textContent = moves.length > 1 ? lineText(diagram, moves) : "";
  };
  const again = element("button", { type: "button", class: "try-again", hidden: true, onclick: () => back(true) }, t("try_again"));
  const give = element("button", { type: "button", class: "show-answer", onclick: show }, t("show_answer"));
  const board = new Chooser(diagram, { choose, speak });

  // Back to the position after the last right move, or to the beginning.
  function back(focuses) {
    if (!rest.length) played = [];
    isOver = false;
    again.hidden = true;
    board.show(played, played.length);
    say("", played.length ? t("go_on") : "", played);
    if (focuses) board.svg.focus();
  }

  // The rest of a win, or the whole solution.
  function show() {
    if (isBusy) return;
    if (rest.length) {
      finish("", t("the_answer"), [...played, ...rest]);
      rest = [];
      ended?.(false);
    } else {
      played = [];
      ask(null);
    }
  }

  function finish(kind, what, moves) {
    isOver = true;
    again.hidden = false;
    board.show(moves, played.length + 1);
    say(kind, what, moves);
  }

  async function ask(at) {
    if (isBusy) return;
    isBusy = true;
    const answer = await server.attempt(name, played, at).catch((error) => ({ error: error.said ?? { key: "no_server" } }));
    isBusy = false;
    if (!board.svg.isConnected) return;
    if (answer.error) return say("wrong", said(answer.error));
    const moves = [...played, ...answer.line];
    if (at === null) {
      ended?.(false);
      return finish("", t("the_answer"), moves);
    }
    if (answer.result !== "right") {
      if (answer.result === "wrong") ended?.(false);
      finish(answer.result, t(answer.result), moves);
      if (answer.why) verdict.append(" ", element("span", { lang: langOf(answer.why) }, text(answer.why)));
      return undefined;
    }
    if (goesOn && answer.line.length > 2) {
      played = moves.slice(0, played.length + 2);
      rest = answer.line.slice(2);
      board.show(played, played.length - 1);
      return say("right", t("right_go_on"), played);
    }
    rest = [];
    remember(id);
    ended?.(true);
    finish("right", t("right"), moves);
  }

  function choose(at) {
    if (isOver) back(false);
    if (!board.isTaken(at)) ask(at);
  }

  return element("div", { class: "task" },
    element("div", { class: "task-board" }, board.svg),
    element("div", { class: "task-words" }, ...words, verdict, line,
      element("div", { class: "buttons" }, again, give, ...after)));
}
