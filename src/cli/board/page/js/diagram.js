// Diagrams, and boards on which a point is chosen.

import { prefs } from "./prefs.js";
import { t, color } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const CELL = 40;
const LEFT = 1.4;
const TOP = 0.9;
// The pause between two stones of a line that is shown.
const PACE = 550;

function make(name, attributes = {}, text) {
  const part = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
  if (text !== undefined) part.textContent = text;
  return part;
}

const letter = (x) => String.fromCharCode(97 + x);

// The stones of a position: [point, colour, number of the move or null].
export function stones(of) {
  const { moves, black, white } = of.stones;
  if (moves) return moves.map((at, index) => [at, index % 2 ? "white" : "black", index + 1]);
  return [...black.map((at) => [at, "black", null]), ...white.map((at) => [at, "white", null])];
}

// The side that makes the nth move from a position on.
export const side = (of, index) => ((of.toMove === "black") === (index % 2 === 0) ? "black" : "white");

// A position as moves, passes where one colour has no more stones.
export function movesText(of) {
  if (of.stones.moves) return of.stones.moves.join("");
  const [black, white] = [[...of.stones.black], [...of.stones.white]];
  let text = "";
  let isBlack = true;
  while (black.length || white.length || isBlack !== (of.toMove === "black")) {
    text += (isBlack ? black : white).shift() ?? "-";
    isBlack = !isBlack;
  }
  return text;
}

// A position in words.
export function describe(of) {
  const named = (wanted) => stones(of).filter((one) => one[1] === wanted).map((one) => one[0]).join(" ") || "–";
  return t("diagram_label", { size: of.size.join("×"), black: named("black"), white: named("white") });
}

// A line of moves in words.
export const lineText = (of, line) => line.map((at, index) => `${color(side(of, index))} ${at}`).join(", ");

class Drawing {
  constructor(of, { crop, numbered = false, names = [], last = false } = {}) {
    this.of = of;
    const [width, height] = of.size;
    [this.x0, this.y0, this.x1, this.y1] = crop ?? [0, 0, width - 1, height - 1];
    this.names = names;
    this.numbered = numbered;
    this.last = last;
    const [columns, rows] = [this.x1 - this.x0 + 1, this.y1 - this.y0 + 1];
    this.svg = make("svg", { class: "drawing", viewBox: `0 0 ${(columns + 1.3) * CELL} ${(rows + 1.3) * CELL}` });
    this.marks = make("g");
    this.svg.append(this.grid(columns, rows), this.stones(), this.marks);
  }

  place(name) {
    return { x: name.charCodeAt(0) - 97, y: this.of.size[1] - Number(name.slice(1)) };
  }

  center(name) {
    const { x, y } = this.place(name);
    return { cx: (x - this.x0 + LEFT) * CELL, cy: (y - this.y0 + TOP) * CELL };
  }

  isShown(name) {
    const { x, y } = this.place(name);
    return x >= this.x0 && x <= this.x1 && y >= this.y0 && y <= this.y1;
  }

  grid(columns, rows) {
    const [width, height] = this.of.size;
    const group = make("g");
    const [left, top] = [LEFT * CELL, TOP * CELL];
    group.append(make("rect", { class: "wood", x: left - CELL * 0.75, y: top - CELL * 0.75, width: (columns + 0.5) * CELL, height: (rows + 0.5) * CELL, rx: 6 }));
    // Lines that continue outside the shown part are drawn to its edge.
    const before = [this.x0 > 0, this.y0 > 0].map((cut) => (cut ? CELL * 0.6 : 0));
    const behind = [this.x1 < width - 1, this.y1 < height - 1].map((cut) => (cut ? CELL * 0.6 : 0));
    for (let x = 0; x < columns; x++) {
      group.append(make("path", { class: "rule", d: `M${left + x * CELL} ${top - before[1]}v${(rows - 1) * CELL + before[1] + behind[1]}` }));
      group.append(make("text", { class: "label", x: left + x * CELL, y: (rows + 0.98) * CELL }, letter(x + this.x0).toUpperCase()));
    }
    for (let y = 0; y < rows; y++) {
      group.append(make("path", { class: "rule", d: `M${left - before[0]} ${top + y * CELL}h${(columns - 1) * CELL + before[0] + behind[0]}` }));
      group.append(make("text", { class: "label", x: 0.32 * CELL, y: top + y * CELL }, height - y - this.y0));
    }
    for (const star of this.of.stars ?? []) {
      if (this.isShown(star)) group.append(make("circle", { class: "star", ...this.center(star), r: 4 }));
    }
    return group;
  }

  stone(at, whose, label, kind = "") {
    const { cx, cy } = this.center(at);
    const group = make("g", { class: `stone ${whose} ${kind}`, "data-at": at });
    group.append(make("circle", { class: "body", cx, cy, r: CELL * 0.45 }));
    if (label != null) group.append(make("text", { class: "number", x: cx, y: cy }, label));
    return group;
  }

