// The moves of a study: the main line, and the branches after the moves that they
// replace, each in a row of its own.

import { t } from "./words.js";
import { element } from "./parts.js";

const box = document.getElementById("study-moves");
const DEEPEST = 6; // rows are indented no further

const SIGNS = { best: "✓", good: "", slip: "?!", mistake: "?", blunder: "??", missed: "✗" };

let shown = "";

// What stands on the button of a node.
function words(item) {
  if (item.k === "set") return t("set_up_node");
  return `${item.m}. ${item.k === "pass" ? t("pass_word") : item.at}`;
}

// What the review says of a move.
function sign(mark) {
  return element("span", { class: "mark-sign " + mark, title: t("mark_" + mark) }, element("span", { "aria-hidden": "true" }, SIGNS[mark]), element("span", { class: "spoken" }, " " + t("mark_" + mark)));
}

function entry(item, mark, go) {
  const kind = item.k === "move" ? item.c : "word";
  const parts = [words(item)];
  if (mark && SIGNS[mark]) parts.push(sign(mark));
  if (item.w) parts.push(element("span", { class: "noted", title: t("has_comment") }, "✎"));
  if (item.f) parts.push(element("span", { class: "folded", title: t("folded") }, "…"));
  return element("button", { class: `step ${kind}`, "data-node": item.n, tabindex: "-1", onclick: () => go(item.n) }, ...parts);
}

function redraw(items, isCut, marks, go) {
  const root = element("button", { class: "step word", "data-node": 0, tabindex: "-1", onclick: () => go(0) }, t("start"));
  let row = element("div", { class: "tree-row level-0" }, root);
  const rows = [row];
  let level = 0;
  for (const item of items) {
    if (item.b || item.l !== level) {
      level = item.l;
      row = element("div", { class: `tree-row level-${Math.min(level, DEEPEST)}` });
      rows.push(row);
    }
    row.append(entry(item, marks.get(item.n), go));
  }
  if (isCut) rows.push(element("p", { class: "soft" }, t("tree_cut")));
  box.replaceChildren(...rows);
}

// Draws the tree; go(node) goes to a node.
export function draw(study, language, go) {
  const marks = new Map((study.review?.points ?? []).map(([node, , , mark]) => [node, mark]));
  const key = JSON.stringify([study.items, [...marks], language]);
  if (key !== shown) {
    shown = key;
    redraw(study.items, study.isCut, marks, go);
  }
  box.querySelectorAll(".here").forEach((part) => {
    part.classList.remove("here");
    part.removeAttribute("aria-current");
    part.tabIndex = -1;
  });
  const here = box.querySelector(`[data-node="${study.here}"]`);
  if (!here) return;
  here.classList.add("here");
  here.setAttribute("aria-current", "step");
  here.tabIndex = 0;
  // Only the list scrolls, not the page.
  const top = here.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top + here.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top - box.clientHeight / 2;
  }
}
