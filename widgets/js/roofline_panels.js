// The folded parts of the roofline explorer: formula, constants as knobs, an own GPU.
import { field, numberIn, slider } from "./controls.js";
import { DATA } from "./data.js";
import { h } from "./dom.js";
import { formula } from "./lowbit-answer.js";
import { sig } from "./lowbit-text.js";
import { KNOBS } from "./lowbit-speed.js";
import { TERA } from "./roofline_case.js";

/** details that stays as the reader left it; sync fills its body. */
function folded(title, body, sync) {
  const summary = h("summary", {}, title);
  const node = h("details.lp-folded", {}, summary, ...body);
  return { node, sync: (state, view) => sync(state, view, summary) };
}

/** Where the bandwidth and the peak in the formula come from. */
function hardwareSource({ gpu, main }) {
  const about = (word, key) => {
    const titles = (gpu.sources[key] ?? []).map((id) => DATA.hardware.sources[id].title);
    return titles.length ? `${word}: ${titles.join("; ")}. ${gpu.notes[key] ?? ""} ` : "";
  };
  return about("Bandwidth", "hbm_bytes_per_s") + about("Peak", "flops_per_s." + main.now.way.mma);
}

export function formulaPanel() {
  const pre = h("pre"), path = h("p.lp-small"), source = h("p.lp-small");
  return folded("Formula with these numbers", [pre, path, source], (_, view) => {
    const part = ({ family, label, now }) => [h("b.lp-f-" + family, {}, label + "\n"),
      formula(now, view.gpu).join("\n") + "\n\n"];
    pre.replaceChildren(...view.all.flatMap(part));
    path.textContent = view.main.now.path_text;
    source.textContent = hardwareSource(view);
  });
}

/** Knobs that are numbers inside their sliders' ranges; all else is dropped. */
export function fixKnobs(knobs) {
  const good = KNOBS.filter(([key, , lo, hi]) => knobs?.[key] >= lo && knobs[key] <= hi);
  return Object.fromEntries(good.map(([key]) => [key, Number(knobs[key])]));
}

export function knobsPanel(get, set) {
  const box = h("div.lp-controls.lp-knobs"), about = h("p.lp-small");
  const back = h("button.lp-button", { type: "button", onclick: () => set({ knobs: {} }) },
    "Back to the fitted constants");
  const knob = ([key, name, lo, hi, step]) => slider({ name, lo, hi, step,
    get: (_, view) => view.main.now.constants[key],
    set: (value) => set({ knobs: { ...get().knobs, [key]: value } }),
    show: (value, { rung }, { main }) => {
      const fitted = main.fit.rungs[rung]?.[key];
      return sig(value, 3) + (value === fitted ? "" : ` (fitted ${sig(fitted, 3)})`);
    } });
  const sliders = KNOBS.map((row) => ({ key: row[0], ...knob(row) }));
  box.append(...sliders.map(({ node }) => node));
  return folded("Constants", [about, box, back], (state, view, summary) => {
    const { label, now } = view.main, constants = now.constants ?? {};
    summary.textContent = `Constants of the ${label} line`;
    about.textContent = now.reason;
    if (constants.gemv) about.textContent = "The GEMV kernel for few tokens keeps its constants.";
    box.hidden = back.hidden = !now.constants;
    back.disabled = Object.keys(state.knobs).length === 0;
    for (const { key, node, sync } of sliders) {
      node.hidden = !(key in constants);
      if (!node.hidden) sync(state, view);
    }
  });
}

const PEAKS = { bf16: "16-bit peak", fp8: "FP8 peak", int8: "INT8 peak", fp4: "FP4 peak" };
const between = (x, lo, hi) => typeof x === "number" && x >= lo * TERA && x <= hi * TERA;
const bandwidthOk = (x) => between(x, 0.01, 1000), peakOk = (x) => between(x, 0.1, 1e6);
const peaks = (from) => Object.fromEntries(Object.keys(PEAKS).map((key) => [key, from(key)]));

/** A complete own GPU, or null when bandwidth or 16-bit peak make no sense. */
export function fixOwn(own) {
  const given = own?.flops_per_s ?? {};
  if (!bandwidthOk(own?.hbm_bytes_per_s) || !peakOk(given.bf16)) return null;
  return { name: String(own.name || "Your GPU").replace(/\p{Cc}/gu, "").slice(0, 40), hbm_bytes_per_s: own.hbm_bytes_per_s,
    flops_per_s: peaks((key) => (peakOk(given[key]) ? given[key] : null)) };
}

/** Fields that start from the chosen GPU; the first change makes an own one of it. */
export function ownPanel(view, set) {
  const now = () => {
    const { id, name, hbm_bytes_per_s, flops_per_s } = view().gpu;
    return { name: id === "own" ? name : "Your GPU", hbm_bytes_per_s,
      flops_per_s: peaks((key) => flops_per_s[key]) };
  };
  const change = (patch) => set({ gpu: "own", own_gpu: { ...now(), ...patch } });
  const number = ({ name, unit, good, range, get, set: put, empty = "" }) => field({ name, unit,
    get: () => (get() === null ? "" : sig(get() / TERA, 6)),
    set: (text) => {
      const none = empty && text.trim() === "", value = none ? null : numberIn(text) * TERA;
      if (!none && !good(value)) throw new Error(`Write a number of ${unit} ${range}${empty}.`);
      put(value);
    } });
  const fields = [
    field({ name: "Name", words: true, get: () => now().name,
      set: (text) => change({ name: text.trim() || "Your GPU" }) }),
    number({ name: "Bandwidth", unit: "TB/s", good: bandwidthOk, range: "from 0.01 to 1,000",
      get: () => now().hbm_bytes_per_s, set: (value) => change({ hbm_bytes_per_s: value }) }),
    ...Object.entries(PEAKS).map(([key, name]) => number({ name, unit: "TFLOP/s", good: peakOk,
      range: "from 0.1 to 1,000,000", empty: key === "bf16" ? "" : ", or nothing for no path",
      get: () => now().flops_per_s[key],
      set: (value) => change({ flops_per_s: { ...now().flops_per_s, [key]: value } }) })),
  ];
  const box = h("div.lp-controls.lp-fields", {}, ...fields.map(({ node }) => node));
  const about = h("p.lp-small", {}, "Starts from the GPU chosen above. Peaks are dense, without "
    + "sparsity; an empty one means that the GPU cannot multiply this format. "
    + "There are no constants for it, so its times are ideal.");
  const sync = (...shown) => fields.forEach((one) => one.sync(...shown));
  return folded("Your own GPU", [about, box], sync);
}
