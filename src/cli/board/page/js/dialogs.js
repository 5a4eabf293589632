// The dialogs: a new game, settings, files, help, the record sheet.

import * as server from "./server.js";
import { prefs, set } from "./prefs.js";
import { LANGUAGES, tag } from "./languages.js";
import { t, color, said, who, guessText, changeLanguage } from "./words.js";
import { endText } from "./panel.js";
import { element, download, downloadBlob } from "./parts.js";
import { svgText, png } from "./picture.js";
import { linkTo } from "./link.js";
import { sheet } from "./board.js";
import * as games from "./games.js";

const by = (id) => document.getElementById(id);
let act = () => {};
let choices = null;
let view = null;
let isGuessShown = false; // whether it is shown how the guess for the colours came out
let seenAt = null; // the revision at which that was seen

export function connect(doAct) {
  act = doAct;
  // If it fails now, a new game asks again.
  getChoices();
}

// Gets the choices; returns the refusal if that fails.
async function getChoices() {
  try {
    choices = await server.choices();
    return null;
  } catch (refused) {
    return refused;
  }
}

export function see(next) {
  view = next;
  const waits = view.room === "game" && Boolean(view.guess?.waits);
  if (waits && !isGuessShown && seenAt !== view.rev) showGuess();
  else if (!waits && isGuessShown) close("ask");
}

function dialog(name, title, ...parts) {
  const box = by("dialog-" + name);
  box.replaceChildren(element("form", { method: "dialog" },
    element("h2", { id: "title-" + name }, t(title)), ...parts));
  if (!box.open) box.showModal();
  // The button that gets the focus may be far down.
  box.scrollTop = 0;
  return box;
}

const close = (name) => by("dialog-" + name).close();

// The error message of a dialog.
const wrong = () => element("p", { class: "wrong", role: "alert" });
const tell = (name, why) => { by("dialog-" + name).querySelector(".wrong").textContent = why; };

function row(label, input) {
  return element("label", { class: "row" }, element("span", {}, t(label)), input);
}

function select(name, options, value) {
  const part = element("select", { name });
  for (const [key, text] of options) {
    part.append(element("option", { value: key, selected: String(key) === String(value) }, text));
  }
  return part;
}

const CLOCKS = ["none", "max 30s", "5m", "10m+5s", "15m", "15m,5x30s", "30m,5x60s", "40/30m,20/15m", "shared 1h"];
const UNDOS = ["any", "0", "1", "2", "3", "5", "10"];
const TIMES = ["0.2s", "0.5s", "1s", "2s", "5s", "10s", "30s"];

// --- a new game

export async function newGame() {
  if (!view) return;
  const refused = choices ? null : await getChoices();
  if (refused) noChoices(said(refused.said));
  else chooseGame();
}

// Shows why the choices are missing, with a button to try again.
function noChoices(why) {
  dialog("new", "new_game", wrong(),
    element("div", { class: "buttons" },
      element("button", { type: "button", class: "primary", id: "try-choices", onclick: newGame }, t("try_again")),
      element("button", { type: "button", onclick: () => close("new") }, t("cancel"))));
  tell("new", why);
}

