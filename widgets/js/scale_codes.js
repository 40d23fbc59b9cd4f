// How many values each code of the format has: bars over the grid of the codes.
import { s } from "./dom.js";
import { labels, line } from "./plot.js";
import { decode, format_row } from "./lowbit-formats.js";
import { full, sig } from "./lowbit-text.js";

export const CODES_HEIGHT = 222;
const BARS_TOP = 30, BARS_BASE = 170;

/** [{value, count}] of every code with a finite value, lowest first; ±0 are one. */
export function codeCounts({ setting, counts }) {
  const f = format_row(setting.format), byValue = new Map();
  const codes = f.kind === "table" ? f.values.length : 2 ** f.bits;
  for (let code = 0; code < codes; code += 1) {
    const value = decode(code, f) + 0;
    if (Number.isFinite(value)) byValue.set(value, (byValue.get(value) ?? 0) + (counts[code] ?? 0));
  }
  return [...byValue].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

/** Bars at (x, y), `width` wide; a code that no value has keeps its tick. */
export function codeBars(g, { x, y, width }, side, family) {
  const all = codeCounts(side), used = all.filter(({ count }) => count > 0);
  const [lo, hi] = [all[0].value, all.at(-1).value], most = Math.max(...used.map(({ count }) => count));
  const at = (v) => x + 8 + ((v - lo) / (hi - lo)) * (width - 16), base = y + BARS_BASE;
  const put = labels(x + width + 6, base + 60).put;
  const gap = all.reduce((least, { value }, i) =>
    (i ? Math.min(least, at(value) - at(all[i - 1].value)) : least), Infinity);
  const bar = Math.max(Math.min(gap * 0.7, 18), 1.5);
  const tall = (count) => Math.max(2, (count / most) * (BARS_BASE - BARS_TOP - 16));
  const bars = used.map(({ value, count }) =>
    `M${at(value).toFixed(1)} ${base}v${-tall(count).toFixed(1)}`).join("");
  const ticks = all.map(({ value }) => `M${at(value).toFixed(1)} ${base + 3}v6`).join("");
  g.append(s("path.lp-bars.lp-f-" + family, { d: bars, "stroke-width": bar.toFixed(1) }),
    s("path.lp-axis", { d: ticks }), line([[x, base], [x + width, base]], "lp-axis"));
  const top = used.find(({ count }) => count === most);
  const name = (v) => sig(v, 3);
  put(g, `${full(most)} values`, "lp-word.lp-halo", [[at(top.value), base - tall(most) - 6, "middle"],
    [x + width, base - tall(most) - 6, "end"], [x, base - tall(most) - 6]]);
  for (const v of [lo, hi, 0]) {
    if (v >= lo && v <= hi) put(g, name(v), "lp-tick", [[at(v), base + 24, "middle"], [x + width, base + 24, "end"], [x, base + 24]]);
  }
  put(g, side.setting.zero_point ? "code" : "value / scale", "lp-tick", [[x + width, base + 40, "end"]]);
}