  text(at, kind, text) {
    let { cx, cy } = this.center(at);
    // Beside a cross there is room for a letter only in the corner.
    if (kind.endsWith("aside")) [cx, cy] = [cx + CELL * 0.36, cy - CELL * 0.34];
    const group = make("g", { class: kind });
    group.append(make("circle", { class: "under", cx, cy, r: CELL * (kind.endsWith("aside") ? 0.2 : 0.36) }), make("text", { x: cx, y: cy }, text));
    return group;
  }

  stones() {
    const group = make("g");
    const all = stones(this.of).filter(([at]) => this.isShown(at));
    for (const [at, whose, number] of all) group.append(this.stone(at, whose, this.numbered ? number : null));
    const last = this.of.stones.moves?.at(-1);
    if (this.last && last) group.append(make("circle", { class: "last-mark", ...this.center(last), r: CELL * 0.12 }));
    const taken = new Set(all.map(([at]) => at));
    const forbidden = new Set(this.of.forbidden ?? []);
    for (const [at, name] of this.of.marks ?? []) {
      const kind = taken.has(at) ? "mark on-stone" : forbidden.has(at) ? "mark aside" : "mark";
      group.append(this.text(at, kind, name));
    }
    for (const [at, name] of this.names) group.append(this.text(at, "mark name", name));
    for (const at of this.of.forbidden ?? []) group.append(this.cross(at));
    return group;
  }

  cross(at) {
    const { cx, cy } = this.center(at);
    const s = CELL * 0.2;
    return make("path", { class: "forbidden", d: `M${cx - s} ${cy - s}l${2 * s} ${2 * s}M${cx - s} ${cy + s}l${2 * s} ${-2 * s}` });
  }
}

// A position as a picture.
export function drawing(of, options = {}) {
  const { svg } = new Drawing(of, options);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", options.label ?? describe(of));
  return svg;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// A board on which a point is chosen by mouse, finger or keys, and lines are
// shown. `speak` receives what is under the cursor.
export class Chooser extends Drawing {
  constructor(of, { choose, speak }) {
    super(of, { last: true });
    this.taken = new Map(stones(of).map(([at, whose]) => [at, whose]));
    this.line = [];
    this.shown = 0;
    this.svg.classList.add("chooser");
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute("aria-label", describe(of));
    const point = (event) => {
      const box = this.svg.getScreenCTM();
      const x = Math.round((event.clientX - box.e) / box.a / CELL - LEFT) + this.x0;
      const y = Math.round((event.clientY - box.f) / box.d / CELL - TOP) + this.y0;
      const isInside = x >= this.x0 && y >= this.y0 && x <= this.x1 && y <= this.y1;
      return isInside ? this.name(x, y) : null;
    };
    this.svg.addEventListener("click", (event) => {
      const at = point(event);
      if (!at) return;
      this.cursor = at;
      choose(at);
    });
    this.svg.addEventListener("pointermove", (event) => {
      const at = event.pointerType === "touch" ? null : point(event);
      const next = at && !this.isTaken(at) ? at : null;
      if (next === this.ghost) return;
      this.ghost = next;
      this.draw();
    });
    this.svg.addEventListener("pointerleave", () => {
      this.ghost = null;
      this.draw();
    });
    this.svg.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const step = STEPS[event.key];
      if (step) {
        const { x, y } = this.place(this.cursor);
        const within = (value, least, most) => Math.min(Math.max(value, least), most);
        this.cursor = this.name(within(x + step[0], this.x0, this.x1), within(y + step[1], this.y0, this.y1));
        this.draw();
        const index = this.line.indexOf(this.cursor);
        const stone = this.taken.get(this.cursor) ?? (index >= 0 ? side(this.of, index) : null);
        speak(stone ? `${this.cursor}: ${color(stone)}` : this.cursor);
      } else if (event.key === "Enter" || event.key === " ") {
        choose(this.cursor);
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
    this.cursor = this.name(Math.floor(of.size[0] / 2), Math.floor((of.size[1] - 1) / 2));
    for (const what of ["focus", "blur"]) this.svg.addEventListener(what, () => this.draw());
  }

  name(x, y) {
    return letter(x) + (this.of.size[1] - y);
  }

  isTaken(at) {
    return this.taken.has(at) || this.line.includes(at);
  }

  // Shows a line stone by stone, after its first ones.
  show(line, first = 1) {
    this.line = line;
    this.ghost = null;
    this.shown = prefs.animation ? Math.min(first, line.length) : line.length;
    this.draw();
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (this.shown >= this.line.length || !this.svg.isConnected) return clearInterval(this.timer);
      this.shown += 1;
      this.draw();
    }, PACE);
  }

  draw() {
    this.marks.replaceChildren();
    this.line.slice(0, this.shown).forEach((at, index) => {
      this.marks.append(this.stone(at, side(this.of, index), index + 1, "tried"));
    });
    if (this.ghost) this.marks.append(this.stone(this.ghost, this.of.toMove, null, "ghost"));
    if (document.activeElement === this.svg && this.svg.matches(":focus-visible")) {
      const { cx, cy } = this.center(this.cursor);
      const s = CELL * 0.5;
      this.marks.append(make("rect", { class: "cursor", x: cx - s, y: cy - s, width: 2 * s, height: 2 * s, rx: 4 }));
    }
  }
}