function chooseGame() {
  const now = { ...view.settings, ...prefs.game };
  const sizes = [];
  for (let side = choices.sides[0]; side <= choices.sides[1]; side++) sizes.push([String(side), `${side}×${side}`]);
  if (now.size.includes("x")) sizes.push([now.size, now.size.replace("x", "×")]);
  const times = TIMES.includes(now.time) ? TIMES : [now.time, ...TIMES];
  // The named levels, and numbers between them.
  const levels = choices.levels.flatMap((name, index) => (index < choices.levels.length - 1 ? [name, String(index * 25 + 12)] : [name]));
  if (!levels.includes(now.level)) levels.push(now.level);
  const undos = UNDOS.includes(now.undos) ? UNDOS : [...UNDOS, now.undos];
  const setUps = [["none", t("set_up_none")], ...choices.setUps.map((one) => [one.name, t("set_up_" + one.name)])];
  const preset = select("", [...CLOCKS.map((one) => [one, t("clock_" + one)]), ["own", t("clock_own")]], CLOCKS.includes(now.clock) ? now.clock : "own");
  preset.id = "clock-preset";
  const clock = element("input", { name: "clock", value: now.clock, placeholder: "15m+30s", spellcheck: "false" });
  const box = dialog("new", "new_game",
    row("players", select("players", [["engine", t("against_engine")], ["two", t("two_players")]], now.players)),
    row("level", select("level", levels.map((one) => [one, t("level_" + one) === "level_" + one ? one : t("level_" + one)]), now.level)),
    row("first", select("first", [["me", t("first_me")], ["engine", t("first_other")], ["guess", t("first_guess")]], now.first)),
    row("call", select("call", [["odd", t("odd")], ["even", t("even")]], now.call)),
    row("rule", select("rule", choices.rules.map((one) => [one.name, t("rule_" + one.name)]), now.rule)),
    element("details", { id: "more-choices", open: prefs.moreChoices, ontoggle: (event) => set("moreChoices", event.target.open) },
      element("summary", {}, t("more_choices")),
      row("form", select("form", [["practice", t("practice")], ["match", t("match")]], now.form)),
      row("undos", select("undos", undos.map((one) => [one, one === "any" ? t("undos_any") : one]), now.undos)),
      row("fouls", select("fouls", [["automatic", t("fouls_automatic")], ["claimed", t("fouls_claimed")]], now.fouls)),
      row("size", select("size", sizes, now.size)),
      row("opening", select("opening", choices.openings.map((one) => [one.name, t("opening_" + one.name)]), now.opening)),
      row("set_up", select("set_up", setUps, now.set_up)),
      row("clock", preset), row("clock_text", clock),
      row("time", select("time", times.map((one) => [one, one]), now.time)),
      row("games", select("games", [..."123456789"].map((n) => [n, n]), String(now.games)))),
    view.kept && view.moves > 0 ? element("p", { class: "soft" }, t("game_stays")) : "",
    wrong(),
    element("div", { class: "buttons" },
      element("button", { class: "primary", id: "start-game", value: "start" }, t("start_game")),
      element("button", { type: "button", onclick: () => close("new") }, t("cancel"))));
  const form = box.querySelector("form");
  const show = () => {
    form.elements.fouls.closest("label").hidden = form.elements.rule.value !== "renju";
    form.elements.call.closest("label").hidden = form.elements.first.value !== "guess";
    form.elements.undos.closest("label").hidden = form.elements.form.value !== "practice";
    clock.closest("label").hidden = preset.value !== "own";
    const isAlone = form.elements.players.value !== "two";
    for (const name of ["time", "level"]) form.elements[name].closest("label").hidden = !isAlone;
  };
  preset.addEventListener("change", () => { if (preset.value !== "own") clock.value = preset.value; });
  form.addEventListener("change", show);
  show();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = Object.fromEntries(new FormData(form));
    const answer = await act("new", { settings: told }, (why) => tell("new", why));
    if (!answer) return;
    set("game", told);
    box.close();
  });
}

// The result of a guess, with the stones that were in the hand. The game waits until this
// is closed, on one page of all.
function showGuess() {
  isGuessShown = true;
  const { stones } = view.guess;
  const box = dialog("ask", "call",
    element("div", { id: "guess-stones", "aria-hidden": true }, ...Array.from({ length: stones }, () => element("i"))),
    element("p", { id: "guess-told" }, guessText(view)),
    element("div", { class: "buttons" }, element("button", { class: "primary", id: "guess-seen" }, t("play_now"))));
  box.addEventListener("close", async () => {
    isGuessShown = false;
    seenAt = view.rev;
    if (view.guess?.waits && !(await act("seen"))) seenAt = null;
  }, { once: true });
}

// --- a new study

export async function newStudy() {
  choices ??= await server.choices().catch(() => null);
  const [least, most] = choices?.sides ?? [15, 15];
  const sizes = [];
  for (let side = least; side <= most; side++) sizes.push([side, `${side}×${side}`]);
  const rules = (choices?.rules ?? []).map((one) => [one.name, t("rule_" + one.name)]);
  const box = dialog("study", "new_study",
    row("rule", select("rule", rules, view.study?.rule ?? view.rule)),
    row("size", select("size", sizes, (view.study ?? view).size[0])),
    wrong(),
    element("div", { class: "buttons" },
      element("button", { class: "primary", id: "start-study", value: "start" }, t("new_study")),
      element("button", { type: "button", onclick: () => close("study") }, t("cancel"))));
  box.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { rule, size } = Object.fromEntries(new FormData(event.target));
    const wanted = { kind: "new", rule, size: [Number(size), Number(size)] };
    if (await act("study", { act: wanted }, (why) => tell("study", why))) box.close();
  });
}

