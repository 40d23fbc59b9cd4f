// The two pictures of the roofline explorer: speed over intensity, time over tokens.
import { clamp, logScale, s, textWidth } from "./dom.js";
import { FAMILY, area, axes, decades, gutter, hatch, labels, line, marker } from "./plot.js";
import { M_MAX, curveOf, shownPoints, timeOf } from "./roofline_case.js";
import { duration, full, m_at_intensity, percent, roof, scheme, sig } from "./model.js";

const TERA = 1e12;
const dash = (one) => ({ "stroke-dasharray": FAMILY[one.family].dash || null });
const spec = (cls, one) => `${cls}.lp-f-${one.family}${one.second ? ".lp-second" : ""}`;
const narrow = (W) => W < 400;

/** Lines, error band and measured points of every format; px and py give pixels of one row. */
function curves(g, c, W, px, py) {
  const all = c.all.map((one) => ({ one, curve: curveOf(c, one) }));
  for (const { one, curve } of all) {
    if (!curve[0].band) continue;
    const edge = (i) => curve.map((row) => [px(row), py({ ...row, seconds: row.band[i] })]);
    g.append(area([...edge(0), ...edge(1).reverse()], spec("lp-band", one)));
  }
  for (const { one, curve } of all) {
    const points = curve.map((row) => [px(row), py(row)]);
    if (c.calibrated) g.append(line(points, spec("lp-line", one), dash(one)));
  }
  if (!c.state.measured) return all;
  for (const one of c.all) {
    const measured = one.measured();
    if (!measured) continue;
    for (const row of shownPoints(measured, narrow(W))) {
      g.append(marker(one.family, px(row), py(row), 4, "lp-measured"));
    }
  }
  return all;
}

/** The strip at the bottom: where the roof of the chosen format is memory, where arithmetic. */
function strip(g, put, c, { L, R, B }, at) {
  const turn = clamp(at, L, R), zones = [["memory", L, turn, "mem"], ["compute", turn, R, "cmp"]];
  for (const [word, from, to, cls] of zones) {
    if (to - from < 1) continue;
    const high = cls === "mem" ? 6 : 9, box = { x: from, y: B - high, width: to - from, height: high };
    g.append(s(`rect.lp-${cls}`, { ...box, style: cls === "cmp" ? `fill:${hatch(g, "lp-cmp")}` : null }));
    const style = `lp-name.lp-halo.lp-${cls}`, end = cls === "mem";
    for (const words of [word + "-bound", word]) {
      if (textWidth(words, 13, 600) + 8 > to - from) continue;
      if (put(g, words, style, [[end ? to - 6 : from + 6, B - 14, end ? "end" : "start"]])) break;
    }
  }
}

const frameOf = (W, H, left, right) => ({ L: left, R: W - right, T: 30, B: H - 42 });

/** A name in one line, or in two where the picture is narrow: "W4A16" over "g128 zp". */
function words(one, W) {
  const [first, ...rest] = one.label.split(" ");
  return W < 560 && rest.length ? [first, rest.join(" ")] : [one.label];
}
const widest = (lists) => Math.max(...lists.flat().map((t) => textWidth(t, 13, 600)));

function openEnd(g, one, x, y) { // tells a second format of the same colour from the first
  if (one.second) g.append(marker(one.family, x, y, 5, "lp-measured"));
}

