// From a state to all that is drawn: GPU, engine, one or two formats, their measured points.
import { DATA } from "./data.js";
import { engines_of, measured_format, nearest_shape, resolve_engine, row_of } from "./lowbit-lookup.js";
import { ideal } from "./lowbit-roofline.js";
import { scheme } from "./lowbit-schemes.js";
import { band, gemm } from "./lowbit-speed.js";

export const GPUS = DATA.hardware.gpus;
export const TERA = 1e12;
export const MODELS = DATA.layers.models;
export const M_MAX = 16384;
/** Quarter-octave steps are enough for a line; L4's steps need twice as many. */
const SAMPLES = [...new Set(Array.from({ length: 113 }, (_, i) => Math.round(2 ** (i / 8))))];

/** An own GPU as a row of hardware.json: null peaks are multiplications it does not have. */
export function ownRow(own) {
  const peaks = Object.fromEntries(Object.keys(GPUS[0].flops_per_s).map((key) => [key, null]));
  Object.assign(peaks, own.flops_per_s, { fp16: own.flops_per_s.bf16 });
  const without = Object.keys(peaks).filter((key) => peaks[key] === null);
  return { ...own, id: "own", vendor: "NVIDIA", sms: null, flops_per_s: peaks, no_path: without,
    sources: {}, notes: {} };
}

export const gpuOf = (state) => state.gpu === "own" && state.own_gpu
  ? ownRow(state.own_gpu) : GPUS.find((gpu) => gpu.id === state.gpu);
export const enginesOf = (gpu) => engines_of(DATA.constants, gpu.id);

/** The measured curve nearest to the layer, or null: {n, k, exact, row, points}. */
function measuredOf(gpu, engine, name, n, k) {
  const key = [gpu.id, engine, name, n, k].join();
  if (!found.has(key)) found.set(key, findMeasured(gpu, engine, name, n, k));
  return found.get(key);
}
const found = new Map(); // the same curve is asked for at every move of the slider

function findMeasured(gpu, engine, name, n, k) {
  const row = row_of(DATA.times.sets, gpu.id, engine, name);
  const times = (key) => row.m.map((m, i) => ({ m, seconds: row.us[key][i] / 1e6 }));
  return row && curveNear(row, times, gpu, name, n, k);
}

/** The same for the reader's own result file, where it is of this GPU and format. */
function yoursOf(result, gpu, name, n, k) {
  const row = result?.gpu === gpu.id
    && result.curves.find((one) => one.format === measured_format(name));
  return row ? curveNear(row, (key) => row.us[key], gpu, name, n, k) : null;
}

/** The nearest measured layer of a row, its points with their FLOP and intensity. */
function curveNear(row, times, gpu, name, n, k) {
  const key = nearest_shape(row, n, k), [rn, rk] = key.split("x").map(Number);
  const points = times(key).filter((p) => p.seconds && p.m <= M_MAX).map((p) => {
    const { flops, intensity } = ideal(p.m, rn, rk, gpu, scheme(name));
    return { ...p, flops, intensity };
  });
  return { n: rn, k: rk, exact: rn === n && rk === k, row, points };
}

/** The curve that the picture shows: FLOP/s of a neighbour can be compared, its time cannot. */
const drawnOf = (found, { view, measured }) =>
  measured && found && (found.exact || view === "roof") ? found : null;

/** One format on this GPU and layer. at(m): all that lowbit says about one matmul. */
function seriesOf(gpu, engine, result, name, { n, k, m, rung, knobs, view, measured }) {
  const fit = row_of(DATA.constants.sets, gpu.id, engine, name);
  const has = (one) => one === "ideal" || !fit || fit.rungs[one];
  const step = [rung, "L3", "L2"].find(has); // a result file has constants of L1 and L2
  const at = (tokens) => gemm(tokens, n, k, gpu, name, fit, step, knobs);
  const { label, family } = scheme(name);
  const yours = () => yoursOf(result, gpu, name, n, k);
  return { name, label, family, fit, step, at, now: at(m), n, k, gpu, yours,
    yoursDrawn: () => drawnOf(yours(), { view, measured: true }),
    measured: () => measuredOf(gpu, engine, name, n, k),
    drawn: () => drawnOf(measuredOf(gpu, engine, name, n, k), { view, measured }) };
}

/** Everything the pictures, the answer and the controls show for one valid state. */
export function caseOf(state, result) {
  const gpu = gpuOf(state);
  const engine = resolve_engine(DATA.constants, gpu.id, state.engine);
  const main = seriesOf(gpu, engine, result, state.format, state);
  const other = state.compare && state.compare !== state.format
    ? seriesOf(gpu, engine, result, state.compare, { ...state, knobs: {} }) : null;
  const all = other ? [other, main] : [main];
  const calibrated = all.every((one) => one.now.seconds !== null); // never one of each kind
  if (other) other.second = other.family === main.family; // one colour: thinner, open end
  return { state, gpu, engine, result, main, other, all, calibrated };
}

/** The time that is drawn; the memory time alone where the peak has no source. */
export const timeOf = (c, result) =>
  c.calibrated ? result.seconds : (result.ideal_seconds ?? result.memory_seconds);

/** The line of one format: [{m, flops, intensity, seconds, ideal, band}]. */
export const curveOf = (c, one) => SAMPLES.map((m) => {
  const result = one.at(m);
  return { m, flops: result.flops, intensity: result.intensity, seconds: timeOf(c, result),
    ideal: result.ideal_seconds ?? result.memory_seconds, band: c.calibrated && band(result) };
});

/** Measured points to draw: powers of two, of four where the picture is narrow. */
export function shownPoints(measured, narrow) {
  const base = narrow ? 4 : 2;
  return measured.points.filter(({ m }) => Number.isInteger(Math.log(m) / Math.log(base)));
}
