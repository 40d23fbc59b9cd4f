// Where values stand: a linear axis, or a logarithmic one for the values of one sign.
import { clamp } from "./dom.js";
import { exponent_of, grid_step, largest, lowest, power_of_two, smallest } from "./lowbit-formats.js";

/** u(value): where a value stands; v(u): back; lo to hi: the whole range. On a logarithmic axis
 * zero stands at the left end. rounded(u, pixel): a value with the digits that a pixel can tell. */
export function axisOf({ f, scale, state, one, x }) {
  const made = (axis) => ({ ...axis, rounded: (u, pixel) => pixelDigits(axis.v(u), axis.v(u + pixel)) });
  if (state.scale === "linear") {
    const lo = lowest(f) * scale, hi = largest(f) * scale, pad = 0.08 * (hi - lo);
    return made({ lo: lo - (lo < 0 ? pad : pad / 2), hi: hi + pad, first: lo, last: hi, sign: 1,
      u: (v) => v, v: (u) => u });
  }
  const value = one && !Number.isNaN(one.value) ? one.value : x;
  const sign = (value < 0 || Object.is(value, -0)) && lowest(f) < 0 ? -1 : 1;
  const first = sign * smallest(f) * scale, last = (sign < 0 ? lowest(f) : largest(f)) * scale;
  const [low, top] = [first, last].map((v) => Math.log2(Math.abs(v)));
  const range = Math.max(top - low, 1), lo = low - Math.max(1.5, range / 16);
  return made({ lo, hi: top + Math.max(0.15, range / 24), first, last, sign, log: true,
    u: (v) => (sign * v > 0 ? Math.max(lo, Math.log2(sign * v)) : lo),
    v: (u) => (u <= lo ? 0 : sign * 2 ** u) });
}

/** v, rounded where the next pixel's value can still be told from it. */
function pixelDigits(v, next) {
  const unit = 10 ** Math.floor(Math.log10(Math.abs(next - v)));
  return unit > 0 && Number.isFinite(unit) ? Number((Math.round(v / unit) * unit).toPrecision(12)) : v;
}

const inside = (axis, v) => clamp(Number.isNaN(v) ? axis.lo : axis.u(v), axis.lo, axis.hi);

/** Where a case's value stands, and the width of about eight values around it. */
function nearOf({ one, x }, axis) {
  const at = one && Number.isFinite(one.value) ? one.value : x, u = inside(axis, at);
  const gaps = [one?.below, one?.above].filter((v) => v != null && (!axis.log || v * at > 0))
    .map((v) => Math.abs(inside(axis, v) - u));
  const whole = axis.hi - axis.lo, gap = axis.log && u <= axis.lo ? 0.7 : Math.max(...gaps, 0) || whole;
  return { u, near: Math.min(8 * gap, whole / 1.01), whole };
}

/** The window of the lower line for a zoom from 0 (all) to 1 (about eight values). */
export function windowOf(c, axis) {
  const { u, near, whole } = nearOf(c, axis), { zoom, center } = c.state;
  const width = whole ** (1 - zoom) * near ** zoom;
  const wanted = center === "" ? u : inside(axis, Number(center));
  const middle = clamp(wanted, axis.lo + width / 2, axis.hi - width / 2);
  return { from: middle - width / 2, to: middle + width / 2, times: whole / width };
}

/** The zoom at which the window of a case is this wide. */
export function zoomFor(c, axis, width) {
  const { near, whole } = nearOf(c, axis);
  return clamp(Math.log(whole / width) / Math.log(whole / near), 0, 1);
}

/** Stretches [from, to, step] in which the values stand evenly; step is without the scale. */
export function stretches({ f, scale }, axis) {
  if (f.kind === "int") return [[lowest(f) * scale, largest(f) * scale, 1]];
  if (f.kind !== "float") return [];
  const out = [], bottom = 1 - f.bias;
  for (const side of axis.log ? [axis.sign] : lowest(f) < 0 ? [1, -1] : [1]) {
    for (let e = exponent_of(largest(f)); e >= bottom; e -= 1) {
      const low = e === bottom ? 0 : power_of_two(e), high = Math.min(2 * power_of_two(e), largest(f));
      out.push([low * side * scale, high * side * scale, grid_step(power_of_two(e), f)]);
    }
  }
  return out;
}
