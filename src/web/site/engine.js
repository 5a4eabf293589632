// The engine's workers: one that thinks, and with several threads others that search beside
// it, on memory that they share.

import { PAGES, compile } from "./wasm.js";

let threaded = null; // the module for several threads, once it was wanted

export class Engine {
  #workers = [];
  #begun;
  #hear;

  // `hear` is told what comes of a job, its news before, and of failures; `flag` stops it.
  constructor({ threads, module, flag, hear }) {
    this.threads = threads;
    this.#hear = hear;
    this.#begun = threads > 1 ? this.#beginAll(threads, flag) : this.#begin("thinker.js", { module, flag });
    this.#begun.catch(() => {}); // It is told with the first job.
  }

  async #beginAll(threads, flag) {
    threaded ??= compile("threads");
    const module = await threaded;
    const memory = new WebAssembly.Memory({ ...PAGES, shared: true });
    const places = await this.#begin("thinker.js", { module, flag, memory, threads });
    await Promise.all(places.map((place) => this.#begin("helper.js", { module, flag, memory, place })));
  }

  // Starts a worker; the answer is what it says when it has begun.
  #begin(file, told) {
    const worker = new Worker(new URL(file, import.meta.url), { type: "module" });
    this.#workers.push(worker);
    return new Promise((ok, fail) => {
      let hasBegun = false;
      worker.addEventListener("error", (event) => fail(new Error(event.message)));
      worker.addEventListener("message", ({ data }) => {
        if (hasBegun) return void this.#hear(data);
        hasBegun = "begun" in data;
        if (hasBegun) ok(data.begun);
        else fail(new Error(data.failed));
      });
      worker.postMessage(told);
    });
  }

  async think(job) {
    try {
      await this.#begun;
      this.#workers[0].postMessage(job);
    } catch (error) {
      threaded = null;
      this.#hear({ number: job.number, failed: String(error), cannotBegin: true });
    }
  }

  end() {
    this.#hear = () => {};
    for (const worker of this.#workers) worker.terminate();
  }
}
