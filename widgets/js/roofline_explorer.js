// The roofline explorer: one matmul, one or two formats, predicted and measured.
import { choose, field, numberIn, segment, slider, toggle } from "./controls.js";
import { clamp, h } from "./dom.js";
import { frame } from "./frame.js";
import { plot } from "./plot.js";
import { GPUS, MODELS, M_MAX, RUNGS, caseOf, curveOf, enginesOf, gpuOf } from "./roofline_case.js";
import { KNOB_LINKS, OWN_LINKS, fixKnobs, fixOwn, formulaPanel, knobsPanel, ownPanel } from "./roofline_panels.js";
import { roofPoint, roofScene, timePoint, timeScene } from "./roofline_views.js";
import { saveCsv, savePng, saveSvg } from "./save.js";
import { MENU, answer, caveats, check_size, full, percent, scheme } from "./model.js";

const KEYS = ["gpu", "engine", "format", "compare", "model", "layer", "n", "k", "m", "view", "rung",
  "knobs", "measured", "own_gpu"];
const RUNG_WORDS = {
  ideal: "bandwidth and peak only, nothing lost",
  L1: "two efficiencies and a fixed time",
  L2: "L1, the serial loop over K, and quantizing the activations",
  L3: "L2 with a fitted overlap",
  L4: "L3 with tiles and waves",
};

const known = (name) => {
  try { return scheme(name).name; } catch { return null; }
};
const whole = (x, lo, hi) => clamp(Math.round(x), lo, hi);

/** A valid state for any input: unknown names fall back, numbers are clamped. */
function fix(state, patch) {
  const next = { ...state, own_gpu: fixOwn(state.own_gpu), knobs: fixKnobs(state.knobs) };
  if (!gpuOf(next)) next.gpu = GPUS.find((gpu) => gpu.id === "h100-sxm").id;
  if (!enginesOf(gpuOf(next)).includes(next.engine)) next.engine = "";
  next.format = known(next.format) ?? "fp8-tensor";
  next.compare = next.compare ? (known(next.compare) ?? "") : "";
  if (!["roof", "time"].includes(next.view)) next.view = "roof";
  if (!RUNGS.includes(next.rung)) next.rung = "L3";
  const linear = ["gpu", "engine", "format"].some((key) => key in patch && !("knobs" in patch));
  if (linear) next.knobs = {}; // constants belong to one GPU, engine and format
  if (("n" in patch || "k" in patch) && !("layer" in patch)) next.layer = "free";
  const layer = layersOf(next.model).find((one) => one.name === next.layer);
  if (layer) Object.assign(next, { n: layer.n, k: layer.k });
  else next.layer = "free";
  next.m = whole(next.m, 1, M_MAX);
  next.n = whole(next.n, 1, 1e7);
  next.k = whole(next.k, 1, 1e7);
  return next;
}

const modelName = (state) => MODELS.find((model) => model.id === state.model).name;
const layersOf = (id) => MODELS.find((model) => model.id === id)?.layers ?? [];

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

function engineOptions(state, view) {
  const [first, ...rest] = enginesOf(view.gpu), words = (id) => id.replace("@", " ");
  if (!first) return [["", "none measured: ideal only"]];
  return [["", `${words(first)} (default)`], ...rest.map((id) => [id, words(id)])];
}

function formatOptions(current) {
  const names = MENU.includes(current) || !current ? MENU : [...MENU, current];
  return names.map((name) => [name, scheme(name).label]);
}

const layerOptions = () => [["free", "own N and K"], ...MODELS.map((model) => ({ group: model.name,
  options: model.layers.map((one) => [`${model.id}/${one.name}`,
    `${one.name.replaceAll("_", " ")}: ${full(one.n)} × ${full(one.k)}`]) }))];

function rungOptions(state, view) {
  const has = (rung) => rung === "ideal" || view.all.every((one) => one.fit?.rungs[rung]);
  return RUNGS.map((rung) => [rung, rung.replace("i", "I"), has(rung) ? null : "no constants for this pair"]);
}

