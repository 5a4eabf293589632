// The worker that thinks.

import { start } from "./wasm.js";

let call = null;
let rule = null; // that of the network which the engine has
let ready = null;

const give = (message) => self.postMessage(message);

async function begin({ module, flag }) {
  call = await start(module, {
    report: (number, news) => give({ number, news }),
    isStopped: flag && (() => Atomics.load(flag, 0) !== 0),
  });
}

// Gives the engine the network of a rule. If it cannot be had the engine plays by its
// tables, worse.
async function prepare(wanted) {
  if (!wanted || wanted === rule) return;
  try {
    const answer = await fetch(new URL(`networks/${wanted}.net`, import.meta.url));
    if (!answer.ok) throw new Error(answer.status);
    ask({ do: "network" }, await answer.arrayBuffer());
    rule = wanted;
  } catch (error) {
    console.warn(`no network for ${wanted}: ${error.message}`);
  }
}

function ask(what, body) {
  const { answer } = JSON.parse(call(what, body));
  if (answer?.failed) throw new Error(answer.failed);
  return answer;
}

async function think({ number, rule: wanted, job }) {
  try {
    await ready;
    await prepare(wanted);
    give({ number, result: JSON.stringify(ask({ do: "think" }, job)) });
  } catch (error) {
    give({ number, failed: String(error) });
  }
}

self.addEventListener("message", ({ data }) => {
  if (data.module) ready = begin(data);
  else think(data);
});
