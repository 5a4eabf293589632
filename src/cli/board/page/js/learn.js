// The learning room: lessons, puzzles, glossary, openings, formations, maxims.

import * as server from "./server.js";
import { TAUGHT } from "./languages.js";
import { prefs } from "./prefs.js";
import { t, text, langOf, found, ownName } from "./words.js";
import { element } from "./parts.js";
import { drawing, movesText } from "./diagram.js";
import { task, isSolved } from "./tasks.js";

const by = (id) => document.getElementById(id);
const TABS = ["lessons", "puzzles", "terms", "openings", "formations", "maxims"];
// The part of the board in which all named openings lie.
const MIDDLE = [4, 4, 10, 10];

let content = null;
// How far the user is with the puzzles, as the server tells it.
let learner = null;
// The puzzle that was shown last.
let last = null;
let act = () => {};
let speak = () => {};
let guess = () => {};
let moved = () => {}; // is told when the room is opened or left
let rule = "renju";
let kind = "all";
// What is shown: the tab, and the item in it.
let at = { tab: "lessons" };

export function connect(doAct, doSpeak, doGuess, hasMoved) {
  act = doAct;
  speak = doSpeak;
  guess = doGuess;
  moved = hasMoved;
}

const isOpen = () => !by("room").hidden;

export async function open(view, tab = at.tab) {
  rule = view?.rule ?? rule;
  if (tab !== at.tab) at = { tab };
  by("room").hidden = false;
  by("main").hidden = true;
  moved();
  if (!content) {
    by("room").replaceChildren(element("p", {}, t("loading")));
    [content] = await Promise.all([server.learn(), tell()]);
    if (content) content.puzzles = puzzlesOf(content.puzzles);
  }
  show(at);
  by("room").querySelector("[role=tab][aria-selected=true]")?.focus();
}

// The puzzles, from the rows that the server sends and what many have in common.
function puzzlesOf({ tasks, stars, rows }) {
  return rows.map(([id, task, step, rule, size, game]) => {
    const moves = game.match(/[a-z]+\d+/g);
    const [kind, toMove] = task.split(" ");
    return { id, kind, step, task: tasks[task], diagram: { size: [size, size], rule, toMove, stars: stars[size], stones: { moves } } };
  });
}

export function close() {
  by("room").hidden = true;
  by("main").hidden = false;
  moved();
  by("open-learn").focus();
}

// Shows the same in another language.
export function redraw() {
  if (isOpen() && content) show(at);
}

function go(next) {
  show(next);
  const heading = by("room-content").querySelector("h2");
  heading?.focus();
  window.scrollTo(0, 0);
}

function show(next) {
  at = next;
  if (!content) return by("room").replaceChildren(element("p", { class: "wrong", role: "alert" }, t("said_no_server")), back());
  const tabs = TABS.map((name) => element("button", {
    type: "button", role: "tab", id: "tab-" + name, "aria-selected": String(name === at.tab),
    tabindex: name === at.tab ? "0" : "-1", "aria-controls": "room-content",
    onclick: () => { show({ tab: name }); by("tab-" + name).focus(); window.scrollTo(0, 0); }, onkeydown: turn,
  }, t("learn_" + name)));
  by("room").replaceChildren(
    element("div", { class: "room-head" }, element("div", { role: "tablist", class: "tabs", "aria-label": t("learn") }, ...tabs), back()),
    TAUGHT.includes(prefs.language) ? "" : element("p", { id: "two-languages", class: "soft" }, t("two_languages")),
    element("div", { id: "room-content", role: "tabpanel", "aria-labelledby": "tab-" + at.tab }, ...PARTS[at.tab]()));
}

const back = () => element("button", { type: "button", id: "leave-room", onclick: close }, t("to_board"));

// The arrows go from tab to tab.
function turn(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const place = (TABS.indexOf(at.tab) + step + TABS.length) % TABS.length;
  show({ tab: TABS[place] });
  by("tab-" + TABS[place]).focus();
}

const heading = (words, level = "h2") => element(level, { tabindex: "-1" }, words);
const button = (words, does, more = {}) => element("button", { type: "button", onclick: does, ...more }, words);
// A text of the program's, in its own language.
const worded = (name, of, more = {}) => element(name, { ...more, lang: langOf(of) }, text(of));
const ruleName = (name) => t("rule_" + name);

// Goes to the board with a position; if that fails, the reason appears after the
// button.
async function play(pressed, of, name = of.rule) {
  const tell = (why) => {
    by("not-played")?.remove();
    pressed.after(element("p", { id: "not-played", class: "wrong", role: "alert" }, why));
  };
  const answer = await act("position", { rule: name, size: of.size.join("x"), moves: movesText(of) }, tell);
  if (answer) close();
}

