// A task: a position, what is to be done there, and what comes of a try. Which
// tasks were done is kept by the browser.

import * as server from "./server.js";
import { t, said, text } from "./words.js";
import { element } from "./panel.js";
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

// The board and the words of a task. `name` is the server's name for it, `id`
// the one that is kept; `done` is called when it is solved, `after` stands
// beside the buttons.
export function task({ name, id, diagram, words, speak, done, after = [] }) {
  let isBusy = false;
  let isOver = false;
  let tries = 0;
  const verdict = element("p", { class: "verdict", role: "status" });
  const line = element("p", { class: "line-text" });
  const say = (kind, what, moves = []) => {
    verdict.className = "verdict " + kind;
    verdict.textContent = what;
    line.textContent = moves.length > 1 ? lineText(diagram, moves) : "";
  };
  const again = element("button", { type: "button", class: "try-again", hidden: true, onclick: () => reset(true) }, t("try_again"));
  const give = element("button", { type: "button", class: "show-answer", onclick: () => ask(null) }, t("show_answer"));
  const board = new Chooser(diagram, { choose, speak });

  function reset(focuses) {
    isOver = false;
    again.hidden = true;
    board.show([]);
    say("", "");
    if (focuses) board.svg.focus();
  }

  async function ask(at) {
    if (isBusy) return;
    isBusy = true;
    say("", t("is_judged"));
    const number = ++tries;
    const answer = await server.attempt(name, at).catch((error) => ({ error: error.said ?? { key: "no_server" } }));
    isBusy = false;
    if (number !== tries || !board.svg.isConnected) return;
    if (answer.error) return say("wrong", said(answer.error));
    isOver = true;
    again.hidden = false;
    board.show(answer.line);
    if (answer.result === "right" && at !== null) {
      remember(id);
      done?.();
    }
    const verdicts = { right: at === null ? t("the_answer") : t("right"), wrong: t("wrong") + (answer.why ? " " + text(answer.why) : ""), unclear: t("unclear") };
    say(at === null ? "" : answer.result, verdicts[answer.result], answer.line);
  }

  function choose(at) {
    if (isOver) reset(false);
    if (!board.taken.has(at)) ask(at);
  }

  return element("div", { class: "task" },
    element("div", { class: "task-board" }, board.svg),
    element("div", { class: "task-words" }, ...words, verdict, line,
      element("div", { class: "buttons" }, again, give, ...after)));
}