function size(text, name) {
  return check_size(numberIn(text), name);
}

/** Two small controls in the place of one. */
const pair = (a, b) => ({ node: h("div.lp-pair", {}, a.node, b.node),
  sync: (...now) => [a, b].forEach((control) => control.sync(...now)) });

/** One click to a layer that was measured, when the chosen one was not. */
function goToMeasured(set) {
  let found;
  const node = h("button.lp-button", { type: "button",
    onclick: () => set({ layer: "free", n: found.n, k: found.k }) }, "Go to the nearest measured layer");
  return { node, sync: (state, c) => {
    found = state.measured && c.all.map((one) => one.measured()).find((one) => one && !one.exact);
    node.hidden = !found;
  } };
}

const controls = (get, view) => (set) => ({
  main: [slider({ name: "Tokens in one step (M)", lo: 1, hi: M_MAX, log: true,
    ticks: [1, 8, 64, 512, 4096], show: full, get: (state) => state.m, set: (m) => set({ m }) })],
  more: [
    segment({ name: "Picture", options: () => [["roof", "Roofline"], ["time", "Time"]],
      get: (s) => s.view, set: (value) => set({ view: value }) }),
    segment({ name: "Prediction", options: rungOptions, get: (s) => s.rung,
      set: (rung) => set({ rung }), hint: (s) => RUNG_WORDS[s.rung] }),
    choose({ name: "GPU", options: gpuOptions, get: (s) => s.gpu,
      set: (gpu) => set({ gpu, engine: "" }) }),
    choose({ name: "Engine", options: engineOptions,
      get: (s, v) => (s.engine === enginesOf(v.gpu)[0] ? "" : s.engine), set: (engine) => set({ engine }) }),
    choose({ name: "Format", options: (s) => formatOptions(s.format), get: (s) => s.format,
      set: (format) => set({ format }), hint: (s) => scheme(s.format).detail }),
    choose({ name: "Compare with", options: (s) => [["", "nothing"], ...formatOptions(s.compare)],
      get: (s) => s.compare, set: (compare) => set({ compare }),
      hint: (s) => (s.compare ? scheme(s.compare).detail : "") }),
    choose({ name: "Layer", long: true, options: layerOptions,
      get: (s) => (s.layer === "free" ? "free" : `${s.model}/${s.layer}`),
      set: (value) => {
        const [model, layer] = value.split("/");
        set(layer ? { model, layer } : { layer: "free" });
      } }),
    pair(field({ name: "N", unit: "outputs", get: (s) => full(s.n), set: (text) => set({ n: size(text, "N") }) }),
      field({ name: "K", unit: "inputs", get: (s) => full(s.k), set: (text) => set({ k: size(text, "K") }) })),
  ],
  toggles: [toggle({ name: "Show measured", get: (s) => s.measured, set: (measured) => set({ measured }) }),
    goToMeasured(set)],
  folded: [formulaPanel(), knobsPanel(get, set), ownPanel(view, set)],
});

/** The picture: one plot whose scene follows the view; only the point depends on M. */
function picture(host, view, set) {
  const pick = (roofed, timed) => (view().state.view === "roof" ? roofed : timed);
  const move = (m) => set({ m });
  const step = (d) => {
    const quarters = Math.round(Math.log2(view().state.m) * 4) + d;
    move(Math.round(2 ** (clamp(quarters, 0, Math.log2(M_MAX) * 4) / 4)));
  };
  return plot(host, { label: "Roofline of one matmul",
    height: (W) => clamp(W * 0.6, 300, 400),
    key: () => JSON.stringify({ ...view().state, m: 0 }),
    scene: (g, W, H) => pick(roofScene, timeScene)(g, W, H, view()),
    point: (g, geometry) => pick(roofPoint, timePoint)(g, geometry, view()),
    grip: { label: "Tokens in one step", move, step, aria: () => {
      const { m } = view().state;
      return { min: 1, max: M_MAX, now: m, text: m === 1 ? "1 token" : `${full(m)} tokens` };
    } } });
}

