// Small parts that the page is made of.

import { t } from "./words.js";

const by = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...children) {
  const part = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) part.addEventListener(key.slice(2), value);
    else if (value === true) part.setAttribute(key, "");
    else if (value !== false && value != null) part.setAttribute(key, value);
  }
  part.append(...children);
  return part;
}

const filled = new Map();

// Replaces the content of a box only if it changed: a button that is pressed or
// focused stays.
export function fill(box, parts) {
  const looks = parts.map((part) => part.outerHTML ?? part).join("");
  if (filled.get(box) === looks) return;
  filled.set(box, looks);
  const focused = box.contains(document.activeElement) && document.activeElement.id;
  box.replaceChildren(...parts);
  if (focused) by(focused)?.focus();
}

// A drawing of the page.
export function picture(id, kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", "#" + id);
  svg.append(use);
  return svg;
}

// A button; its title says more, or names the hotkey.
export function button(key, does, { kind = "", hotkey = "", off = false, values = {}, id, more } = {}) {
  const text = more ?? t(key, values);
  return element("button", {
    id, class: kind, disabled: off, onclick: does,
    title: hotkey ? `${text} (${hotkey})` : more,
  }, t(key, values));
}

// A button with a sign instead of words.
export const icon = (id, sign, key, does, { off = false, hotkey = "", pressed } = {}) => element("button", {
  id, class: "icon", "aria-label": t(key), title: hotkey ? `${t(key)} (${hotkey})` : t(key), disabled: off, "aria-pressed": pressed, onclick: does,
}, sign);

// Asks before something is done that cannot be taken back.
export function ask(key, does) {
  const box = by("dialog-ask");
  const yes = element("button", { class: "primary", id: "ask-yes", value: "yes" }, t(key));
  box.replaceChildren(element("form", { method: "dialog", onsubmit: does },
    element("h2", { id: "title-ask" }, t("ask_" + key)),
    element("div", { class: "buttons" }, yes, element("button", { type: "button", id: "ask-no", onclick: () => box.close() }, t("cancel")))));
  box.showModal();
}

// Gives a file to the browser to save.
export function download({ name, text, binary }) {
  const content = binary ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : text;
  const kind = binary ? "application/octet-stream" : "text/plain";
  downloadBlob(name, new Blob([content], { type: kind }));
}

export function downloadBlob(name, blob) {
  const link = element("a", { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