function figure(of) {
  const notes = [];
  if (of.rule !== "freestyle") notes.push(ruleName(of.rule));
  const caption = of.caption ? [notes.length ? " · " : "", worded("span", of.caption)] : [];
  return element("figure", {}, drawing(of, { numbered: true }),
    notes.length || caption.length ? element("figcaption", {}, ...notes, ...caption) : "",
    button(t("play_from_here"), (event) => play(event.currentTarget, of), { class: "quiet" }));
}

// A name in the user's language, and in Chinese.
function named(name, also = []) {
  if (prefs.language === "zh") return [name.zh, ...(also.length ? [element("small", {}, " " + also.join("、"))] : [])];
  return [element("span", { lang: langOf(name) }, name.en), " ", element("small", { lang: "zh" }, [name.zh, ...also].join("、"))];
}

const PARTS = {
  lessons() {
    if (at.lesson) return lesson(at.lesson, at.step ?? 1);
    return [heading(t("learn_lessons")), element("p", {}, t("lessons_text")), element("ol", { class: "cards" }, ...content.lessons.map((one, index) => {
      const tasks = one.steps.map((step, place) => step.task && `lesson ${index + 1}.${place + 1}`).filter(Boolean);
      const done = tasks.filter(isSolved).length;
      return element("li", {}, button(text(one.name), () => go({ tab: "lessons", lesson: index + 1 }), { class: "card", "data-lesson": index + 1, lang: langOf(one.name) }),
        element("span", { class: "soft" }, tasks.length ? t("done_of", { done, count: tasks.length }) : ""));
    }))];
  },

  puzzles() {
    if (at.puzzle) return puzzle(at.puzzle);
    const kinds = ["all", ...new Set(content.puzzles.map((one) => one.kind))];
    const choice = element("select", { id: "puzzle-kind", onchange: (event) => { kind = event.target.value; show(at); by("puzzle-kind").focus(); } },
      ...kinds.map((one) => element("option", { value: one, selected: one === kind }, t("kind_" + one))));
    const parts = [heading(t("learn_puzzles")), element("p", {}, t("puzzles_text")), progress(), element("label", { class: "row" }, element("span", {}, t("kind")), choice)];
    const steps = [...new Set(content.puzzles.map((one) => one.step))];
    // Open is the step of the puzzle that was shown last, else the one that suits.
    const open = content.puzzles[(last ?? learner?.next ?? 1) - 1].step;
    for (const step of steps) {
      const here = content.puzzles.map((one, index) => [one, index + 1]).filter(([one]) => one.step === step && (kind === "all" || one.kind === kind));
      if (!here.length) continue;
      const done = here.filter(([, number]) => isDone(number)).length;
      const name = element("summary", {}, element("strong", {}, t("step_n", { step })), " ", element("small", { class: "soft" }, t("done_of", { done, count: here.length })));
      parts.push(element("details", { class: "step", open: step === open, "data-step": step }, name, element("div", { class: "numbers" }, ...here.map(([one, number]) => button(
        isDone(number) ? `${number} ✓` : String(number), () => go({ tab: "puzzles", puzzle: number }), {
          class: isDone(number) ? "solved" : "", "data-puzzle": number,
          "aria-label": `${t("puzzle_n", { number })}: ${text(one.task)}${isDone(number) ? " " + t("solved") : ""}`, title: text(one.task),
        })))));
    }
    return parts;
  },

  terms() {
    const find = element("input", { type: "search", id: "find-term", "aria-label": t("find"), placeholder: t("find"), oninput: (event) => sift(event.target.value) });
    const groups = content.terms.map((group) => element("section", { class: "group" }, worded("h3", group.name), ...group.terms.map((term) => {
      const part = element("details", { class: "term", "data-term": term.id, "data-words": [term.name.en, term.name.zh, ...term.also].join(" ").toLowerCase() },
        element("summary", {}, ...named(term.name, term.also)));
      part.addEventListener("toggle", () => {
        if (!part.open || part.childElementCount > 1) return;
        part.append(worded("p", term.text), element("div", { class: "figures" }, ...term.diagrams.map(figure)));
      });
      return part;
    })));
    return [heading(t("learn_terms")), find, ...groups];
  },

  openings() {
    const { cards, verdicts, searched, texts, map } = content.openings;
    const told = verdicts[rule] ?? {};
    const finds = searched[rule] ?? {};
    const choice = element("select", { id: "opening-rule", onchange: (event) => { rule = event.target.value; show(at); by("opening-rule").focus(); } },
      ...Object.keys(verdicts).map((one) => element("option", { value: one, selected: one === rule }, ruleName(one))));
    const position = (card) => ({ size: [15, 15], rule, toMove: "white", stones: { moves: card.stones } });
    const maps = [true, false].map((isDirect) => {
      const here = cards.filter((card) => card.direct === isDirect);
      const of = { size: [15, 15], rule, toMove: "black", stones: { moves: here[0].stones.slice(0, 2) } };
      const label = t(isDirect ? "direct" : "indirect") + ": " + here.map((card) => `${ownName(card) ?? card.zh} ${card.stones[2]}`).join(", ");
      return element("figure", {}, drawing(of, { crop: MIDDLE, numbered: true, label, names: here.map((card) => [card.stones[2], (ownName(card) ?? card.zh)[0]]) }),
        element("figcaption", {}, t(isDirect ? "direct" : "indirect")));
    });
    const lists = [true, false].map((isDirect) => element("div", { class: "openings" }, ...cards.filter((card) => card.direct === isDirect).map((card) =>
      element("figure", { "data-opening": card.code }, drawing(position(card), { crop: MIDDLE, numbered: true, label: `${card.code} ${card.stones.join(" ")}` }),
        element("figcaption", {},
          element("strong", {}, `${card.code} `, element("span", { lang: ownName(card) ? null : "zh" }, ownName(card) ?? card.zh), ownName(card) ? "" : ` ${card.romaji}`),
          ownName(card) ? "" : element("span", { class: "soft", lang: "en" }, ` ${card.sense}`),
          ...(told[card.code] ?? []).map((one) => worded("span", one, { class: "verdict-line" })),
          element("span", { class: "searched-line" }, found(finds[card.code]))),
        button(t("play_it"), (event) => play(event.currentTarget, position(card), rule), { class: "quiet" })))));
    return [heading(t("learn_openings")), worded("p", texts.intro), worded("p", texts.naming),
      element("h3", {}, t("map")), worded("p", texts.map), element("div", { class: "figures" }, ...maps),
      element("ul", { class: "map-lines" }, ...map.map((line) => worded("li", line))),
      element("h3", {}, t("verdicts")), worded("p", texts.verdicts), element("label", { class: "row" }, element("span", {}, t("rule")), choice),
      element("h3", {}, t("direct")), lists[0], element("h3", {}, t("indirect")), lists[1], worded("p", texts.play)];
  },

  formations: () => [heading(t("learn_formations")), ...content.formations.map((one) => element("section", { class: "formation", "data-formation": one.id },
    element("h3", {}, ...named(one.name)), worded("p", one.text), element("div", { class: "figures" }, ...one.diagrams.map(figure))))],

  maxims: () => [heading(t("learn_maxims")), ...content.maxims.map((group) => element("section", {}, worded("h3", group.name),
    element("dl", { class: "maxims" }, ...group.maxims.flatMap((one) => [worded("dt", one.name), worded("dd", one.text)]))))],
};

