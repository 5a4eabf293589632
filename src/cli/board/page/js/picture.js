// The board as a picture: SVG that needs no style sheet, and PNG made from it.

const NS = "http://www.w3.org/2000/svg";
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size", "font-weight", "text-anchor", "dominant-baseline", "text-decoration", "stop-color", "stop-opacity"];
const WIDTH = 1200; // of the PNG, in pixels

// Writes the looks that the style sheet gives into the copy of a part.
function settle(part, copy) {
  const style = getComputedStyle(part);
  for (const name of LOOKS) {
    const value = style.getPropertyValue(name);
    if (value && value !== "none" && value !== "normal") copy.setAttribute(name, value);
    else if (name === "fill") copy.setAttribute(name, "none");
  }
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  [...part.children].forEach((child, index) => settle(child, copy.children[index]));
}

// The board as the text of an SVG file.
export function svgText() {
  const board = document.getElementById("board");
  const copy = board.cloneNode(true);
  settle(board, copy);
  for (const name of ["id", "tabindex", "role", "aria-label", "fill"]) copy.removeAttribute(name);
  // What only the pointer or the keyboard shows is no part of the picture.
  board.querySelectorAll("*").forEach((part, index) => part.matches(".ghost, .ghost *, .cursor, .confirm") && copy.querySelectorAll("*")[index].setAttribute("visibility", "hidden"));
  const [, , width, height] = board.getAttribute("viewBox").split(" ").map(Number);
  const defs = document.createElementNS(NS, "defs");
  for (const paint of document.getElementById("paints").children) {
    const same = paint.cloneNode(true);
    [...paint.children].forEach((part, index) => settle(part, same.children[index]));
    defs.append(same);
  }
  const ground = document.createElementNS(NS, "rect");
  ground.setAttribute("width", width);
  ground.setAttribute("height", height);
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(defs, ground);
  copy.setAttribute("xmlns", NS);
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("font-family", "sans-serif");
  return new XMLSerializer().serializeToString(copy).replaceAll(/url\("[^"#]*#/g, "url(\"#").replaceAll(/url\(&quot;[^#]*?#([\w-]+)&quot;\)/g, "url(#$1)");
}

// The same as a PNG.
export async function png() {
  const address = URL.createObjectURL(new Blob([svgText()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * image.height) / image.width);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  } finally {
    URL.revokeObjectURL(address);
  }
}
