// The explorer's controls, in the order of use: tokens, picture, what is compared, the layer.
import { choose, field, numberIn, segment, slider, toggle } from "./controls.js";
import { h } from "./dom.js";
import { GPUS, MODELS, M_MAX, enginesOf } from "./roofline_case.js";
import { MENU, scheme } from "./lowbit-schemes.js";
import { RUNGS, check_size } from "./lowbit-speed.js";
import { full } from "./lowbit-text.js";

const RUNG_WORDS = {
  ideal: "bandwidth and peak only, nothing lost",
  L1: "two efficiencies and a fixed time",
  L2: "L1, the serial loop over K, and quantizing the activations",
  L3: "L2 with a fitted overlap and the kernel for few tokens",
  L4: "L3 with tiles and waves",
};

function gpuOptions(state) {
  const groups = new Map();
  for (const gpu of GPUS) {
    const group = `${gpu.vendor} ${gpu.architecture}`;
    const words = gpu.name + (gpu.status === "preliminary" ? " (preliminary)" : "");
    groups.set(group, [...(groups.get(group) ?? []), [gpu.id, words]]);
  }
  const own = state.own_gpu ? [["own", state.own_gpu.name]] : [];
  return [...own, ...[...groups].map(([group, options]) => ({ group, options }))];
}

function engineOptions(state, { gpu }) {
  const [first, ...rest] = enginesOf(gpu).map((id) => [id, id.replace("@", " ")]);
  return first ? [["", first[1] + " (default)"], ...rest] : [["", "none measured: ideal only"]];
}

function formatOptions(current) {
  const names = MENU.includes(current) || !current ? MENU : [...MENU, current];
  return names.map((name) => [name, scheme(name).label]);
}

function layerOptions() {
  const words = ({ name, n, k }) => `${name.replaceAll("_", " ")}: ${full(n)} × ${full(k)}`;
  const group = (model) => ({ group: model.name,
    options: model.layers.map((one) => [`${model.id}/${one.name}`, words(one)]) });
  return [["free", "own N and K"], ...MODELS.map(group)];
}

function rungOptions(state, { all }) {
  const has = (rung) => rung === "ideal" || all.every((one) => one.fit?.rungs[rung]);
  return RUNGS.map((rung) => [rung, rung === "ideal" ? "Ideal" : rung,
    has(rung) ? null : "no constants for this pair"]);
}

const rungShown = (state, { calibrated, main }) => (calibrated ? main.step : "ideal");

/** Two small controls in the place of one. */
const pair = (a, b) => ({ node: h("div.lp-pair", {}, a.node, b.node),
  sync: (...now) => [a, b].forEach((control) => control.sync(...now)) });

/** One click to a layer that was measured, when the chosen one was not. */
function goToMeasured(set) {
  let found;
  const go = () => set({ layer: "free", n: found.n, k: found.k });
  const node = h("button.lp-button", { type: "button", onclick: go },
    "Go to the nearest measured layer");
  return { node, sync: (state, { all }) => {
    const curves = state.measured ? all.map((one) => one.measured()) : [];
    found = curves.find((one) => one && !one.exact);
    node.hidden = !found;
  } };
}

export function controls(set, file) {
  const size = (key, unit) => field({ name: key.toUpperCase(), unit, get: (s) => full(s[key]),
    set: (text) => set({ [key]: check_size(numberIn(text), key.toUpperCase()) }) });
  const pick = (key, more) =>
    ({ get: (s) => s[key], set: (value) => set({ [key]: value }), ...more });
  return {
    main: [slider(pick("m", { name: "Tokens in one step (M)", lo: 1, hi: M_MAX, log: true,
      ticks: [1, 8, 64, 512, 4096], show: full }))],
    more: [
      segment(pick("view", { name: "Picture",
        options: () => [["roof", "Roofline"], ["time", "Time"]] })),
      segment(pick("rung", { name: "Prediction", options: rungOptions, get: rungShown,
        hint: (s, view) => RUNG_WORDS[rungShown(s, view)] })),
      choose(pick("gpu", { name: "GPU", options: gpuOptions })),
      choose(pick("engine", { name: "Engine", options: engineOptions,
        get: (s, { gpu }) => (s.engine === enginesOf(gpu)[0] ? "" : s.engine) })),
      choose(pick("format", { name: "Format", options: (s) => formatOptions(s.format),
        hint: (s) => scheme(s.format).detail })),
      choose(pick("compare", { name: "Compare with",
        options: (s) => [["", "nothing"], ...formatOptions(s.compare)],
        hint: (s) => (s.compare ? scheme(s.compare).detail : "") })),
      choose({ name: "Layer", long: true, options: layerOptions,
        get: (s) => (s.layer === "free" ? "free" : `${s.model}/${s.layer}`),
        set: (value) => {
          const [model, layer] = value.split("/");
          set(layer ? { model, layer } : { layer: "free" });
        } }),
      pair(size("n", "outputs"), size("k", "inputs")),
    ],
    toggles: [toggle(pick("measured", { name: "Show measured" })), goToMeasured(set), file],
  };
}
