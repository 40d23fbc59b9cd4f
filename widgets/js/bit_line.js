// All values of a format on a line: above the whole range, below the part one looks at.
import { clamp, s } from "./dom.js";
import { labels, line, text } from "./plot.js";
import { number_text } from "./lowbit-code_fields.js";
import { value_count } from "./lowbit-formats.js";
import { count_of_sign, first_value } from "./lowbit-stored.js";
import { full } from "./lowbit-text.js";
import { axisOf, stretches, windowOf } from "./bit_axis.js";

const TOP = 24, LANE = 14, BASE = 120, TICK = 14; // the two lines, from the top
const DRAG_TOP = TOP + LANE + 10; // a drag that begins above this height moves the window
export const LINE_HEIGHT = 192;

/** Values between two places of the axis as [pixel, value], at most one a pixel. */
function valuePlaces({ f, scale }, axis, [from, to], [L, R]) {
  const per = (R - L) / (to - from), out = [];
  const pixel = (v) => L + (axis.u(v) - from) * per;
  for (let at = L; at <= R;) {
    const v = first_value(axis.v(from + (at - L) / per) / scale, f, axis.sign > 0);
    const p = v === null ? Infinity : pixel(v * scale);
    if (p >= L - 0.5 && p <= R + 0.5) out.push([p, v * scale]);
    at = Math.max(at, p) + 1;
  }
  return { out, pixel };
}

/** Ticks; where they would run together, one block. */
function tickMarks(g, out, top, height, cls) {
  for (let i = 0; i < out.length;) {
    let j = i;
    while (j + 1 < out.length && out[j + 1][0] - out[j][0] < 1.4) j += 1;
    const [[a], [b]] = [out[i], out[j]];
    const box = { x: (a - 0.5).toFixed(1), y: top, width: (b - a + 1).toFixed(1), height };
    g.append(s(`rect.lp-tickmark.${cls}`, box));
    i = j + 1;
  }
}

/** The upper line: everything, and its name. */
export function lineScene(g, W, H, c) {
  const axis = axisOf(c), many = axis.log ? count_of_sign(c.f, axis.sign) : value_count(c.f);
  const side = axis.log ? (axis.sign < 0 ? " negative" : " positive") : "";
  const name = axis.log ? "logarithmic" : "linear";
  const values = many === 1 ? `the one${side} value` : `all ${full(many)}${side} values`;
  g.append(text(0, 12, `${values}, ${name}`, "lp-word"));
  const { out, pixel } = valuePlaces(c, axis, [axis.lo, axis.hi], [2, W - 2]);
  tickMarks(g, out, TOP, LANE, "lp-f-" + c.family);
  g.append(line([[0, TOP + LANE], [W, TOP + LANE]], "lp-axis"));
  return { axis, over: pixel, W };
}

/** The step between neighbours over each stretch where it stays the same. */
function stepBrackets(g, put, c, axis, pixel, [L, R]) {
  const y = BASE + 36;
  for (const [a, b, step] of stretches(c, axis)) {
    const [p, q] = [pixel(a), pixel(b)].map((at) => clamp(at, L, R)).sort((m, n) => m - n);
    const words = number_text(step * c.scale, 4) + " apart";
    if (q - p < 24 || !put(g, words, "lp-tick", [[(p + q) / 2, y + 16, "middle"]])) continue;
    g.append(line([[p + 2, y - 4], [p + 2, y], [q - 2, y], [q - 2, y - 4]], "lp-axis"));
  }
}

/** The words beside the typed value's mark. */
function typedWords({ x, held }, beyond) {
  if (Number.isNaN(x)) return "NaN has no place on a line";
  const place = beyond ? ["", "further right: ", "further left: "].at(beyond) : "";
  return place + (held ? "these bits" : "typed " + number_text(x, 6));
}

