// The players with their clocks.

import { t, who, color } from "./words.js";
import { element, fill, picture } from "./parts.js";
import { play } from "./sound.js";

let view = null;
let since = 0; // when the view came

// How a player looks: at the end, at work, or threatened.
function mood(seat, side) {
  const end = view.end ?? view.result;
  if (end) return end.winner ? (end.winner === side ? "glad" : "sad") : "calm";
  if (view.warnings.some((one) => one.kind === "four" && one.color !== side)) return "worried";
  return view.turn?.who === seat ? "thinking" : "calm";
}

function card(seat) {
  const side = view.seats.black === seat ? "black" : "white";
  const isActive = view.turn?.who === seat;
  const portrait = view.seats.engine === seat ? "tengen" : seat === "a" ? "scholar" : "guest";
  const points = view.series.games > 1 ? String(view.series.points[seat === "a" ? 0 : 1]) : "";
  return element("div", { class: `seat${isActive ? " active" : ""}`, "data-seat": seat },
    picture(portrait, `portrait ${mood(seat, side)}`),
    element("div", { class: "name" },
      element("strong", {}, who(seat, view)),
      element("span", { class: "side" }, color(side) + (view.seats.settled ? "" : " " + t("so_far")))),
    points ? element("span", { class: "points", title: t("points") }, points) : "",
    picture("bowl-" + side, "bowl"),
    element("span", { class: "clock", "data-clock": seat }));
}

export function draw(next) {
  // The same view is drawn again when a setting of the page changes.
  if (next !== view) since = performance.now();
  view = next;
  fill(document.getElementById("seats"), ["a", "b"].map(card));
  tick();
}

function clockText(ms) {
  const total = Math.max(0, ms);
  const seconds = Math.floor(total / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n) => String(n).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  if (total < 20000) return `0:${two(seconds)}.${Math.floor(total / 100) % 10}`;
  return `${minutes}:${two(seconds % 60)}`;
}

let warned = null;

// The clocks go on between two views.
export function tick() {
  if (!view) return;
  const passed = performance.now() - since;
  const isShared = view.settings.clock.startsWith("shared ") && view.clocks.running !== null;
  for (const seat of ["a", "b"]) {
    const part = document.querySelector(`[data-clock="${seat}"]`);
    if (!part) continue;
    const isRunning = view.clocks.running === seat;
    part.classList.toggle("untimed", !view.clocks.limited);
    if (!view.clocks.limited) {
      const side = view.seats.black === seat ? "black" : "white";
      const used = view.clocks.used[side] + (isRunning ? passed : 0);
      part.textContent = t("used", { time: clockText(Math.max(used, 20000) === 20000 ? Math.floor(used / 1000) * 1000 : used).replace(/\.\d$/, "") });
      continue;
    }
    const clock = view.clocks[seat];
    let left = clock.left ?? clock.allowance ?? 0;
    if (isRunning || isShared) left -= passed;
    let text = clockText(left);
    if (clock.periods) text += ` ×${clock.periods}`;
    if (clock.moves) text += ` (${t("moves_left", { count: clock.moves })})`;
    part.textContent = text;
    const isLow = isRunning && left < 10000;
    part.classList.toggle("low", isLow);
    part.classList.toggle("fallen", clock.fallen);
    const second = Math.ceil(left / 1000);
    if (isLow && left > 0 && warned !== seat + second) {
      warned = seat + second;
      play("clock");
    }
  }
}
