// The explorer's controls: zoom, value, format, picture, rounding, overflow, scale.
import { choose, field, numberIn, segment, slider } from "./controls.js";
import { h } from "./dom.js";
import { code_text } from "./lowbit-code_fields.js";
import { FORMATS, has_inf, has_nan } from "./lowbit-formats.js";
import { format_card } from "./lowbit-format_card.js";
import { typed_number } from "./lowbit-numbers_typed.js";
import { takes_scale } from "./lowbit-stored.js";
import { sig } from "./lowbit-text.js";
import { asTyped, tabled, viewOf } from "./bit_case.js";
import { axisOf, windowOf } from "./bit_axis.js";

const GROUPS = [["16 bits and more", ["fp32", "tf32", "fp16", "bf16"]],
  ["8-bit floats", ["e4m3fn", "e5m2", "e4m3fnuz", "e5m2fnuz", "e4m3"]],
  ["6- and 4-bit floats", ["e3m2", "e2m3", "e2m1"]],
  ["Scales of blocks", ["e8m0", "ue4m3"]],
  ["Integers and tables", ["int8", "uint8", "int4", "uint4", "nf4", "ternary"]]];
const LONG = { e4m3fn: "E4M3 (fn, OCP FP8)", e4m3: "E4M3 IEEE (with infinity)", e2m1: "E2M1 (FP4)",
  e8m0: "E8M0 (MX scale)", ue4m3: "UE4M3 (NVFP4 scale)", nf4: "NF4 (QLoRA)" };
const formatGroups = GROUPS.map(([group, names]) =>
  ({ group, options: names.map((name) => [name, LONG[name] ?? FORMATS[name].label]) }));

const plainButton = (words, label, onclick) =>
  h("button.lp-button", { type: "button", "aria-label": label, onclick }, words);

/** The value, and two buttons that halve and double it. */
function valueField(get, set) {
  const typed = field({ name: "Value", unit: "1/3, 0x1.8p-3, inf, nan", words: true,
    get: (s) => s.typed, set: (text) => { typed_number(text); set({ typed: text.trim() }); } });
  const by = (k) => () => {
    const x = get().x * k;
    if (Number.isFinite(x)) set({ typed: asTyped(x) });
  };
  const node = h("div.lp-typed", {}, typed.node, plainButton("÷ 2", "Halve the value", by(0.5)),
    plainButton("× 2", "Double the value", by(2)));
  return { node, sync: typed.sync };
}

/** The zoom of the line: a slider between two buttons. */
function zoomControl(get, set) {
  const by = (step) => () => set({ zoom: get().state.zoom + step });
  const range = slider({ name: "Zoom in on the value", lo: 0, hi: 1, step: 0.02,
    get: (s) => s.zoom, set: (zoom) => set({ zoom }),
    show: (z, s, view) => (z === 0 ? "all values" : z === 1 ? "neighbours"
      : sig(windowOf(view, axisOf(view)).times, 2) + "×") });
  return { ...range, node: h("div.lp-wide.lp-zoom", {},
    plainButton("−", "Zoom out", by(-0.1)), range.node, plainButton("+", "Zoom in", by(0.1))) };
}

const shownIn = (control, ok) => ({ node: control.node, sync: (s, view) => {
  control.node.hidden = !ok(view);
  control.sync(s, view);
} });

function scaleField(set) {
  const scale = field({ name: "Scale (amax)", unit: "largest value; empty: none",
    get: (s) => (s.amax === 0 ? "" : String(s.amax)),
    set: (text) => {
      const amax = text.trim() === "" ? 0 : numberIn(text);
      if (!(amax >= 0 && amax <= 1e30)) throw new Error("Write a number from 0 to 1e30, or nothing.");
      set({ amax });
    } });
  scale.node.classList.add("lp-long");
  return scale;
}

/** What the format can say, folded away. */
function cardPanel() {
  const list = h("dl.lp-card"), title = h("summary");
  let shown = "";
  return { node: h("details.lp-folded", {}, title, list), sync: (s, { f }) => {
    if (shown === f.id) return;
    shown = f.id;
    title.textContent = "What " + f.label + " can say";
    list.replaceChildren(...format_card(f)
      .flatMap(({ name, text }) => [h("dt", {}, name), h("dd", {}, text)]));
  } };
}

export function bitControls(get, set) {
  const pick = (key, more) =>
    ({ get: (s) => s[key], set: (value) => set({ [key]: value }), ...more });
  const onLine = (view) => viewOf(view) === "line";
  const has = (words, ok, why) => [...words, ok ? null : why];
  return {
    main: [
      shownIn(zoomControl(get, set), onLine),
      valueField(get, set),
      choose(pick("format", { name: "Format", long: true, options: () => formatGroups,
        hint: (s, { held, one, f }) => held ? `Another format keeps the bits ${code_text(one.code, f)}.`
          : "Another format keeps the value." })),
    ],
    more: [
      segment(pick("view", { name: "Picture", options: (s, { f }) => [["line", "Line"],
        has(["table", "All codes"], tabled(f), "too many codes for a table"), ["formats", "All formats"]],
      get: (s, view) => viewOf(view) })),
      shownIn(segment(pick("scale", { name: "Axis of the line",
        options: () => [["log", "Logarithmic"], ["linear", "Linear"]] })), onLine),
      segment(pick("rounding", { name: "Rounding",
        options: () => [["nearest", "Nearest"], ["zero", "To zero"], ["stochastic", "Random"]] })),
      segment(pick("overflow", { name: "Beyond the range", get: (s, { rule }) => rule,
        options: (s, { f }) => [["saturate", "Saturate"],
          has(["inf", "Infinity"], has_inf(f), f.label + " has no infinity"),
          has(["nan", "NaN"], has_nan(f), f.label + " has no NaN")] })),
      shownIn(scaleField(set), ({ f, state }) => takes_scale(f) || state.view === "formats"),
    ],
    toggles: [],
    folded: [cardPanel()],
  };
}