// Hides the terms that do not match the search.
function sift(wanted) {
  const word = wanted.trim().toLowerCase();
  by("room-content").querySelectorAll(".term").forEach((term) => { term.hidden = !term.dataset.words.includes(word); });
  by("room-content").querySelectorAll(".group").forEach((group) => { group.hidden = !group.querySelector(".term:not([hidden])"); });
}

function lesson(number, place) {
  const one = content.lessons[number - 1];
  const step = one.steps[place - 1];
  const id = `lesson ${number}.${place}`;
  const to = (next) => () => go({ tab: "lessons", lesson: number, step: next });
  const isLast = place === one.steps.length;
  const buttons = element("div", { class: "buttons" },
    button(t("all_lessons"), () => go({ tab: "lessons" })),
    button(t("previous"), to(place - 1), { disabled: place === 1 }),
    isLast
      ? number < content.lessons.length ? button(t("next_lesson"), () => go({ tab: "lessons", lesson: number + 1 }), { class: "primary", id: "next-step" }) : ""
      : button(t("next"), to(place + 1), { class: "primary", id: "next-step" }));
  const words = [worded("p", step.text, { class: "lesson-text" })];
  if (step.diagram.rule !== "freestyle") words.push(element("p", { class: "soft" }, ruleName(step.diagram.rule)));
  const parts = [element("h2", { tabindex: "-1" }, `${number}. `, worded("span", one.name), ` (${place}/${one.steps.length})`)];
  if (step.task) {
    words.push(worded("p", step.task, { class: "asked" }));
    parts.push(task({ name: { step: [number, place] }, id, diagram: step.diagram, words, speak }));
  } else {
    parts.push(element("div", { class: "task" }, element("div", { class: "task-board" }, drawing(step.diagram, { numbered: Boolean(step.diagram.stones.moves) })), element("div", { class: "task-words" }, ...words)));
  }
  parts.push(buttons);
  if (isLast && one.puzzles.length) {
    parts.push(element("h3", {}, t("practise")), element("div", { class: "numbers" }, ...one.puzzles.map((puzzle) => button(
      isDone(puzzle) ? `${puzzle} ✓` : String(puzzle), () => go({ tab: "puzzles", puzzle }),
      { class: isDone(puzzle) ? "solved" : "", "aria-label": t("puzzle_n", { number: puzzle }) }))));
  }
  return parts;
}