const engineWords = (c) => c.engine.replace("@", " ");

/** What the lines and markers are, with their sources. */
function source(c) {
  const { main, gpu } = c, out = [];
  if (c.calibrated) {
    const { median_error: median, p90_error: p90 } = main.now;
    out.push(`Thick line: constants of ${engineWords(c)} on ${gpu.name}.`, median === null
      ? "You moved them, so no error is known." : `On kernels that were not fitted, half of the ${main.label} `
      + `predictions are within ${percent(median)}, nine in ten within ${percent(p90)} (pale band).`);
  }
  out.push(`${c.calibrated ? "Thin" : "Line"}: ideal, published bandwidth and dense peak.`);
  for (const one of c.state.measured ? c.all : []) out.push(measuredWords(c, one));
  return out.join(" ");
}

function measuredWords(c, one) {
  const found = one.measured();
  if (!found) return `No measured ${one.label} times for ${c.engine ? engineWords(c) + " on " : ""}${c.gpu.name}.`;
  const shape = `${full(found.n)} × ${full(found.k)}`;
  return `Hollow: ${one.label} measured at ${shape}${found.exact ? "" : ", the nearest measured layer"}.`;
}

/** One row a point: what is drawn, in SI units. */
function csvRows(c) {
  const about = (one) => ({ gpu: c.gpu.name, engine: c.engine, format: one.name });
  const row = (one, kind, p, n, k) => ({ kind, ...about(one), rung: kind === "calibrated" ? c.state.rung : "",
    m: p.m, n, k, seconds: p.seconds, flop_per_byte: p.intensity, flop_per_s: p.flops / p.seconds });
  return c.all.flatMap((one) => {
    const curve = curveOf(c, one), found = c.state.measured ? one.measured() : null;
    return [...curve.map((p) => row(one, "ideal", { ...p, seconds: p.ideal }, one.n, one.k)),
      ...(c.calibrated ? curve.map((p) => row(one, "calibrated", p, one.n, one.k)) : []),
      ...(found ? found.points.map((p) => row(one, "measured", p, found.n, found.k)) : [])];
  });
}

function tools({ picture: drawn, view, texts }) {
  const name = () => `roofline-${view().gpu.id}-${view().main.name}-m${view().state.m}`;
  const picture = () => {
    const [where, claim, reason, note, from] = texts.map((p) => p.textContent);
    const above = [[where, 13, 600], [claim, 18, 600], [`${reason} ${note}`.trim(), 13, 400]];
    return [name(), drawn.svg, above, [[from, 12, 400]]];
  };
  const button = (words, onclick) => h("button.lp-button", { type: "button", onclick }, words);
  return [button("Save SVG", () => saveSvg(...picture())),
    button("Save PNG", () => savePng(...picture())),
    button("Save CSV", () => saveCsv(name(), csvRows(view())))];
}

/** What is looked at: GPU, engine and layer. */
function where({ state, gpu, engine, main }) {
  const layer = state.layer === "free" ? "" : `${state.layer.replaceAll("_", " ")} of ${modelName(state)}, `;
  return [gpu.name, engine.replace("@", " "), `${layer}N × K = ${full(main.n)} × ${full(main.k)}`]
    .filter(Boolean).join(" · ");
}

/** The answer, with what the reader must know beside it on a line of its own. */
function said({ state, main, other }) {
  const both = other && other.now, words = answer(state.m, main.now, both);
  const first = caveats(main.now), second = other ? caveats(other.now) : "";
  const reason = words.reason.endsWith(first) ? words.reason.slice(0, words.reason.length - first.length) : words.reason;
  return { claim: words.claim, reason, note: [first, second].join(" ").trim() };
}

function render(place) {
  let shown = null;
  const view = (state) => (shown = caseOf(state));
  return frame(place, { id: "roofline-explorer", keys: KEYS, nested: { ...KNOB_LINKS, ...OWN_LINKS },
    moving: "m", fix, view, name: where, answer: said, source, picture, tools,
    controls: controls(() => shown.state, () => shown) });
}

export default { render };
