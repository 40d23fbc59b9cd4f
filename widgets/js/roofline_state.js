// The explorer's state: what a valid one is, and what a link may carry.
import { clamp } from "./dom.js";
import { GPUS, MODELS, M_MAX, enginesOf, gpuOf } from "./roofline_case.js";
import { scheme } from "./lowbit-schemes.js";
import { KNOBS, RUNGS } from "./lowbit-speed.js";

export const KEYS = ["gpu", "engine", "format", "compare", "model", "layer", "n", "k", "m", "view",
  "rung", "knobs", "measured", "own_gpu"];

const paths = (prefix, names) => names.map((name) => [prefix + name, "number"]);
/** What a link may set below an object: path -> type. */
export const LINKED = Object.fromEntries([
  ...paths("knobs.", KNOBS.map(([key]) => key)),
  ...paths("own_gpu.flops_per_s.", ["bf16", "fp8", "int8", "fp4"]),
  ["own_gpu.hbm_bytes_per_s", "number"], ["own_gpu.name", "string"],
]);

function known(format) {
  try { return scheme(format).name; } catch { return null; }
}

const layerOf = (state) => MODELS.find((model) => model.id === state.model)?.layers
  .find((layer) => layer.name === state.layer);

/** A valid state for any state: unknown names fall back, numbers are clamped. patch is what was
 * just changed: another format drops the knobs, another N or K makes the layer free. */
export function fix(state, patch) {
  const next = { ...state }, changes = (...keys) => keys.some((key) => key in patch);
  const whole = (key, most) => { next[key] = clamp(Math.round(next[key]), 1, most); };
  if (!gpuOf(next)) next.gpu = GPUS.find((gpu) => gpu.id === "h100-sxm").id;
  if (!enginesOf(gpuOf(next)).includes(next.engine)) next.engine = "";
  next.format = known(next.format) ?? "fp8-tensor";
  next.compare = known(next.compare) ?? "";
  if (!["roof", "time"].includes(next.view)) next.view = "roof";
  if (!RUNGS.includes(next.rung)) next.rung = "L3";
  if (changes("gpu", "engine", "format") && !changes("knobs")) next.knobs = {};
  if (changes("n", "k") && !changes("layer")) next.layer = "free";
  const layer = layerOf(next);
  if (layer) Object.assign(next, { n: layer.n, k: layer.k });
  else next.layer = "free";
  whole("m", M_MAX);
  whole("n", 1e7);
  whole("k", 1e7);
  return next;
}
