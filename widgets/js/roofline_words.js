// What the explorer says in words: where we look, the answer, the sources; and its points as rows.
import { MODELS, curveOf } from "./roofline_case.js";
import { answer } from "./lowbit-answer.js";
import { full, percent } from "./lowbit-text.js";

const shape = ({ n, k }) => `${full(n)} × ${full(k)}`;
const engineName = (c) => c.engine.replace("@", " ");

/** GPU, engine and layer in one line. */
export function where(c) {
  const { state, gpu, main } = c, model = MODELS.find((one) => one.id === state.model);
  const name = state.layer.replaceAll("_", " ");
  const layer = state.layer === "free" ? "" : `${name} of ${model.name}, `;
  return [gpu.name, engineName(c), `${layer}N × K = ${shape(main)}`].filter(Boolean).join(" · ");
}

/** The answer: claim, reason, and a note on a line of its own. */
export const said = ({ state, main, other }) => answer(state.m, main.now, other && other.now);

/** What the lines and markers are, how far off they can be, and where they come from. */
export function sourceOf(c) {
  const { median_error: half, p90_error: most } = c.main.now, out = [];
  if (c.calibrated) {
    out.push(`Thick line: constants of ${engineName(c)} on ${c.gpu.name}.`);
    out.push(half === null ? "You moved them, so no error is known."
      : `On shapes that were not fitted, half of the ${c.main.label} predictions are within `
        + `${percent(half)}, nine in ten within ${percent(most)} (pale band).`);
  }
  out.push(`${c.calibrated ? "Thin" : "Line"}: ideal, published bandwidth and dense peak.`);
  if (c.state.measured && c.engine !== c.result?.engine) out.push(...measuredWords(c));
  if (c.result) out.push(...yourWords(c));
  return out.join(" ");
}

/** What the ringed points are, and which of them cannot be. */
function yourWords({ result, gpu, all, state }) {
  if (result.gpu !== gpu.id) return [`Your file is of ${result.name}: choose it as the GPU.`];
  const found = all.map((one) => [one.label, one.yours()]).filter(([, one]) => one);
  if (!found.length) return ["Your file has no times of these formats."];
  const places = grouped(found.map(([label, one]) => [` at ${shape(one)}`
    + `${one.exact || state.view === "roof" ? "" : " (not drawn: another layer)"}.`, label]));
  const out = places.map(([key, names]) => `Ringed: ${names} of your file, the matmul alone,${key}`);
  const above = found.flatMap(([, one]) => one.points).filter((point) => point.above).length;
  const cause = "faster than the roof allows (a cache, or a wrong time).";
  return above ? [...out, `Crossed out: ${above} ${cause}`] : out;
}

/** [key, label] pairs as [key, "A and B"], one for each key. */
function grouped(pairs) {
  const groups = new Map();
  for (const [key, label] of pairs) groups.set(key, [...(groups.get(key) ?? []), label]);
  return [...groups].map(([key, labels]) => [key, labels.join(" and ")]);
}

/** One sentence for the formats that share a measured layer, one for those without any. */
function measuredWords(c) {
  const place = c.engine ? `with ${engineName(c)} on` : "on";
  const of = (one) => {
    const found = one.measured(), near = found?.exact ? "" : ", the nearest measured layer";
    const seen = found && one.drawn() ? "" : " (not drawn: its time cannot be compared)";
    return [found ? ` measured at ${shape(found)}${near}${seen}.` : "", one.label];
  };
  return grouped(c.all.map(of)).map(([key, names]) => key ? `Hollow: ${names}${key}`
    : `No measured times for ${names} ${place} ${c.gpu.name}.`);
}

/** One row a point: all that is drawn, in SI units. */
export function pointRows(c) {
  const row = (one, kind, point, { n, k }) => ({
    kind, gpu: c.gpu.name, engine: c.engine, format: one.name,
    rung: kind === "calibrated" ? one.step : "", m: point.m, n, k, seconds: point.seconds,
    flop_per_byte: point.intensity, flop_per_s: point.flops / point.seconds,
  });
  return c.all.flatMap((one) => {
    const curve = curveOf(c, one), found = one.drawn(), yours = one.yoursDrawn();
    const ideal = curve.map((point) => ({ ...point, seconds: point.ideal }));
    return [
      ...ideal.map((point) => row(one, "ideal", point, one)),
      ...(c.calibrated ? curve : []).map((point) => row(one, "calibrated", point, one)),
      ...(found ? found.points : []).map((point) => row(one, "measured", point, found)),
      ...(yours ? yours.points : []).map((point) => row(one, "yours", point, yours)),
    ];
  });
}
