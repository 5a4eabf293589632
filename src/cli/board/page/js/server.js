// What the page asks of the desk: acts go out, views come in.

import * as wire from "./wire.js";

export const { hasKey, isNew, hasProgram } = wire;

let revision = 0;

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

const send = async (path, json) => answered(await wire.ask(path, { json }));

// What was answered, or throws Refused.
function answered(answer) {
  const { done, said } = answer ?? { done: false, said: {} };
  if (!done) throw new Refused(said.error || { key: "no_server" });
  // The next act may be sent before the view comes.
  revision = Math.max(revision, said.rev ?? 0);
  return said;
}

// What is answered; nothing if that fails.
async function asked(path) {
  const answer = await wire.ask(path);
  return answer?.done ? answer.said : null;
}

// The choices for a new game, or throws Refused.
export const choices = async () => answered(await wire.ask("/api/choices"));

// The lessons, terms and puzzles; nothing if that fails.
export const learn = () => asked("/api/learn");

// Opens a file to study it: its bytes, and what they are is found out there.
export const study = async (file) => answered(await wire.ask("/api/study", { file, rev: revision }));

// The games that are kept; nothing if that fails.
export const games = () => asked("/api/games");

// What the program's library says of the study's position; nothing if that fails.
export const library = () => asked("/api/library");

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
    const why = await wire.views((view) => {
      pause = 200;
      revision = view.rev;
      show(view);
    });
    if (isEnded) return lost("ended");
    lost(why);
    if (why === "no_token") return undefined;
    await new Promise((wake) => setTimeout(wake, pause));
    pause = Math.min(pause * 2, 5000);
  }
}
