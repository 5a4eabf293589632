// The worker that thinks.

import { start } from "./wasm.js";

let call = null;
let exports = null;
let rule = null; // that of the network which the engine has

const give = (message) => self.postMessage(message);

// With several threads the others get places in the memory.
async function begin({ module, flag, memory, threads }) {
  ({ call, exports } = await start(module, { memory, flag, report: (number, news) => give({ number, news }) }));
  give({ begun: memory ? ask({ do: "threads", threads, local: exports.__tls_size.value }) : null });
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
    await prepare(wanted);
    give({ number, result: JSON.stringify(ask({ do: "think" }, job)) });
  } catch (error) {
    give({ number, failed: String(error) });
  }
}

self.addEventListener("message", ({ data }) => {
  if (data.module) begin(data).catch((error) => give({ failed: String(error) }));
  else think(data);
});
