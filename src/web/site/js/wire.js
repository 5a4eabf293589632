// The connection to the desk of a page without a server. The desk is a worker of one of
// the open pages; all of them talk to it over a channel, so that every page shows the same
// and none overwrites another's games. When its page is closed, another one starts it
// again from what is kept.

const ROOT = new URL("..", import.meta.url).href;
const NAME = "tengen " + ROOT;
const ME = Math.random().toString(36).slice(2) + Date.now().toString(36);

export const hasKey = true;
// A link to a game is always for this page.
export const isNew = true;
export const hasProgram = false;

const locks = navigator.locks;
// Without locks (not a secure origin) a page is alone and keeps nothing.
const channelName = locks ? NAME : NAME + " " + ME;
const channel = new BroadcastChannel(channelName);
const waiting = new Map(); // requests without an answer
let number = 0;
let onView = () => {};
let onLost = () => {};
let isHeard = false; // the desk knows of this page

const LEAST_LIFE = 5000; // milliseconds: a desk that breaks earlier would do so again

function startDesk() {
  const begun = performance.now();
  const desk = new Worker(new URL("desk.js", ROOT), { type: "module" });
  desk.postMessage({ channel: channelName, keeps: Boolean(locks) });
  desk.addEventListener("message", () => {
    // It is broken.
    desk.terminate();
    if (performance.now() - begun > LEAST_LIFE) startDesk();
    else onLost("no_desk");
  });
}

const tell = (message) => channel.postMessage({ to: "desk", from: ME, ...message });

// The page's own lock tells the desk that it is still there.
let isLocked = !locks;
const come = () => isLocked && tell({ came: true });

channel.addEventListener("message", ({ data }) => {
  if (data.to === "pages" && data.begins) {
    // Another desk: what the one before was asked is lost.
    waiting.forEach((answer) => answer(null));
    waiting.clear();
    if (isHeard) onLost("no_server");
    isHeard = false;
    come();
  } else if (data.to === "pages" || data.to === ME) {
    if (data.view) {
      isHeard = true;
      keepOffline();
      onView(data.view);
    } else if (waiting.has(data.number)) {
      waiting.get(data.number)(data.answer);
      waiting.delete(data.number);
    }
  }
});

if (locks) {
  locks.request(`${NAME} page ${ME}`, () => {
    isLocked = true;
    come();
    return new Promise(() => {});
  });
  locks.request(NAME + " desk", () => {
    startDesk();
    return new Promise(() => {});
  });
} else {
  startDesk();
}

// Sends a request with JSON, a file, or no body. Returns the answer and whether it was
// accepted, or null if there was no answer.
export async function ask(path, { json, file, rev } = {}) {
  const body = json ? JSON.stringify(json) : file ? await file.arrayBuffer() : "";
  return new Promise((answer) => {
    number += 1;
    waiting.set(number, answer);
    tell({ number, path, rev, body });
  });
}

// Calls show(view) for every view until the desk is lost; says why.
export function views(show) {
  return new Promise((lost) => {
    onView = show;
    onLost = lost;
    if (isHeard) come();
  });
}

// What an installed page keeps is not deleted when space is short.
if (matchMedia("(display-mode: standalone)").matches) navigator.storage?.persist?.();

// The files for use without a network are loaded when nothing else is.
let isKept = !("serviceWorker" in navigator);
function keepOffline() {
  if (isKept) return;
  isKept = true;
  navigator.serviceWorker.register(new URL("sw.js", ROOT)).catch((error) => console.debug("offline:", error.message));
}
