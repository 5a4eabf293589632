// The review of a study's line: the marks of its moves, the chart, the worst moves.
// Loaded when it is asked for.

import { t, color, percent } from "./words.js";
import { element, button, fill } from "./parts.js";
import { Chart } from "./chart.js";

const box = document.getElementById("review");
const head = element("div");
const worst = element("div");
let go = () => {};
let practise = () => {};
const chart = new Chart((node) => go(node), ([, , , , at]) => at ?? t("start"));
box.append(head, chart.svg, chart.words, worst);

// Draws what the study's view says of it.
export function draw(study, send) {
  const { review } = study;
  go = (node) => send("goto", { node });
  practise = (node = null) => send("guess", { act: { kind: "practise", node } });
  const isPart = review.seen < review.count;
  fill(head, [
    element("h2", {}, t("chart_title")),
    ...(isPart && !review.paused ? [element("div", { class: "buttons" }, button("stop", () => send("stop"), { id: "review-stop", hotkey: "S" }))] : []),
    ...(isPart && review.paused ? [element("div", { class: "buttons" }, button("chart_on", () => send("review", { on: true }), { id: "review-on" }))] : []),
  ]);
  const dots = review.points.filter(([, , share, mark]) => share !== null && mark && !["best", "good"].includes(mark))
    .map(([, moves, share, mark]) => [moves, share, "chart-mark " + mark]);
  chart.draw({ points: review.points, moves: study.moves, dots });
  drawWorst(review);
}

function drawWorst(review) {
  const items = review.worst.map((one) => {
    const [before, after] = one.shares.map(percent);
    const values = { number: one.number, color: color(one.color), move: one.at, before, after, best: one.best ?? "", what: t("mark_" + one.mark) };
    return element("li", {}, element("button", { type: "button", "data-worst": one.node, onclick: () => go(one.node) }, t(one.best ? "worst_move" : "worst_move_alone", values)),
      one.best ? element("button", { type: "button", class: "quiet", "data-practise": one.node, "aria-label": t("practise_named", { move: one.at }), onclick: () => practise(one.node) }, t("practise_one")) : "");
  });
  const all = review.worst.filter((one) => one.best).length > 1 ? [element("div", { class: "buttons" }, button("practise_all", () => practise(), { id: "practise-all" }))] : [];
  const isDone = review.seen === review.count;
  const none = isDone ? [element("p", { class: "soft" }, t("no_bad_moves"))] : [];
  fill(worst, items.length ? [element("span", { class: "soft" }, t("worst_moves")), element("ol", { class: "swings" }, ...items), ...all] : none);
}
