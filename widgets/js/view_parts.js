// What the roof view and the time view share: lines and markers, the strip, names, notes.
import { clamp, s, textWidth } from "./dom.js";
import { FAMILY, area, hatch, line, marker } from "./plot.js";
import { curveOf, shownPoints, timeOf } from "./roofline_case.js";
import { full } from "./lowbit-text.js";

/** Classes of a mark in the colour of one format; the second of one colour is drawn thinner. */
export const ofFormat = (cls, one) =>
  `${cls}.lp-f-${one.family}${one.second ? ".lp-second" : ""}`;
export const dash = (one) => ({ "stroke-dasharray": FAMILY[one.family].dash || null });

/** The inside of a picture: room for an axis name above and ticks with a name below. */
export const boxOf = (W, H, left, right) => ({ L: left, R: W - right, T: 30, B: H - 42 });

/** A name in one line, or in two where the picture is narrow: "W4A16" over "g128 zp". */
export function nameLines(one, W) {
  const [first, ...rest] = one.label.split(" ");
  return W < 560 && rest.length ? [first, rest.join(" ")] : [one.label];
}
export const widest = (names) => Math.max(...names.flat().map((name) => textWidth(name, 13, 600)));

/** Error band, calibrated line and measured points of every format; px and py give the pixels of
 * a row {m, intensity, flops, seconds}. Returns [{one, curve}]. */
export function curves(g, c, W, px, py) {
  const drawn = c.all.map((one) => ({ one, curve: curveOf(c, one) }));
  for (const { one, curve } of drawn) {
    if (!curve[0].band) continue;
    const edge = (i) => curve.map((row) => [px(row), py({ ...row, seconds: row.band[i] })]);
    g.append(area([...edge(0), ...edge(1).reverse()], ofFormat("lp-band", one)));
  }
  for (const { one, curve } of c.calibrated ? drawn : []) {
    g.append(line(curve.map((row) => [px(row), py(row)]), ofFormat("lp-line", one), dash(one)));
  }
  for (const one of c.all) {
    const found = one.drawn();
    for (const row of found ? shownPoints(found, W < 400) : []) {
      g.append(marker(one.family, px(row), py(row), 4, "lp-measured"));
    }
    for (const row of one.yoursDrawn()?.points ?? []) ringed(g, one, px(row), py(row), row.above);
  }
  return drawn;
}

/** A point of the reader's own file: ringed, and crossed out where no such card can be so fast. */
function ringed(g, { family }, x, y, crossed) {
  for (const r of [7, 3]) g.append(marker(family, x, y, r, "lp-measured.lp-yours"));
  for (const d of crossed ? [7, -7] : []) {
    g.append(line([[x - 7, y - d], [x + 7, y + d]], "lp-cross"));
  }
}

/** In the picture itself: whose card the ringed points are of. */
export function owner(g, put, c, spots) {
  if (c.all.some((one) => one.yoursDrawn())) {
    put(g, "ringed: " + c.result.name, "lp-word.lp-halo", spots);
  }
}

/** The other format's point, filled; then where the chosen format's point stands. */
export function points(g, { px, py }, c) {
  const at = (one) => {
    const row = { ...one.now, m: c.state.m, seconds: timeOf(c, one.now) };
    return { x: px(row), y: py(row), row, family: one.family };
  };
  const other = c.other && at(c.other);
  if (other) g.append(marker(other.family, other.x, other.y, 6, "lp-point"));
  return at(c.main);
}

/** Where a note beside the point may stand, best first. */
export const around = ({ x, y }, R) => [
  [x + 17, y + 17], [x + 17, y + 32], [R, y + 32, "end"], [x - 17, y - 10, "end"],
  [R, y + 48, "end"], [x - 17, y + 30, "end"], [x + 17, y - 12], [x - 17, y - 26, "end"],
  [x + 17, y - 28], [x - 17, y + 48, "end"], [x + 17, y + 64],
];

/** The strip at the bottom: where the roof of the chosen format is memory, where arithmetic. */
export function strip(g, put, { L, R, B }, turn, label) {
  const zone = (word, cls, from, to, height, fill, x, anchor) => {
    const wide = to - from;
    if (wide < 1) return;
    g.append(s("rect.lp-" + cls, { x: from, y: B - height, width: wide, height, style: fill }));
    const bound = word + "-bound"; // with the name where there is room: it is one format's strip
    const words = [`${label} ${bound}`, bound, word].find((one) => textWidth(one, 13, 600) + 8 < wide);
    if (words) put(g, words, `lp-name.lp-halo.lp-${cls}`, [[x, B - 14, anchor]]);
  };
  const at = clamp(turn, L, R);
  zone("memory", "mem", L, at, 6, null, at - 6, "end");
  zone("compute", "cmp", at, R, 9, `fill:${hatch(g, "lp-cmp")}`, at + 6, "start");
}

/** An open marker at a line's end tells the second format of one colour from the first. */
export function openEnd(g, one, x, y) {
  if (one.second) g.append(marker(one.family, x, y, 5, "lp-measured"));
}

/** In the picture itself: measured points of another layer do not belong to the line. */
export function neighbour(g, put, c, spots) {
  const other = c.all.map((one) => one.drawn()).find((one) => one && !one.exact);
  if (!other) return;
  put(g, `hollow: measured at ${full(other.n)} × ${full(other.k)}`, "lp-word.lp-halo", spots);
}
