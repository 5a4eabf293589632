// The games and studies that are kept: a list with search, on the start screen and in
// a dialogue.

import * as server from "./server.js";
import { tag } from "./languages.js";
import { prefs } from "./prefs.js";
import { t, said } from "./words.js";
import { element, ask, download } from "./parts.js";

const by = (id) => document.getElementById(id);
const FEW = 5; // on the start screen
const MOST = 200; // in the dialogue at once

let all = [];
let open = [];

// Gets the list; nothing if nothing is kept.
async function load() {
  const found = await server.games();
  all = found?.games ?? null;
  open = found?.open ?? [];
  return all;
}

const player = (name) => ({ Player: t("you"), "Player 1": t("player_1"), "Player 2": t("player_2"), Tengen: t("tengen") }[name] ?? name);

function title(game) {
  if (game.name) return game.name;
  if (game.players.some(Boolean)) return game.players.map((name) => player(name) || "?").join(" – ");
  return t(game.kind === "study" ? "study_no" : "game_no", { id: game.id });
}

function about(game) {
  const date = new Date(game.changed * 1000).toLocaleString(tag(prefs.language), { dateStyle: "medium", timeStyle: "short" });
  const lines = game.nodes - 1 > game.moves ? t("moves_and_branches", { moves: game.moves, nodes: game.nodes - 1 }) : t("number_of_moves", { moves: game.moves });
  const result = game.result ? t("result_" + game.result) : "";
  return [t("kind_" + game.kind), game.rule ? t("short_" + game.rule) : "", game.size.join("×"), lines, result, date].filter(Boolean).join(" · ");
}

// Does something with a game; tells a refusal by `explain`.
async function wish(what, game, explain, after = () => {}) {
  try {
    const answer = await server.game(what, game.id);
    if (answer.file) download(answer.file);
    after();
  } catch (error) {
    explain(said(error.said || { key: "no_server" }));
  }
}

function row(game, explain, redraw, leave) {
  return listed(game, ...buttonsOf(game, explain, redraw, leave));
}

const listed = (game, ...buttons) => element("li", { "data-id": game.id },
  element("div", { class: "game-text" }, element("strong", {}, title(game)), element("span", { class: "soft" }, about(game))),
  element("div", { class: "buttons" }, ...buttons));

function buttonsOf(game, explain, redraw, leave) {
  const one = (what, key, kind = "") => element("button", { type: "button", class: kind, "data-what": what, onclick: () => wish(what, game, explain, leave) }, t(key));
  const remove = () => ask("delete_game", () => wish("delete", game, explain, redraw));
  const isOpen = open.includes(game.id);
  return [
    one("study", game.kind === "study" ? "open_game" : "study_it"),
    one("play", "play_on"),
    element("button", { type: "button", "data-what": "export", onclick: () => wish("export", game, explain) }, t("export")),
    element("button", { type: "button", class: "danger", "data-what": "delete", disabled: isOpen, title: isOpen ? t("said_game_is_open") : null, onclick: remove }, t("delete")),
  ];
}

// The whole list in a dialogue.
export const show = () => list("all_games", row, []);

// Chooses a game whose moves are to be guessed, of the list or of a file.
export function choose(guess, openFile) {
  const guessed = (game, explain, redraw, leave) => listed(game, element("button", {
    type: "button", "data-what": "guess", onclick: () => wish("study", game, explain, () => { leave(); guess(); }),
  }, t("guess_it")));
  const file = element("button", { type: "button", id: "guess-file", onclick: () => { by("dialog-games").close(); openFile(); } }, t("load"));
  return list("guess_game", guessed, [file]);
}

async function list(heading, rowOf, buttons) {
  const box = by("dialog-games");
  const list = element("ul", { class: "games" });
  const wrong = element("p", { class: "wrong", role: "alert" });
  const count = element("p", { class: "soft", role: "status" });
  const search = element("input", { id: "find-game", type: "search", "aria-label": t("find_game"), placeholder: t("find_game") });
  const explain = (why) => { wrong.textContent = why; };
  const draw = async () => {
    const found = await load();
    filter();
    if (!found) explain(t("nothing_kept"));
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (all ?? []).filter((game) => words.every((word) => `${title(game)} ${about(game)}`.toLowerCase().includes(word)));
    count.textContent = t("games_found", { count: fits.length });
    list.replaceChildren(...fits.slice(0, MOST).map((game) => rowOf(game, explain, draw, () => box.close())));
  };
  search.addEventListener("input", filter);
  box.replaceChildren(element("form", { method: "dialog" },
    element("h2", { id: "title-games" }, t(heading)), search, count, wrong, list,
    element("div", { class: "buttons" }, ...buttons, element("button", { class: "primary" }, t("close")))));
  if (!box.open) box.showModal();
  await draw();
}

// The newest games, below the doors.
export async function drawFew() {
  const box = by("start-games");
  const found = await load();
  box.hidden = !found?.length;
  if (!found?.length) return;
  const wrong = element("p", { class: "wrong", role: "alert" });
  const explain = (why) => { wrong.textContent = why; };
  box.replaceChildren(element("h2", {}, t("your_games")), wrong,
    element("ul", { class: "games" }, ...found.slice(0, FEW).map((game) => row(game, explain, drawFew, () => {}))),
    element("div", { class: "buttons" }, element("button", { id: "all-games", onclick: show }, t("all_games"))));
}
