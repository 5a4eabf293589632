// The worker with the desk: the game, the study, and the games that are kept. It answers
// the pages, and has the engine think in workers of its own.

import { compile, start } from "./wasm.js";
import { Engine } from "./engine.js";
import { Files } from "./files.js";

const BETWEEN_THOUGHTS = 100; // milliseconds between two views while the engine thinks
const MOST_THREADS = 32;

let call = null;
let channel = null;
let name = "";
let module = null;
const files = new Files((isBroken) => does({ do: "broken", broken: isBroken }));
const pages = new Set();

// --- the engine

// With shared memory a flag ends its thinking; without, the worker is ended.
const flag = self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
let canShare = flag !== null; // several threads can search
let engine = null;
let busy = null; // the job that it does

function newEngine(threads) {
  engine?.end();
  engine = new Engine({ threads, module, flag, hear });
}

function endEngine() {
  engine?.end();
  engine = null;
  busy = null;
}

// What the engine says: of a job, or that it failed.
function hear({ number = busy?.number, news, result, failed, cannotBegin }) {
  if (!busy || number !== busy.number) return;
  if (news) return void does({ do: "news", number }, news);
  if (failed) console.error("engine:", failed);
  if (cannotBegin && engine.threads > 1) {
    canShare = false;
    newEngine(1);
    return void engine.think(busy);
  }
  if (failed) endEngine();
  busy = null;
  if (result) does({ do: "finish", number }, result);
  else does({ do: "fail", number });
}

// Sees to it that the engine does what the desk wants.
function arrange(job) {
  if (busy) {
    const { number } = busy;
    const isWanted = job?.[0] === number;
    if (isWanted && !job[1]) return;
    if (flag) return void Atomics.store(flag, 0, 1);
    if (isWanted) {
      // Without a move so far it thinks on.
      if (ask({ do: "finish_early", number }).answer) endEngine();
      return void changed();
    }
    endEngine();
  }
  const next = ask({ do: "job" }).answer;
  if (!next) return;
  const [number, rule, wanted, text] = next;
  const threads = canShare ? wanted : 1;
  if (!engine || engine.threads < threads) newEngine(threads);
  if (flag) Atomics.store(flag, 0, 0);
  busy = { number, rule, job: text };
  engine.think(busy);
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
    [module] = await Promise.all([compile("tengen"), opened]);
    const { call: run } = await start(module, { write: files.write, remove: files.remove });
    call = (...what) => trusted(() => run(...what));
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const threads = flag ? Math.min(navigator.hardwareConcurrency, MOST_THREADS) : 1;
    ask({ do: "open", seed, threads, files: keeps ? files.all() : null });
    newEngine(1);
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
