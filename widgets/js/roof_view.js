// Speed over intensity: the roofs, the predicted line under them, the measured points.
import { logScale, s, textWidth } from "./dom.js";
import { axes, decades, gutter, labels, line } from "./plot.js";
import { M_MAX, TERA, timeOf } from "./roofline_case.js";
import { around, boxOf, curves, dash, nameLines, neighbour, ofFormat, openEnd, owner, points,
  strip, widest } from "./view_parts.js";
import { m_at_intensity, roof } from "./lowbit-roofline.js";
import { scheme } from "./lowbit-schemes.js";
import { percent, sig } from "./lowbit-text.js";

const peakOf = (one) => one.now.way.flops_per_s;

/** Logarithmic scales that hold every roof, every predicted point and M from 1 to the largest. */
function scales(c, roofed, { L, R, T, B }) {
  const bandwidth = c.gpu.hbm_bytes_per_s;
  const ends = c.all.flatMap((one) => [one.at(1), one.at(M_MAX)]);
  const intensities = ends.map((end) => end.intensity);
  const low = Math.min(0.5, ...intensities, ...roofed.map((one) => one.now.ridge / 4));
  const high = 1.6 * Math.max(2000, ...intensities, ...roofed.map((one) => one.now.ridge));
  const speeds = ends.map((end) => end.flops / timeOf(c, end));
  const slowest = 0.7 * Math.min(low * bandwidth, ...speeds);
  const fastest = 2 * Math.max(100 * bandwidth, ...speeds, ...roofed.map(peakOf));
  return { x: logScale(low, high, L, R), y: logScale(slowest / TERA, fastest / TERA, B, T) };
}

export function roofScene(g, W, H, c) {
  const place = labels(W, H), { put } = place, bandwidth = c.gpu.hbm_bytes_per_s;
  const roofed = c.all.filter((one) => one.now.ridge !== null); // a peak without source: no roof
  const names = c.all.map((one) => {
    const top = one.now.ridge === null ? "?" : sig(peakOf(one) / TERA, 4);
    if (W < 560) return nameLines(one, W);
    return one.label.length > 6 ? [one.label, top] : [`${one.label} ${top}`];
  });
  const box = boxOf(W, H, 44, widest(names) + 9), { L, R, T, B } = box;
  const { x, y } = scales(c, roofed, box), [from, to] = x.domain;
  const px = (row) => x(row.intensity), py = (row) => y(row.flops / row.seconds / TERA);
  axes(g, put, { ...box, x, y, xTicks: decades(from, to), yTicks: decades(...y.domain),
    xText: (t) => sig(t, 3), yText: (t) => sig(t, 3), xName: "FLOP per byte moved",
    yName: W < 480 ? "TFLOP/s, log scales" : "TFLOP/s (both scales are logarithmic)" });

  const slope = (intensity) => [x(intensity), y((intensity * bandwidth) / TERA)];
  const ridges = [...new Set(roofed.map((one) => one.now.ridge))].sort((a, b) => a - b);
  const first = ridges[0] ?? to;
  for (const ridge of ridges) g.append(line([slope(ridge), [x(ridge), B]], "lp-guide"));
  g.append(line([slope(from), slope(first)], "lp-slope")); // one memory roof for every format
  for (const one of roofed) {
    const flat = [R, y(peakOf(one) / TERA)], corners = [slope(first), slope(one.now.ridge), flat];
    g.append(line(corners, ofFormat("lp-ideal", one), dash(one)));
    openEnd(g, one, ...flat);
  }
  curves(g, c, W, px, py);

  gutter(g, put, c.all.map((one, i) => ({ lines: names[i], family: one.family,
    y: one.now.ridge === null ? T : y(peakOf(one) / TERA) })), R + 8, "start", T - 10, B);
  slopeName(g, place, slope(from), slope(first), bandwidth, c.calibrated ? 7 : 17);
  if (c.main.now.ridge !== null) strip(g, put, box, x(c.main.now.ridge), c.main.label);
  ridges.forEach((ridge, i) => {
    const [left, right] = [-6, 6].map((d) => [B - 32, B - 48].map((height) =>
      [x(ridge) + d, height, d < 0 ? "end" : "start"]));
    const spots = i < ridges.length - 1 ? [...left, ...right] : [...right, ...left];
    put(g, "ridge " + sig(ridge, 3), "lp-word.lp-halo", spots);
  });
  neighbour(g, put, c, [[L + 6, T + 6], [L + 6, T - 10]]);
  owner(g, put, c, [[L + 6, T + 22], [L + 6, T + 6], [L + 6, T + 38]]);
  return { R, x, px, py, place };
}

/** The bandwidth, written along the slope; its place is kept free of other texts. */
function slopeName(g, place, [x0, y0], [x1, y1], bandwidth, above) {
  const length = Math.hypot(x1 - x0, y1 - y0), [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const short = sig(bandwidth / TERA, 4) + " TB/s", start = 24;
  const words = ["memory, " + short, short].find((one) => textWidth(one) + 50 < length);
  if (!words) return;
  const degrees = (Math.atan2(uy, ux) * 180) / Math.PI;
  const transform = `translate(${x0 + start * ux},${y0 + start * uy}) rotate(${degrees})`;
  g.append(s("text.lp-word.lp-halo.lp-turned", { y: -above, transform }, words));
  for (let t = start; t < start + textWidth(words); t += 8) {
    const [x, y] = [x0 + t * ux, y0 + t * uy];
    place.block(x - above - 7, y - above - 11, x + 4, y);
  }
}

export function roofPoint(g, geometry, c) {
  const { main, gpu } = c, { x, py, R, place } = geometry;
  const at = points(g, geometry, c), { row } = at;
  if (c.calibrated) {
    const top = roof(row.intensity, gpu, row.way);
    const gap = [[at.x, at.y - 13], [at.x, py({ ...row, seconds: row.flops / top })]];
    if (gap[1][1] < gap[0][1]) g.append(line(gap, ofFormat("lp-gap", main)));
    const note = percent(row.flops / row.seconds / top) + " of its roof";
    place.copy().put(g, note, ofFormat("lp-name.lp-halo", main), around(at, R));
  }
  const value = (pixel) => {
    const s = scheme(main.name);
    return m_at_intensity(x.inv(pixel), main.n, main.k, s, row.way.act_bits) ?? M_MAX;
  };
  return { ...at, value };
}
