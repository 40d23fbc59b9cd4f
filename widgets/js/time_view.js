// Time over tokens: ideal, predicted and measured, and where the faster format changes.
import { logScale, textWidth } from "./dom.js";
import { axes, decades, gutter, labels, line } from "./plot.js";
import { M_MAX, curveOf } from "./roofline_case.js";
import { around, boxOf, curves, dash, nameLines, ofFormat, openEnd, owner, points, strip,
  widest } from "./view_parts.js";
import { m_at_intensity } from "./lowbit-roofline.js";
import { scheme } from "./lowbit-schemes.js";
import { duration, full, sig } from "./lowbit-text.js";

/** Shortest and longest time on the axis: all that is drawn, and 48 px for the words below it. */
function range(c, { T, B }) {
  const rows = c.all.flatMap((one) => {
    const found = [one.drawn(), one.yoursDrawn()].filter(Boolean);
    return [...curveOf(c, one), ...found.flatMap(({ points }) => points)];
  });
  const all = rows.flatMap((row) => [row.seconds, row.ideal ?? row.seconds]);
  const rough = logScale(Math.min(...all), Math.max(...all), B - 48, T + 8);
  return [rough.inv(B), rough.inv(T)];
}

export function timeScene(g, W, H, c) {
  const place = labels(W, H), { put } = place, { main } = c;
  const names = c.all.map((one) => nameLines(one, W)), domain = range(c, boxOf(W, H, 0, 0));
  const yTicks = decades(...domain), ticks = yTicks.map((t) => textWidth(duration(t)));
  const box = boxOf(W, H, 12 + Math.max(...ticks), 10), { L, R, T, B } = box;
  const start = L + widest(names) + 26, xTicks = [];
  const x = logScale(1, M_MAX, start, R), y = logScale(...domain, B, T);
  for (let m = 1; m <= M_MAX; m *= W < 480 ? 8 : 4) xTicks.push(m);
  axes(g, put, { ...box, x, y, xTicks, yTicks, xText: full, yText: duration,
    xName: "tokens in one step (M)", yName: "time of one matmul" });
  if (main.now.ridge !== null) {
    const { ridge, way } = main.now;
    const turn = m_at_intensity(ridge, main.n, main.k, scheme(main.name), way.act_bits);
    strip(g, put, { L: start, R, B }, turn === null ? R : x(turn), main.label);
  }
  const px = (row) => x(row.m), py = (row) => y(row.seconds), drawn = curves(g, c, W, px, py);
  for (const { one, curve } of drawn) {
    const thin = curve.map((row) => [px(row), y(row.ideal)]);
    g.append(line(thin, ofFormat("lp-ideal", one), dash(one)));
    openEnd(g, one, R, py(curve.at(-1)));
  }
  gutter(g, put, drawn.map(({ one, curve }, i) => ({ y: py(curve[0]), lines: names[i],
    family: one.family })), start - 18, "end", T - 8, B);
  if (c.other) crossing(g, put, c, drawn, { x, py, T, B });
  owner(g, put, c, [[start + 6, T + 6], [start + 6, T + 22], [start + 6, T + 38]]);
  if (c.calibrated) {
    const few = drawn.at(-1).curve.filter((row) => row.m < 65);
    const above = few.filter((row) => y(row.ideal) - py(row) > 16); // room between the two lines
    put(g, "ideal", ofFormat("lp-word.lp-halo", main), [
      ...above.map((row) => [px(row) + 4, y(row.ideal) - 5]),
      ...few.map((row) => [px(row) + 4, y(row.ideal) + 15]),
    ]);
  }
  return { R, x, px, py, place };
}

/** Index from which another format is faster for good; a lead below 5% changes nothing. */
function turnOf(ratio) {
  let leader = 0, turn = -1;
  ratio.forEach((r, i) => {
    const now = r > 1.05 ? 1 : r < 1 / 1.05 ? -1 : leader;
    if (leader && now !== leader) {
      turn = ratio.findLastIndex((q, j) => j > 0 && j <= i && q > 1 !== ratio[j - 1] > 1);
    }
    leader = now;
  });
  return turn;
}

function crossing(g, put, c, drawn, { x, py, T, B }) {
  const [other, main] = drawn.map((one) => one.curve);
  const ratio = main.map((row, i) => other[i].seconds / row.seconds), turn = turnOf(ratio);
  if (turn < 1) return;
  const { m } = main[turn], [at, height] = [x(m), py(main[turn])];
  const { label } = ratio[turn] > 1 ? c.main : c.other;
  g.append(line([[at, T], [at, B]], "lp-guide"));
  for (const d of [6, -6]) {
    g.append(line([[at - 6, height - d], [at + 6, height + d]], "lp-cross"));
  }
  const beside = (y) => [[at - 7, y, "end"], [at + 7, y]];
  put(g, "even near " + sig(m, 2), "lp-word.lp-halo.lp-strong", beside(T + 10));
  put(g, `beyond, ${label} is faster`, "lp-word.lp-halo", beside(T + 26));
}

export function timePoint(g, geometry, c) {
  const at = points(g, geometry, c), least = at.row.ridge === null ? "at least " : "";
  const words = least + duration(at.row.seconds); // without a peak only the bytes are known
  const cls = ofFormat("lp-name.lp-halo", c.main);
  geometry.place.copy().put(g, words, cls, around(at, geometry.R));
  return { ...at, value: (pixel) => geometry.x.inv(pixel) };
}