export function roofScene(g, W, H, c) {
  const place = labels(W, H), { put } = place, { gpu, main } = c;
  const roofed = c.all.filter((one) => one.now.ridge !== null);
  const peak = (one) => one.now.way.flops_per_s, bandwidth = gpu.hbm_bytes_per_s;
  const names = c.all.map((one) => {
    const top = one.now.ridge === null ? "?" : sig(peak(one) / TERA, 4);
    return W < 560 ? words(one, W) : one.label.length > 6 ? [one.label, top] : [`${one.label} ${top}`];
  });
  const box = frameOf(W, H, 44, widest(names) + 9), { L, R, T, B } = box;
  const ends = c.all.flatMap((one) => [one.at(1), one.at(M_MAX)]);
  const ais = ends.map((end) => end.intensity), ridges = roofed.map((one) => one.now.ridge);
  const aiLow = Math.min(0.5, ...ais), aiHigh = 1.6 * Math.max(2000, ...ais, ...ridges);
  const x = logScale(aiLow, aiHigh, L, R);
  const speeds = c.all.map((one) => one.at(1)).map((r) => r.flops / timeOf(c, r) / TERA);
  const low = 0.7 * Math.min((aiLow * bandwidth) / TERA, ...speeds);
  const high = 2 * Math.max(...roofed.map((one) => peak(one) / TERA), (100 * bandwidth) / TERA);
  const y = logScale(low, high, B, T);
  axes(g, put, { ...box, x, y, xTicks: decades(aiLow, aiHigh), yTicks: decades(low, high),
    xText: (t) => sig(t, 3), yText: (t) => sig(t, 3), xName: "FLOP per byte moved",
    yName: W < 480 ? "TFLOP/s, log scales" : "TFLOP/s (both scales are logarithmic)" });
  for (const ridge of ridges) g.append(line([[x(ridge), y((ridge * bandwidth) / TERA)], [x(ridge), B]], "lp-guide"));
  const px = (row) => x(row.intensity), py = (row) => y(row.flops / row.seconds / TERA);
  const slope = (ai) => [x(ai), y((ai * bandwidth) / TERA)];
  const first = Math.min(...ridges, ridges.length ? Infinity : aiHigh);
  g.append(line([slope(aiLow), slope(first)], "lp-slope")); // one memory roof for every format
  for (const one of roofed) {
    const top = y(peak(one) / TERA), points = [slope(first), slope(one.now.ridge), [R, top]];
    g.append(line(points, spec("lp-ideal", one), dash(one)));
  }
  curves(g, c, W, px, py);
  gutter(g, put, c.all.map((one, i) => ({ y: one.now.ridge === null ? T : y(peak(one) / TERA),
    lines: names[i], family: one.family })), R + 8, "start", T - 10, B);
  for (const one of roofed) openEnd(g, one, R, y(peak(one) / TERA));
  slopeName(g, place, slope, aiLow, first, bandwidth, c.calibrated ? 7 : 17);
  if (main.now.ridge !== null) strip(g, put, c, box, x(main.now.ridge));
  for (const ridge of new Set(ridges)) {
    const at = x(ridge), spots = [B - 32, B - 48].flatMap((h) => [[at + 6, h], [at - 6, h, "end"]]);
    put(g, "ridge " + sig(ridge, 3), "lp-word.lp-halo", ridge === first ? swap(spots) : spots);
  }
  neighbour(g, put, c, [[L + 6, T + 6], [L + 6, T - 10]]);
  return { ...box, px, py, x, y, place, c };
}

const swap = ([a, b, ...rest]) => [b, a, ...rest];

/** The bandwidth, written along the slope; its place is kept free of other texts. */
function slopeName(g, place, slope, from, to, bandwidth, above) {
  const [x0, y0] = slope(from), [x1, y1] = slope(to), length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const tb = sig(bandwidth / TERA, 4) + " TB/s", label = ["memory, " + tb, tb]
    .find((one) => textWidth(one) + 50 < length);
  if (!label) return;
  const wide = textWidth(label), start = 24;
  const turn = `translate(${x0 + start * ux},${y0 + start * uy}) rotate(${(Math.atan2(uy, ux) * 180) / Math.PI})`;
  g.append(s("text.lp-word.lp-halo.lp-turned", { y: -above, transform: turn }, label));
  for (let t = start; t < start + wide; t += 8) {
    const [cx, cy] = [x0 + t * ux, y0 + t * uy];
    place.block(cx - above - 7, cy - above - 11, cx + 4, cy);
  }
}

export function roofPoint(g, geometry, c) {
  const { x, R, place, px, py } = geometry, { main, other, gpu } = c, { n, k } = main;
  const dot = (one) => ({ ...one.now, seconds: timeOf(c, one.now) });
  if (other) g.append(marker(other.family, px(dot(other)), py(dot(other)), 6, "lp-point"));
  const now = dot(main), at = { x: px(now), y: py(now), family: main.family };
  if (now.ridge !== null && c.calibrated) {
    const top = roof(now.intensity, gpu, now.way), roofY = py({ ...now, seconds: now.flops / top });
    if (at.y - roofY > 14) g.append(line([[at.x, at.y - 13], [at.x, roofY]], spec("lp-gap", main)));
    const note = percent(now.flops / now.seconds / top) + " of its roof";
    place.copy().put(g, note, spec("lp-name.lp-halo", main), around(at, R));
  }
  const value = (pixel) => {
    const m = m_at_intensity(x.inv(pixel), n, k, scheme(main.name), now.way.act_bits);
    return m === null ? M_MAX : m;
  };
  return { ...at, value };
}

/** Where a note beside the point may stand, best first. */
const around = ({ x, y }, R) => [
  [x + 17, y + 17], [x + 17, y + 32], [R, y + 32, "end"], [x - 17, y - 10, "end"],
  [R, y + 48, "end"], [x - 17, y + 30, "end"], [x + 17, y - 12], [x - 17, y - 26, "end"],
  [x + 17, y - 28], [x - 17, y + 48, "end"], [x + 17, y + 64],
];

