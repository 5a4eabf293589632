// `pbrain-tengen bench` with the WebAssembly of a built site, in Node:
//
//     node src/web/tests/bench.mjs target/site bench-positions/bench.txt [MODULE [DEPTH]]
//
// MODULE is `tengen` or `threads`, which is searched by one thread here.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { PAGES, start } from "../site/wasm.js";

const [site, file, name = "tengen", depth = "9"] = process.argv.slice(2);
const module = await WebAssembly.compile(gunzipSync(readFileSync(`${site}/${name}.wasm.packed`)));
const memory = name === "threads" ? new WebAssembly.Memory({ ...PAGES, shared: true }) : undefined;
const { call } = await start(module, { memory });

let signature = 0x811c9dc5;
function add(number) {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigInt64(0, BigInt(number), true);
  for (let at = 0; at < 8; at++) signature = Math.imul(signature ^ bytes.getUint8(at), 0x01000193) >>> 0;
}

let [nodes, seconds] = [0, 0];
const positions = readFileSync(file, "utf8").split("\n").filter((line) => line && !line.startsWith("#"));
for (const position of positions) {
  const rule = position.split(";")[1].trim();
  const network = readFileSync(`${site}/networks/${rule}.net`);
  const { answer } = JSON.parse(call({ do: "bench", position, depth: Number(depth) }, network));
  if (answer.failed) throw new Error(`${position}: ${answer.failed}`);
  add(answer.nodes);
  add(answer.score);
  nodes += answer.nodes;
  seconds += answer.time.secs + answer.time.nanos / 1e9;
}
console.log(`${signature.toString(16).padStart(8, "0")} ${nodes} nodes ${Math.round(nodes / seconds)} nps`);
