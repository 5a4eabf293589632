// Keeps the page for use without a network, and says what a page needs to share memory
// between its workers. The build fills in the files and their version.

const VERSION = "{version}";
const FILES = ["{files}"]; // those that the page begins with
const LATER = ["{later}"]; // the networks, and what several threads need
const CACHE = "tengen " + self.registration.scope + " " + VERSION;

const path = (name) => new URL(name, self.registration.scope).href;

self.addEventListener("install", (event) => {
  const load = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((name) => new Request(path(name), { cache: "no-cache" })));
  };
  event.waitUntil(load());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const ours = (await caches.keys()).filter((name) => name.startsWith("tengen " + self.registration.scope + " "));
    await Promise.all(ours.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
    // Prefetch the others, unless the browser is set to save data.
    if (!self.navigator.connection?.saveData) await Promise.all(LATER.map((name) => kept(new Request(path(name)))));
  };
  event.waitUntil(clean());
});

// A file from the cache, or else from the network.
async function kept(request) {
  const cache = await caches.open(CACHE);
  const isPage = request.url.split(/[?#]/)[0].endsWith("/index.html");
  const known = await cache.match(isPage ? path("./") : request, { ignoreSearch: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && request.url.startsWith(self.registration.scope)) await cache.put(request, answer.clone());
  return answer;
}

// The same, as a part of a page that shares memory.
async function isolated(request) {
  const answer = await kept(request);
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(self.registration.scope)) event.respondWith(isolated(event.request));
});
