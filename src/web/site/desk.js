// The worker with the desk: the game, the study, and the games that are kept. It answers
// the pages, and has the engine think in a worker of its own.

import { compile, start } from "./wasm.js";
import { Files } from "./files.js";

const BETWEEN_THOUGHTS = 100; // milliseconds between two views while the engine thinks

let call = null;
let channel = null;
let name = "";
let module = null;
const files = new Files((isBroken) => does({ do: "broken", broken: isBroken }));
const pages = new Set();

// --- the engine

// With shared memory a flag ends its thinking; without, the worker is ended.
const flag = self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
let thinker = null;
let busy = null; // the number of the job that it does

function newThinker() {
  thinker = new Worker(new URL("thinker.js", import.meta.url), { type: "module" });
  thinker.postMessage({ module, flag });
  thinker.addEventListener("message", ({ data: { number, news, result, failed } }) => {
    if (number !== busy) return;
    if (news) return void does({ do: "news", number }, news);
    busy = null;
    if (failed) console.error("engine:", failed);
    if (failed) endThinker();
    if (result) does({ do: "finish", number }, result);
    else does({ do: "fail", number });
  });
}

function endThinker() {
  thinker?.terminate();
  thinker = null;
  busy = null;
}

// Sees to it that the engine does what the desk wants.
function arrange(job) {
  if (busy !== null) {
    const isWanted = job?.[0] === busy;
    if (isWanted && !job[1]) return;
    if (flag) return void Atomics.store(flag, 0, 1);
    if (isWanted) {
      // Without a move so far it thinks on.
      const number = busy;
      if (ask({ do: "finish_early", number }).answer) endThinker();
      return void changed();
    }
    endThinker();
  }
  const next = ask({ do: "job" }).answer;
  if (!next) return;
  const [number, rule, text] = next;
  if (!thinker) newThinker();
  if (flag) Atomics.store(flag, 0, 0);
  busy = number;
  thinker.postMessage({ number, rule, job: text });
}

// --- views

let shown = [0, 0];
let shownAt = 0;
let later = 0;

function show(to = "pages") {
  clearTimeout(later);
  later = 0;
  shownAt = performance.now();
  const view = ask({ do: "view" }).answer;
  shown = state.pulse;
  channel.postMessage({ to, view });
}

// Tells the pages what has changed: acts at once, the engine's news now and then.
function tell([acts, news]) {
  if (pages.size === 0 || (acts === shown[0] && news === shown[1])) return;
  if (acts !== shown[0]) return void show();
  const wait = shownAt + BETWEEN_THOUGHTS - performance.now();
  if (wait <= 0) show();
  else later ||= setTimeout(show, wait);
}

// --- calls

// After a panic nothing here is to be trusted: the page starts another desk.
function trusted(run) {
  try {
    return run();
  } catch (error) {
    broken(error);
    throw error;
  }
}

function broken(error) {
  console.error("desk:", error);
  self.postMessage({ broken: true });
}

let timer = 0;
let state = null;

function ask(what, body) {
  const said = JSON.parse(call(what, body));
  if (said.answer?.failed) console.error("desk:", said.answer.failed);
  state = said.state;
  return said;
}

function does(what, body) {
  const said = ask(what, body);
  changed();
  return said.answer;
}

// Something may have changed: the engine, the clocks, the files and the pages are told.
function changed() {
  arrange(state.job);
  clearTimeout(timer);
  if (state.timer !== null) timer = setTimeout(() => does({ do: "tick" }), state.timer);
  files.flush();
  tell(state.pulse);
}

function came(page) {
  if (!pages.has(page)) {
    pages.add(page);
    does({ do: "came" });
    // Its lock is free when it is gone.
    navigator.locks?.request(`${name} page ${page}`, () => {
      pages.delete(page);
      does({ do: "went" });
    });
  }
  show(page);
}

function answer({ from, number, path, rev = 0, body }) {
  const said = ask({ do: "request", path, rev }, body).answer;
  channel.postMessage({ to: from, number, answer: said.failed ? null : said });
  changed();
}

self.addEventListener("message", async ({ data }) => {
  name = data.channel;
  let keeps = data.keeps;
  const opened = keeps && files.open(name).catch((error) => {
    console.warn("files:", error.message);
    keeps = false;
  });
  try {
    [module] = await Promise.all([compile(), opened]);
    const run = await start(module, { write: files.write, remove: files.remove });
    call = (...what) => trusted(() => run(...what));
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    ask({ do: "open", seed, files: keeps ? files.all() : null });
    newThinker();
  } catch (error) {
    return void broken(error);
  }
  channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data: said }) => {
    if (said.to !== "desk") return;
    if (said.came) came(said.from);
    else answer(said);
  });
  channel.postMessage({ to: "pages", begins: true });
}, { once: true });
