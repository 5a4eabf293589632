// What the program's library says of the study's position: games, results, the engine's
// stored analysis. Loaded by the first study where there is a program.

import * as server from "./server.js";
import { t, color, percent } from "./words.js";
import { element, fill } from "./parts.js";

const box = document.getElementById("library");
const MOST = 12; // moves that are shown
const PAUSE = 150; // before a position is asked for, in milliseconds

let hasLibrary = true;
let shown = ""; // the position that was asked for last
let answer = null;
let timer = null;
let redraw = () => {};

const keyOf = ({ rule, stones, toMove }) => JSON.stringify([rule, toMove, stones.map(([at, side]) => at + side).sort()]);

async function ask(key) {
  const found = await server.library();
  if (!found || key !== shown) return;
  hasLibrary = found.library;
  answer = found;
  redraw();
}

function results({ black, draws, white, unknown }) {
  const known = t("library_results", { black, draws, white });
  return unknown ? `${known}, ${t("library_unknown", { count: unknown })}` : known;
}

// A bar with Black's wins, draws and White's.
function bar({ black, draws, white }) {
  const part = element("span", { class: "results-bar", "aria-hidden": "true" });
  for (const [name, count] of [["black", black], ["draws", draws], ["white", white]]) {
    const piece = element("span", { class: name });
    piece.style.flexGrow = count;
    part.append(piece);
  }
  return part;
}

function move(one, send) {
  const engine = one.share === null ? "" : `${percent(one.share)} · ${one.score}`;
  const does = one.move === "pass" ? () => send("pass") : () => send("play", { at: one.move });
  return element("tr", {},
    element("td", {}, element("button", { type: "button", class: "square", "data-known": one.move, onclick: does }, one.move === "pass" ? t("pass_word") : one.move)),
    element("td", {}, String(one.games)),
    element("td", { title: results(one.results) }, bar(one.results), element("span", { class: "spoken" }, results(one.results))),
    element("td", {}, engine));
}

function table(moves, send) {
  const head = ["library_move", "library_games", "library_result", "engine"].map((key) => element("th", { scope: "col" }, t(key)));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...moves.slice(0, MOST).map((one) => move(one, send))));
}

const game = (one) => element("li", {}, [`${one.black || "?"} – ${one.white || "?"}`, one.result ?? "", one.event, one.date].filter(Boolean).join(" · "));

function parts({ known, error }, send) {
  if (error) return [element("p", { class: "wrong" }, t("library_error", { why: error }))];
  if (!known) return [];
  const words = [element("p", {}, `${t("library_games")}: ${known.games}${known.games ? ` (${results(known.results)})` : ""}`)];
  if (known.share !== null) words.push(element("p", {}, t("library_engine", { color: color(known.to_move), share: percent(known.share), score: known.score, depth: known.depth })));
  if (!known.moves.length && !known.games && known.share === null && !known.comments.length) return [element("p", { class: "soft" }, t("library_nothing"))];
  return [...words,
    ...(known.moves.length ? [table(known.moves, send)] : []),
    ...known.comments.map((one) => element("p", { class: "library-comment" }, one.text)),
    ...(known.players.length ? [element("ul", { class: "library-games" }, ...known.players.map(game))] : [])];
}

// Draws what is known; asks for it if the position is another one.
export function draw(study, send) {
  redraw = () => {
    box.hidden = !hasLibrary || Boolean(study.guess);
    if (!box.hidden) fill(box, [element("h2", {}, t("library")), ...(answer ? parts(answer, send) : [])]);
  };
  const key = keyOf(study);
  if (hasLibrary && !study.guess && key !== shown) {
    shown = key;
    clearTimeout(timer);
    timer = setTimeout(() => ask(key), PAUSE);
  }
  if (answer) redraw();
}