export function timeScene(g, W, H, c) {
  const place = labels(W, H), { put } = place, names = c.all.map((one) => words(one, W));
  const rows = c.all.flatMap((one) => [...curveOf(c, one), ...seen(c, one)]);
  const all = rows.flatMap((row) => [row.seconds, row.ideal ?? row.seconds]);
  const rough = frameOf(W, H, 0, 0), room = logScale(Math.min(...all), Math.max(...all),
    rough.B - 48, rough.T + 8); // the words over the strip need 48 px
  const low = room.inv(rough.B), high = room.inv(rough.T);
  const ticks = decades(low, high), left = 12 + Math.max(...ticks.map((t) => textWidth(duration(t))));
  const box = frameOf(W, H, left, 10), { L, R, T, B } = box;
  const start = L + widest(names) + 26, x = logScale(1, M_MAX, start, R), y = logScale(low, high, B, T);
  const every = W < 480 ? 8 : 4, xTicks = [];
  for (let m = 1; m <= M_MAX; m *= every) xTicks.push(m);
  axes(g, put, { ...box, x, y, xTicks, yTicks: ticks, xText: full, yText: duration,
    xName: "tokens in one step (M)", yName: "time of one matmul" });
  const px = (row) => x(row.m), py = (row) => y(row.seconds);
  const { main } = c, ridge = main.now.ridge;
  if (ridge !== null) {
    const turn = m_at_intensity(ridge, main.n, main.k, scheme(main.name), main.now.way.act_bits);
    strip(g, put, c, { L: start, R, B }, turn === null ? R : turn < 1 ? start : x(turn));
  }
  const drawn = curves(g, c, W, px, py);
  for (const { one, curve } of drawn) {
    const points = curve.map((row) => [px(row), y(row.ideal)]);
    g.append(line(points, spec("lp-ideal", one), dash(one)));
    openEnd(g, one, R, py(curve.at(-1)));
  }
  gutter(g, put, drawn.map(({ one, curve }, i) => ({ y: py(curve[0]), lines: names[i],
    family: one.family })), start - 18, "end", T - 8, B);
  crossing(g, place, c, drawn, { x, py, T, B });
  const thin = drawn.at(-1).curve;
  const gap = (row) => y(row.ideal) - py(row); // pixels between the two kinds of line
  const wide = thin.filter((row) => row.m < 65 && gap(row) > 16).map((row) => [px(row) + 4, y(row.ideal) - 5]);
  if (c.calibrated) put(g, "ideal", spec("lp-word.lp-halo", main), wide.concat(thin.slice(0, 20)
    .map((row) => [px(row) + 4, y(row.ideal) + 15])));
  neighbour(g, put, c, [[start + 6, T + 6], [start + 6, T + 24]]);
  return { ...box, px, py, x, y, place, c };
}

/** In the picture itself: measured points of another layer do not belong to the line. */
function neighbour(g, put, c, spots) {
  const other = c.state.measured && c.all.map((one) => one.measured()).find((found) => found && !found.exact);
  if (other) put(g, `hollow: measured at ${full(other.n)} × ${full(other.k)}`, "lp-word.lp-halo", spots);
}

const seen = (c, one) => (c.state.measured && one.measured()?.points) || [];

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

function crossing(g, place, c, drawn, { x, py, T, B }) {
  if (!c.other) return;
  const [other, main] = drawn.map((d) => d.curve);
  const ratio = main.map((row, i) => other[i].seconds / row.seconds), turn = turnOf(ratio);
  if (turn < 1) return;
  const at = main[turn], winner = ratio[turn] > 1 ? c.main : c.other, px = x(at.m), mid = py(at);
  g.append(line([[px, T], [px, B]], "lp-guide"));
  for (const d of [6, -6]) g.append(line([[px - 6, mid - d], [px + 6, mid + d]], "lp-cross"));
  const both = (y) => [[px - 7, y, "end"], [px + 7, y]];
  place.put(g, "even near " + sig(at.m, 2), "lp-word.lp-halo.lp-strong", both(T + 10));
  place.put(g, `beyond, ${winner.label} is faster`, "lp-word.lp-halo", both(T + 26));
}

export function timePoint(g, geometry, c) {
  const { x, R, place, px, py } = geometry, { main, other, state } = c;
  const dot = (one) => ({ m: state.m, seconds: timeOf(c, one.now) });
  if (other) g.append(marker(other.family, px(dot(other)), py(dot(other)), 6, "lp-point"));
  const at = { x: px(dot(main)), y: py(dot(main)), family: main.family };
  place.copy().put(g, duration(dot(main).seconds), spec("lp-name.lp-halo", main), around(at, R));
  return { ...at, value: (pixel) => x.inv(pixel) };
}
