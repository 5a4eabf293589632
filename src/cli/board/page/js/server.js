// The connection to the server: acts go out, views come in.

const KEY = "tengen-token";

// The token stands behind # in the printed address. It is removed from the
// address bar at once.
function takeToken() {
  const found = /^#([0-9a-f]{32})(?:&(.*))?$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem(KEY, found[1]);
    const rest = found[2] ? "#" + found[2] : "";
    history.replaceState(null, "", location.pathname + rest);
  }
  return { token: sessionStorage.getItem(KEY) || "", isNew: Boolean(found) };
}

export const { token, isNew } = takeToken();

let revision = 0;

const headers = () => ({ "X-Tengen-Token": token });

export class Refused extends Error {
  constructor(said) {
    super(said.key);
    this.said = said;
  }
}

// Sends an act. Returns the answer, or throws Refused.
export function act(kind, values = {}) {
  return send("/api/do", { rev: revision, act: { kind, ...values } });
}

async function send(path, value) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { ...headers(), "Content-Type": "application/json" },
    body: JSON.stringify(value),
  }).catch(() => null);
  return answered(answer);
}

// What was answered, or throws Refused.
async function answered(answer) {
  if (!answer) throw new Refused({ key: "no_server" });
  if (answer.status === 403) throw new Refused({ key: "no_token" });
  if (answer.status === 413) throw new Refused({ key: "too_large" });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(said.error || { key: "no_server" });
  // The next act may be sent before the view comes.
  revision = Math.max(revision, said.rev ?? 0);
  return said;
}

// The choices for a new game, or throws Refused.
export async function choices() {
  const answer = await fetch("/api/choices", { headers: headers() }).catch(() => null);
  if (answer?.status === 403) throw new Refused({ key: "no_token" });
  const offered = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!offered) throw new Refused({ key: "no_server" });
  return offered;
}

// The lessons, terms and puzzles; nothing if that fails.
export async function learn() {
  const answer = await fetch("/api/learn", { headers: headers() }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

// Opens a file to study it: its bytes, and what they are the server finds out.
export async function study(file) {
  const answer = await fetch("/api/study", {
    method: "POST", headers: { ...headers(), "X-Tengen-Rev": String(revision) }, body: file,
  }).catch(() => null);
  return answered(answer);
}

// The games that are kept; nothing if that fails.
export async function games() {
  const answer = await fetch("/api/games", { headers: headers() }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

// Does something with one of them, or throws Refused.
export const game = (what, id) => send("/api/games", { rev: revision, what, id });

// Checks a try at a task after some moves; without a point, returns the
// solution.
export function attempt(task, after, at) {
  return send("/api/try", at === null ? { task } : { task, after, at });
}

// The day, counted in the user's own time.
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

// How far the user is with the puzzles, after an attempt if one is given: the puzzle's
// number, and whether it was solved.
export function learner(attempt = {}) {
  return send("/api/learner", { day: today(), ...attempt });
}

let isEnded = false;

// Ends the program.
export async function end() {
  await send("/api/end", {});
  isEnded = true;
}

// Calls show(view) for every view, and lost(why) when the connection is lost;
// tries again for ever.
export async function listen(show, lost) {
  let pause = 200;
  for (;;) {
    try {
      const answer = await fetch("/api/events", { headers: headers() });
      if (answer.status === 403) return lost("no_token");
      if (!answer.ok) throw new Error(String(answer.status));
      pause = 200;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += value;
        const lines = text.split("\n");
        text = lines.pop();
        // Only the newest view counts.
        const line = lines.filter(Boolean).pop();
        if (line) {
          const view = JSON.parse(line);
          revision = view.rev;
          show(view);
        }
      }
    } catch (error) {
      console.debug("events:", error.message);
    }
    if (isEnded) return lost("ended");
    lost("no_server");
    await new Promise((wake) => setTimeout(wake, pause));
    pause = Math.min(pause * 2, 5000);
  }
}
