// The folded parts of the roofline explorer: formula, constants as knobs, an own GPU.
import { h } from "./dom.js";
import { field, numberIn, slider } from "./controls.js";
import { DATA } from "./data.js";
import { formula, sig } from "./model.js";

/** details that stays as the reader left it; sync fills its body. */
function folded(title, body, sync) {
  const summary = h("summary", {}, title), node = h("details.lp-folded", {}, summary, ...body);
  return { node, sync: (state, view) => sync(state, view, summary, node) };
}

const titleOf = (key) => DATA.hardware.sources[key]?.title ?? key;

/** Where the bandwidth and the peak in the formula come from. */
function hardwareSource({ gpu, main }) {
  const peak = "flops_per_s." + main.now.way.mma, rows = [["Bandwidth", "hbm_bytes_per_s"], ["Peak", peak]];
  return rows.flatMap(([word, key]) => {
    const titles = (gpu.sources[key] ?? []).map(titleOf);
    return titles.length ? [`${word}: ${titles.join("; ")}.`, gpu.notes?.[key] ?? ""] : [];
  }).filter(Boolean).join(" ");
}

export function formulaPanel() {
  const pre = h("pre"), path = h("p.lp-small"), source = h("p.lp-small");
  return folded("Formula with these numbers", [pre, path, source], (_, view) => {
    const part = (one) => [h("b.lp-f-" + one.family, {}, one.label + "\n"),
      formula(one.now, view.gpu).join("\n") + "\n\n"];
    pre.replaceChildren(...view.all.flatMap(part));
    path.textContent = view.main.now.path_text;
    source.textContent = hardwareSource(view);
  });
}

/** Every constant a reader can move: path in the constants, words, range. Limits are only those
 * of the sliders. */
const KNOBS = [
  ["e_bw", "share of the bandwidth reached", 0.05, 1, 0.01],
  ["e_fl", "share of the peak reached", 0.05, 1, 0.01],
  ["t0_us", "fixed time, µs", 0, 60, 0.1],
  ["ns_per_k", "serial loop, ns per K", 0, 8, 0.05],
  ["p", "overlap p (1 = none)", 1, 8, 0.1],
  ["tm_min", "smallest tile, rows", 8, 256, 8],
  ["tm_max", "largest tile, rows", 8, 256, 8],
  ["tn", "tile, columns", 32, 256, 32],
  ["split", "most tiles that share an output (split-K)", 1, 16, 1],
];
export const KNOB_LINKS = Object.fromEntries(KNOBS.map(([key]) => ["knobs." + key, "number"]));

/** Knobs that are numbers inside their sliders' ranges; all else is dropped. */
export function fixKnobs(knobs) {
  const good = KNOBS.filter(([key, , lo, hi]) => knobs?.[key] >= lo && knobs[key] <= hi);
  return Object.fromEntries(good.map(([key]) => [key, Number(knobs[key])]));
}

export function knobsPanel(get, set) {
  const box = h("div.lp-controls.lp-knobs"), none = h("p.lp-small");
  const back = h("button.lp-button", { type: "button", onclick: () => set({ knobs: {} }) },
    "Back to the fitted constants");
  const rows = KNOBS.map(([key, name, lo, hi, step]) => ({ key, control: slider({ name, lo, hi, step,
    get: (_, view) => view.main.now.constants[key],
    set: (value) => set({ knobs: { ...get().knobs, [key]: value } }),
    show: (value, _, view) => {
      const fitted = view.main.fit.rungs[view.state.rung]?.[key];
      return sig(value, 3) + (value === fitted ? "" : ` (fitted ${sig(fitted, 3)})`);
    } }) }));
  box.append(...rows.map((row) => row.control.node));
  return folded("Constants", [none, box, back], (state, view, summary) => {
    const { constants } = view.main.now;
    summary.replaceChildren(`Constants of the ${view.main.label} line`);
    box.hidden = back.hidden = !constants;
    back.disabled = Object.keys(state.knobs).length === 0;
    none.textContent = constants
      ? (constants.gemv ? "Few tokens run through another kernel (GEMV), whose constants stay as fitted." : "")
      : view.main.now.reason;
    for (const { key, control } of rows) {
      const used = constants !== undefined && key in constants;
      control.node.hidden = !used;
      if (used) control.sync(state, view);
    }
  });
}

