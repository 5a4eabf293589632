// The colours of winning chances: orange for bad, white for even, blue for good, which
// people who are colour-blind tell apart too.

const POINTS = [[179, 88, 6], [244, 178, 102], [247, 247, 247], [134, 187, 226], [33, 102, 172]];

// The colour of a share of the point, 0 to 1, and the one of text on it.
export function shade(share) {
  const place = Math.min(Math.max(share, 0), 1) * (POINTS.length - 1);
  const from = Math.min(Math.floor(place), POINTS.length - 2);
  const mixed = POINTS[from].map((low, index) => Math.round(low + (POINTS[from + 1][index] - low) * (place - from)));
  const light = (mixed[0] * 299 + mixed[1] * 587 + mixed[2] * 114) / 1000;
  return { fill: `rgb(${mixed.join(",")})`, text: light > 135 ? "#111" : "#fff" };
}
