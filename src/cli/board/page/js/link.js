// Links that hold a whole game: its SGF, compressed, behind `#s=`.

const LONGEST = 8 << 20; // of the unpacked game, in bytes

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    length += value.length;
    if (length > LONGEST) throw new Error("too long");
    pieces.push(value);
  }
}

// The link to a game.
export async function linkTo(sgf) {
  const packed = await through(new TextEncoder().encode(sgf), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const code = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${location.origin}${location.pathname}#s=${code}`;
}

// The game of a link as SGF; nothing if the text is no such link or is damaged.
export async function gameOf(text) {
  const found = /#s=([\w-]+)\s*$/.exec(text);
  if (!found) return null;
  try {
    const letters = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return await (await through(bytes, new DecompressionStream("deflate-raw"))).text();
  } catch {
    return null;
  }
}
