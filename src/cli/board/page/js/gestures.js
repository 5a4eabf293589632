// What fingers and the right button do on a study's board: a swipe steps through the
// moves, the right button draws signs and arrows. Loaded when a study is opened.

const frame = document.getElementById("board-frame");
const board = document.getElementById("board");
const LEAST_SWIPE = 50; // in pixels
const LONGEST_SWIPE = 700; // in milliseconds

// The sign that the right button puts on a point.
function signOf({ shiftKey, altKey }) {
  if (shiftKey && altKey) return "triangle";
  if (shiftKey) return "cross";
  return altKey ? "square" : "circle";
}

// `isOpen` tells whether there is a study, `step` steps, `pointAt` names the point of an
// event, `mark` puts a sign there, or an arrow to another point; `draft` shows an arrow
// that is being drawn.
export function connect({ isOpen, step, pointAt, mark, draft }) {
  let swipe = null; // where a finger came down, and when
  let from = null; // where the right button went down
  let isSwiped = false; // whether the click that follows is a swipe's

  frame.addEventListener("pointerdown", (event) => {
    isSwiped = false;
    swipe = isOpen() && event.pointerType === "touch" && event.isPrimary ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
  });
  frame.addEventListener("pointercancel", () => { swipe = null; });
  frame.addEventListener("pointerup", (event) => {
    if (!swipe) return;
    const [right, down] = [event.clientX - swipe.x, event.clientY - swipe.y];
    const isQuick = event.timeStamp - swipe.at < LONGEST_SWIPE;
    swipe = null;
    if (!isQuick || Math.abs(right) < LEAST_SWIPE || Math.abs(right) < 2 * Math.abs(down)) return;
    isSwiped = true;
    step(right < 0 ? 1 : -1);
  });
  frame.addEventListener("click", (event) => {
    if (!isSwiped) return;
    isSwiped = false;
    event.stopPropagation();
  }, true);

  board.addEventListener("contextmenu", (event) => {
    if (isOpen()) event.preventDefault();
  });
  board.addEventListener("pointerdown", (event) => {
    if (event.button !== 2 || !isOpen()) return;
    from = pointAt(event);
    board.setPointerCapture(event.pointerId);
  });
  board.addEventListener("pointermove", (event) => {
    if (from) draft(from, pointAt(event));
  });
  board.addEventListener("pointerup", (event) => {
    if (event.button !== 2 || !from) return;
    const [begun, to] = [from, pointAt(event)];
    from = null;
    draft(null, null);
    if (to === begun) mark(begun, signOf(event), "");
    else if (to) mark(begun, "arrow", to);
  });
  board.addEventListener("pointercancel", () => {
    from = null;
    draft(null, null);
  });
}