// --- settings of the page

export function settings() {
  const toggle = (name) => element("input", { type: "checkbox", name, checked: prefs[name] });
  const box = dialog("settings", "settings",
    row("language", select("language", Object.entries(LANGUAGES), prefs.language)),
    element("p", { class: "soft" }, t("two_languages")),
    row("theme", select("theme", ["wood", "paper", "slate", "contrast"].map((one) => [one, t("theme_" + one)]), prefs.theme)),
    row("mode", select("mode", ["auto", "light", "dark"].map((one) => [one, t("mode_" + one)]), prefs.mode)),
    row("numbers", select("numbers", ["none", "all", "last", "from"].map((one) => [one, t("numbers_" + one)]), prefs.numbers)),
    row("last_numbers", element("input", { type: "number", name: "lastNumbers", min: 1, max: 99, value: prefs.lastNumbers })),
    row("confirm", select("confirm", ["touch", "always", "never"].map((one) => [one, t("confirm_" + one)]), prefs.confirm)),
    row("coordinates", toggle("coordinates")),
    row("forbidden", toggle("forbidden")),
    row("warnings", toggle("warnings")),
    row("sounds", toggle("sounds")),
    row("music", toggle("music")),
    row("animation", toggle("animation")),
    row("blind", toggle("blind")),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("close")),
      server.hasProgram ? element("button", { type: "button", id: "end-program", onclick: endProgram }, t("end_program")) : ""));
  const form = box.querySelector("form");
  const show = () => { form.elements.lastNumbers.closest("label").hidden = form.elements.numbers.value !== "last"; };
  show();
  form.addEventListener("change", show);
  form.addEventListener("change", async (event) => {
    const { name, type, checked, value } = event.target;
    if (name === "numbers" && value === "from") set("fromNumber", view.moves + 1);
    if (name === "language") {
      await changeLanguage(value);
      if (!box.open) return;
      settings();
      box.querySelector("[name=language]").focus();
      return;
    }
    set(name, type === "checkbox" ? checked : type === "number" ? Math.max(1, Number(value)) : value);
  });
}

// Ends the program at the second click.
async function endProgram(event) {
  const button = event.target;
  if (!button.dataset.asked) {
    button.dataset.asked = "true";
    button.textContent = t("end_really");
    return;
  }
  await server.end().catch(() => null);
  close("settings");
}

// --- files

async function save(format) {
  tell("files", "");
  const answer = await act("save", { format }, (why) => tell("files", why));
  if (answer?.file) download(answer.file);
}

async function saveStudy(format) {
  tell("files", "");
  const answer = await act("study", { act: { kind: "save", format } }, (why) => tell("files", why));
  if (answer?.file) download(answer.file);
}

async function savePicture(kind) {
  const blob = kind === "png" ? await png() : new Blob([svgText()], { type: "image/svg+xml" });
  downloadBlob(`tengen.${kind}`, blob);
}

// The link to the game's position, or to the whole study.
async function link() {
  if (!view.study) return location.href;
  const answer = await act("study", { act: { kind: "save", format: "sgf" } }, (why) => tell("files", why));
  return answer?.file ? linkTo(answer.file.text) : "";
}

// Copies the link; where the browser does not allow that it is selected at least.
async function copyLink(event) {
  const button = event.target;
  by("link").select();
  const isDone = await navigator.clipboard.writeText(by("link").value).then(() => true, () => false);
  if (isDone) button.textContent = t("copied");
}

