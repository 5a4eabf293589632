// The connection to the program that serves the page. (A page without a server has
// another file in this place: src/web/site/js/wire.js.)

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

const { token, isNew } = takeToken();

// Whether there is a key to the board, and whether the page was opened by it just now.
export const hasKey = Boolean(token);
export { isNew };

// Whether there is a program that can be ended.
export const hasProgram = true;

// Sends a request with JSON, a file, or no body. Returns the answer and whether it was
// accepted, or null if there was no answer.
export async function ask(path, { json, file, rev } = {}) {
  const headers = { "X-Tengen-Token": token };
  if (json) headers["Content-Type"] = "application/json";
  if (file) headers["X-Tengen-Rev"] = String(rev);
  const body = json ? JSON.stringify(json) : file;
  const answer = await fetch(path, { method: body ? "POST" : "GET", headers, body }).catch(() => null);
  if (!answer) return null;
  if (answer.status === 403) return { done: false, said: { error: { key: "no_token" } } };
  if (answer.status === 413) return { done: false, said: { error: { key: "too_large" } } };
  const said = await answer.json().catch(() => ({}));
  return { done: answer.ok && !said.error, said };
}

// Calls show(view) for every view until the connection is lost; says why.
export async function views(show) {
  try {
    const answer = await fetch("/api/events", { headers: { "X-Tengen-Token": token } });
    if (answer.status === 403) return "no_token";
    if (!answer.ok) throw new Error(String(answer.status));
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
      if (line) show(JSON.parse(line));
    }
  } catch (error) {
    console.debug("events:", error.message);
  }
  return "no_server";
}
