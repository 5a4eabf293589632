// The start screen: four doors, and the running game or analysis to go on with.

import { t } from "./words.js";
import { element, fill, picture } from "./parts.js";

const box = document.getElementById("doors");

// A door with its words and buttons; the first one is the usual way in.
function door(name, buttons) {
  const [first, ...others] = buttons;
  const one = ([id, key, does], kind) => element("button", { id, class: kind, onclick: does }, t(key));
  return element("article", { class: "door", "aria-labelledby": "door-title-" + name },
    picture("picture-" + name, "door-picture"),
    element("h2", { id: "door-title-" + name }, t("door_" + name)),
    element("p", {}, t("door_text_" + name)),
    element("div", { class: "buttons" }, one(first, "primary"), ...others.map((other) => one(other, ""))));
}

// Draws the doors; `go` has what they lead to.
export function draw(view, go) {
  const isRunning = view.moves > 0 && !view.end && !view.over;
  const isOver = Boolean(view.end || view.over);
  const play = isRunning
    ? [["door-play", "go_on_game", go.game], ["door-new", "new_game", go.newGame]]
    : isOver
      ? [["door-play", "new_game", go.newGame], ["door-look", "look_at_game", go.game]]
      : [["door-play", "play_now", go.game], ["door-new", "choose_game", go.newGame]];
  const studied = view.studied ? "go_on_study" : "open_study";
  fill(box, [
    door("play", play),
    door("study", [["door-study", studied, go.study], ["door-file", "load", go.file]]),
    door("learn", [["door-learn", "learn_lessons", go.learn]]),
    door("puzzles", [["door-puzzles", "learn_puzzles", go.puzzles], ["door-guess", "guess_moves", go.guess]]),
  ]);
}