export async function files() {
  const isStudy = Boolean(view?.study);
  const saveAs = (format, does, off = false) => element("button", { type: "button", id: "save-" + format, disabled: off, "aria-label": t("save_as", { format: format.toUpperCase() }), onclick: does }, format.toUpperCase());
  const line = (label, ...parts) => element("div", { class: "row" }, element("span", {}, t(label)), element("div", { class: "buttons" }, ...parts));
  // A study is saved by the buttons beside it.
  const records = isStudy ? ["sgf", "lib"].map((format) => saveAs(format, () => by("study-save-" + format).click(), by("study-save-" + format)?.disabled))
    : ["psq", "sgf", "rec"].map((format) => saveAs(format, () => save(format), !view?.can.save.includes(format)));
  const pictures = [...["svg", "png"].map((kind) => saveAs(kind, () => savePicture(kind))), saveAs("gif", () => (isStudy ? saveStudy("gif") : save("gif")))];
  const address = element("input", { readonly: true, id: "link", "aria-label": t(isStudy ? "link_study" : "link"), onfocus: (event) => event.target.select() });
  dialog("files", "files",
    element("p", {}, t("files_text")),
    element("div", { class: "buttons" },
      element("button", { type: "button", id: "load", onclick: () => by(isStudy ? "study-file" : "file").click() }, t("load")),
      element("button", { type: "button", id: "files-games", onclick: () => { close("files"); games.show(); } }, t("all_games")),
      isStudy ? "" : element("button", { type: "button", id: "open-sheet", onclick: () => { close("files"); record(); } }, t("record_sheet"))),
    line("save", ...records),
    view?.room === "start" ? "" : line("picture", ...pictures),
    line(isStudy ? "link_study" : "link", address, element("button", { type: "button", id: "copy-link", onclick: copyLink }, t("copy"))),
    wrong(),
    element("p", { class: "soft" }, t("drop_text")),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("close"))));
  address.value = await link();
}

by("file").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  event.target.value = "";
  if (!file) return;
  // A letter for each byte: what the letters of the file are, Tengen finds out.
  const bytes = new Uint8Array(await file.arrayBuffer());
  await act("load", { bytes: Array.from(bytes, (byte) => String.fromCharCode(byte)).join("") });
  if (by("dialog-files").open) close("files");
});

// The record of the game on paper: the board with numbers, and the moves.
export function record() {
  const rounds = [];
  const stones = view.stones;
  const named = (stone) => stone ? stone[0].toUpperCase() : "–";
  for (let number = 1; number <= view.moves; number += 2) {
    const black = stones.find((one) => one[2] === number);
    const white = number < view.moves ? stones.find((one) => one[2] === number + 1) : null;
    rounds.push(element("tr", {},
      element("td", {}, element("span", { class: "circled" }, String(number)), " " + named(black)),
      element("td", {}, number < view.moves ? `${number + 1} ${named(white)}` : "")));
  }
  const half = Math.ceil(rounds.length / 3) || 1;
  const tables = [0, 1, 2].map((part) => element("table", {}, element("tbody", {}, ...rounds.slice(part * half, (part + 1) * half))));
  const end = view.result ?? view.end;
  const result = end ? endText({ ...view, end }) : t("goes_on");
  const box = dialog("sheet", "record_sheet",
    element("p", {}, `${color("black")}: ${who(view.seats.black, view)} · ${color("white")}: ${who(view.seats.white, view)} · ${t("rule_" + view.rule)} · ${new Date().toLocaleDateString(tag(prefs.language))}`),
    sheet(view),
    element("div", { class: "rounds" }, ...tables),
    element("p", {}, `${t("result")}: ${result}`),
    element("div", { class: "buttons no-print" },
      element("button", { type: "button", id: "print", onclick: () => window.print() }, t("print")),
      element("button", { class: "primary" }, t("close"))));
  return box;
}

// --- help

export function help() {
  const keys = ["walk", "ends", "arrows", "enter", "u", "r", "h", "s", "a", "c", "p", "f", "n", "l", "w", "b", "help", "esc"];
  const inStudy = ["walk", "beside", "ends", "change", "a", "c", "p", "del", "b", "mark", "arrow", "swipe"];
  const list = (names, prefix) => element("dl", { class: "keys" }, ...names.flatMap((key) => [
    element("dt", {}, t(prefix + key)), element("dd", {}, t(prefix + "text_" + key)),
  ]));
  dialog("help", "help",
    element("p", {}, t("help_text")),
    list(keys, "key_"),
    element("p", {}, t("help_study")),
    list(inStudy, "study_key_"),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, t("close"))));
}