const PEAKS = [["bf16", "16-bit peak"], ["fp8", "FP8 peak"], ["int8", "INT8 peak"], ["fp4", "FP4 peak"]];
export const OWN_LINKS = { "own_gpu.name": "string", "own_gpu.hbm_bytes_per_s": "number",
  ...Object.fromEntries(PEAKS.map(([key]) => ["own_gpu.flops_per_s." + key, "number"])) };

const TERA = 1e12;
const between = (x, lo, hi) => typeof x === "number" && x >= lo * TERA && x <= hi * TERA;
const bandwidthOk = (x) => between(x, 0.01, 1000), peakOk = (x) => between(x, 0.1, 1e6);

/** A complete own GPU, or null when bandwidth or 16-bit peak make no sense. */
export function fixOwn(own) {
  if (!own || !bandwidthOk(own.hbm_bytes_per_s) || !peakOk(own.flops_per_s?.bf16)) return null;
  const peaks = PEAKS.map(([key]) => [key, peakOk(own.flops_per_s[key]) ? own.flops_per_s[key] : null]);
  return { name: String(own.name || "Your GPU").slice(0, 40), hbm_bytes_per_s: own.hbm_bytes_per_s,
    flops_per_s: Object.fromEntries(peaks) };
}

function inTera(text, ok, unit, range, empty) {
  if (text.trim() === "" && empty) return null;
  const value = numberIn(text) * TERA;
  if (ok(value)) return value;
  throw new Error(`Write a number of ${unit} ${range}${empty ? ", or nothing if it cannot multiply this" : ""}.`);
}

/** Fields that start from the chosen GPU; the first change makes an own one of it. */
export function ownPanel(view, set) {
  const now = () => {
    const { gpu } = view(), peaks = PEAKS.map(([key]) => [key, gpu.flops_per_s[key]]);
    return { name: gpu.id === "own" ? gpu.name : "Your GPU", hbm_bytes_per_s: gpu.hbm_bytes_per_s,
      flops_per_s: Object.fromEntries(peaks) };
  };
  const change = (patch) => set({ gpu: "own", own_gpu: { ...now(), ...patch } });
  const tera = (x) => (x === null || x === undefined ? "" : sig(x / TERA, 6));
  const fields = [
    field({ name: "Name", words: true, get: () => now().name,
      set: (text) => change({ name: text.trim() || "Your GPU" }) }),
    field({ name: "Bandwidth", unit: "TB/s", get: () => tera(now().hbm_bytes_per_s),
      set: (text) => change({ hbm_bytes_per_s: inTera(text, bandwidthOk, "TB/s", "from 0.01 to 1,000") }) }),
    ...PEAKS.map(([key, name]) => field({ name, unit: "TFLOP/s",
      get: () => tera(now().flops_per_s[key]),
      set: (text) => {
        const value = inTera(text, peakOk, "TFLOP/s", "from 0.1 to 1,000,000", key !== "bf16");
        change({ flops_per_s: { ...now().flops_per_s, [key]: value } });
      } })),
  ];
  const box = h("div.lp-controls.lp-fields", {}, ...fields.map((f) => f.node));
  const about = h("p.lp-small", {}, "Starts from the GPU chosen above. Peaks are dense, without sparsity; an empty one means that the "
    + "GPU cannot multiply this format. There are no constants for it, so its times are ideal.");
  return folded("Your own GPU", [about, box], (state, shown) => fields.forEach((f) => f.sync(state, shown)));
}