/** Which part of the upper line the lower one shows. */
function windowMark(g, over, axis, { from, to }, [L, R], W) {
  const [a, b] = [from, to].map((u) => clamp(over(axis.v(u)), 2, W - 2)), y = TOP + LANE + 4;
  g.append(s("rect.lp-window", { x: a, y: TOP - 4, width: Math.max(b - a, 3), height: LANE + 8 }),
    line([[a, y], [L, BASE - TICK - 6]], "lp-guide"), line([[b, y], [R, BASE - TICK - 6]], "lp-guide"));
}

/** The stored value as a long tick with its name, and an arrow to it from the typed one. */
function storedMark(g, put, words, stored, at, cls, R) {
  g.append(line([[stored, BASE - TICK - 8], [stored, BASE]], "lp-line." + cls));
  put(g, words, "lp-name." + cls, [[stored, BASE + 17, "middle"], [R + 8, BASE + 17, "end"],
    [0, BASE + 17]]);
  if (Math.abs(at - stored) < 16) return;
  const side = Math.sign(at - stored), tip = stored + 4 * side, y = BASE - TICK - 6;
  g.append(line([[at, BASE - 28], [at, y], [tip, y]], "lp-cross"),
    line([[tip + 5 * side, y - 4], [tip, y], [tip + 5 * side, y + 4]], "lp-cross"));
}

/** Names of ticks: the neighbours first, then powers of two, then whatever stands apart. */
function tickNames(g, put, words, out, { one, scale }, at) {
  const gap = (i) => Math.min(...[out[i - 1], out[i + 1]].filter(Boolean)
    .map((tick) => Math.abs(tick[0] - out[i][0])));
  const merit = ([, v]) => [one?.below, one?.above].includes(v) ? 2
    : v === 0 || Number.isInteger(Math.log2(Math.abs(v / scale))) ? 1 : 0;
  const rank = (tick) => Math.abs(tick[0] - at) - 1e4 * merit(tick);
  const named = out.filter((tick, i) => gap(i) > 3 || merit(tick) > 0).sort((a, b) => rank(a) - rank(b));
  for (const [p, v] of named.slice(0, 80)) put(g, words(v), "lp-tick", [[p, BASE + 17, "middle"]]);
}

/** The lower line: the values in the window, the typed one, and what is stored. */
export function linePoint(g, { axis, over, W }, c) {
  const { one, x, f, family, scale } = c, cls = "lp-f-" + family, span = [8, W - 8], [L, R] = span;
  const shown = windowOf(c, axis), { from, to } = shown, y = BASE - 38, none = Number.isNaN(x);
  const { out, pixel } = valuePlaces(c, axis, [from, to], span), { put } = labels(W, LINE_HEIGHT);
  const words = (v) => number_text(v, scale === 1 && f.kind !== "table" ? 9 : 4);
  const ends = [axis.first, axis.last].map((v) => clamp(pixel(v), L, R)); // beyond: dotted
  windowMark(g, over, axis, shown, span, W);
  g.append(line([[L, BASE], [R, BASE]], "lp-guide"), line(ends.map((p) => [p, BASE]), "lp-axis"));
  tickMarks(g, out, BASE - TICK, TICK, cls);
  const u = none ? from : axis.u(x), at = none ? L : clamp(pixel(x), L, R);
  const stored = one && Number.isFinite(one.value) ? pixel(one.value) : NaN;
  if (stored >= L - 1 && stored <= R + 1) storedMark(g, put, words(one.value), stored, at, cls, R);
  tickNames(g, put, words, out, c, at);
  stepBrackets(g, put, c, axis, pixel, span);
  put(g, typedWords(c, u > to ? 1 : u < from ? -1 : 0), "lp-name.lp-halo",
    none ? [[0, y + 4]] : [[at + 17, y + 4], [at - 17, y + 4, "end"]]);
  const per = (to - from) / (R - L), center = axis.v((from + to) / 2);
  const value = (px, began) => began < DRAG_TOP
    ? { center: axis.v(axis.lo + (clamp(px, 2, W - 2) - 2) / (W - 4) * (axis.hi - axis.lo)) }
    : { typed: axis.rounded(from + (clamp(px, L, R) - L) * per, per), center, width: to - from, axis };
  return { x: at, y, family, hidden: none, value };
}
