// Guessing moves, those of a game or the best ones where it had bad ones: the verdicts on
// the guesses, the results.
// Loaded when it is begun.

import { t, color, percent } from "./words.js";
import { element, button, fill } from "./parts.js";

const by = (id) => document.getElementById(id);

// Asks whose moves are to be guessed, and begins.
export function ask(send) {
  const box = by("dialog-ask");
  const side = (name, key) => element("button", { class: name === "both" ? "primary" : "", id: "guess-" + name, value: name }, t(key));
  const form = element("form", { method: "dialog" },
    element("h2", { id: "title-ask" }, t("guess_side")), element("p", { class: "soft" }, t("guess_text")),
    element("div", { class: "buttons" }, side("both", "guess_both"), side("black", "black"), side("white", "white"),
      element("button", { type: "button", id: "ask-no", onclick: () => box.close() }, t("cancel"))));
  form.addEventListener("submit", (event) => send("guess", { act: { kind: "start", side: event.submitter.value } }));
  box.replaceChildren(form);
  if (!box.open) box.showModal();
  by("guess-both").focus();
}

// The move that was asked for and the learner's, as signs on the board.
export function marks({ guesses, shown }) {
  const one = guesses[shown ?? guesses.length - 1];
  if (!one) return [];
  const own = one.own && one.own !== one.wanted ? [{ at: one.own, kind: "cross" }] : [];
  return [{ at: one.wanted, kind: "circle" }, ...own];
}

// The key of a text about the game's moves, or about the best ones.
const ofBest = { guess_moves: "practise_title", guess_text: "practise_text", guess_signs: "practise_signs", guess_score: "practise_score", guessed_skipped: "practise_skipped" };
const keyOf = (guess, key) => (guess.best && ofBest[key]) || key;

// What is said of a guess.
function verdict(guess, { verdict: key, own, wanted, loss }) {
  return t(keyOf(guess, "guessed_" + key), { own, wanted, by: loss === null ? "" : percent(Math.abs(loss)) });
}

function row(guess, one, index, act) {
  return element("li", {}, element("button", {
    type: "button", "data-guess": index, "aria-pressed": String(index === guess.shown), onclick: () => act({ kind: "show", index }),
  }, `${one.number}. ${verdict(guess, one)}`));
}

const isMiss = ({ verdict }) => verdict === "worse" || verdict === "skipped";

// How many points the guesses are worth: whatever is no worse than the move asked for.
function result(guess) {
  const { guesses } = guess;
  const count = (...keys) => guesses.filter((one) => keys.includes(one.verdict)).length;
  const [right, good, worse, skipped] = [count("right"), count("good", "better"), count("worse"), count("skipped")];
  const share = percent((right + good) / Math.max(1, right + good + worse + skipped));
  return [
    element("p", { id: "guess-result" }, element("strong", {}, t("guess_result", { share }))),
    element("p", {}, t(keyOf(guess, "guess_score"), { right, good, worse, skipped })),
  ];
}

function results(guess, act) {
  const rows = guess.guesses.map((one, index) => [one, index]);
  const list = (key, of) => (of.length ? [element("h3", {}, t(key)), element("ol", { class: "guesses" }, ...of.map(([one, index]) => row(guess, one, index, act)))] : []);
  const misses = rows.filter(([one]) => isMiss(one)).sort(([a], [b]) => (b.loss ?? 1) - (a.loss ?? 1));
  return [
    ...result(guess),
    ...list("guess_misses", misses),
    ...list("guess_others", rows.filter(([one]) => !isMiss(one))),
    element("p", { class: "soft" }, t(keyOf(guess, "guess_signs"))),
    element("div", { class: "buttons" },
      button("guess_again", () => act({ kind: "again" }), { id: "guess-again", kind: misses.length ? "primary" : "", off: !misses.length }),
      button("guess_close", () => act({ kind: "close" }), { id: "guess-close", kind: misses.length ? "" : "primary" })),
  ];
}

function asked(guess, toMove, act) {
  const { guesses, count } = guess;
  const last = guesses.at(-1);
  return [
    element("p", { id: "guess-asked" }, element("strong", {}, t("guess_of", { number: guesses.length + 1, count, color: color(toMove) }))),
    element("p", { id: "guess-verdict", class: last ? "verdict " + last.verdict : "verdict", role: "status" }, last ? `${last.number}. ${verdict(guess, last)}` : ""),
    element("p", { class: "soft" }, t(keyOf(guess, last ? "guess_signs" : "guess_text"))),
    element("div", { class: "buttons" },
      button("guess_skip", () => act({ kind: "skip" }), { id: "guess-skip" }),
      button(guesses.length ? "guess_stop" : "guess_close", () => act({ kind: guesses.length ? "stop" : "close" }), { id: "guess-stop" })),
  ];
}

// Draws what stands beside the board.
export function draw(study, send) {
  const { guess } = study;
  const act = (act) => send("guess", { act });
  fill(by("guess"), [element("h2", {}, t(keyOf(guess, "guess_moves"))), ...(guess.over ? results(guess, act) : asked(guess, study.toMove, act))]);
}
