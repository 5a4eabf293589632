// A worker that searches beside the one that thinks. It never returns from that.

import { start } from "./wasm.js";

self.addEventListener("message", async ({ data: { module, flag, memory, place } }) => {
  try {
    const report = (number, news) => self.postMessage({ number, news });
    const { exports } = await start(module, { flag, memory, report });
    exports.__stack_pointer.value = place.stack;
    exports.__wasm_init_tls(place.local);
    self.postMessage({ begun: null });
    exports.work();
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
}, { once: true });