// Whether a puzzle was solved: by what the server keeps, or this browser.
const isDone = (number) => isSolved(content.puzzles[number - 1].id) || Boolean(learner?.solved.includes(number));

// The rating and streaks, and ways to a puzzle that suits.
function progress() {
  const part = element("section", { id: "progress", "aria-live": "polite" });
  const draw = () => part.replaceChildren(
    element("p", {}, element("strong", { id: "rating" }, t("your_rating", { rating: learner.rating, margin: learner.margin })),
      element("small", { class: "soft" }, " " + t("first_try_counts"))),
    element("p", { id: "streaks" }, t("streak_n", { n: learner.streak, best: learner.best }), " ", t("days_n", { n: learner.days })),
    element("div", { class: "buttons" },
      button(t("puzzle_for_you"), () => go({ tab: "puzzles", puzzle: learner.next }), { id: "puzzle-for-you", class: "primary", disabled: !learner.next }),
      button(t("daily_puzzle") + (learner.isDailySolved ? " ✓" : ""), () => go({ tab: "puzzles", puzzle: learner.daily }), { id: "daily-puzzle" }),
      button(t("guess_moves"), () => { close(); guess(); }, { id: "learn-guess" })));
  if (learner) draw();
  tell().then(() => learner && draw());
  return part;
}

// Tells the server of an attempt, if there was one, and keeps its answer.
async function tell(attempt) {
  learner = await server.learner(attempt).catch(() => learner);
}

// What an attempt has done to the rating.
function change(before) {
  if (!learner || !before || learner.rating === before.rating) return "";
  const by = learner.rating - before.rating;
  return t("rating_now", { rating: learner.rating, change: (by > 0 ? "+" : "−") + Math.abs(by) });
}

function puzzle(number) {
  const one = content.puzzles[number - 1];
  last = number;
  const to = (next) => () => go({ tab: "puzzles", puzzle: next });
  const order = content.puzzles.map((_, index) => index + 1);
  const open = [...order.slice(number), ...order.slice(0, number - 1)].find((next) => {
    return !isDone(next) && (kind === "all" || content.puzzles[next - 1].kind === kind);
  });
  const next = button(t("next_puzzle"), to(open), { id: "next-puzzle", disabled: !open });
  const solvedNote = element("p", { class: "soft" }, isDone(number) ? t("solved") : "");
  const ratingNote = element("p", { class: "soft", id: "rating-now", role: "status" });
  async function ended(isRight) {
    if (isRight) {
      solvedNote.textContent = t("solved");
      next.classList.add("primary");
    }
    if (!learner) await tell();
    const before = learner;
    await tell({ puzzle: number, solved: isRight });
    ratingNote.textContent = change(before) || ratingNote.textContent;
  }
  return [heading(`${t("puzzle_n", { number })} · ${t("step_n", { step: one.step })}`),
    task({
      name: { puzzle: number }, id: one.id, diagram: one.diagram, speak, goesOn: one.kind !== "best",
      words: [worded("p", one.task, { class: "asked" }), element("p", { class: "soft" }, ruleName(one.diagram.rule)), solvedNote, ratingNote],
      ended,
      after: [next],
    }),
    element("div", { class: "buttons" },
      button(t("all_puzzles"), () => go({ tab: "puzzles" }), { id: "all-puzzles" }),
      button(t("previous"), to(number - 1), { disabled: number === 1 }),
      button(t("next"), to(number + 1), { disabled: number === content.puzzles.length }),
      button(t("play_from_here"), (event) => play(event.currentTarget, one.diagram)))];
}
