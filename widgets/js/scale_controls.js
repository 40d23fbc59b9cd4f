// The playground's controls: the outlier, the picture, the matrix, and the settings A and B.
import { choose, segment, slider, toggle } from "./controls.js";
import { h } from "./dom.js";
import { OUTLIER_MOST, PICTURES } from "./scale_case.js";
import { MATRICES, SIZE, matrix_row } from "./lowbit-outliers.js";
import { FORMAT_NAMES, RECIPES_OF, SHARINGS, format_words, name_of_parts, named_setting, option_words,
  parts_of, sharing_words, stored_words, takes_zero, with_format } from "./lowbit-sharing.js";
import { full, sig } from "./lowbit-text.js";

const CHOSEN = [["amax", "largest value"], ["percentile", "percentile"], ["mse", "least squares"]];
const OTHERS = ["int8-row", "int8-tensor", "e4m3fn-row", "e4m3fn-tensor", "mxfp8", "mxfp4", "nvfp4", "int4-g32"];

const together = (spec, controls) => ({ node: h(spec, {}, ...controls.map((one) => one.node)),
  sync: (...now) => controls.forEach((one) => one.sync(...now)) });
const shownIf = (control, ok) => ({ node: control.node, sync: (state, view) => {
  control.node.hidden = !ok(state, view);
  if (!control.node.hidden) control.sync(state, view);
} });

/** Several controls under one heading. */
function group(title, controls, ok) {
  const legend = h("legend", {}, title);
  const node = h("fieldset.lp-side", {}, legend, ...controls.map((one) => one.node));
  return shownIf({ node, sync: (...now) => {
    legend.hidden = now[0].compare === "";
    for (const one of controls) one.sync(...now);
  } }, ok);
}

/** Format, sharing, choice of the scale and zero point of one setting. key, by: its traits. */
function settingControls(set, key, by, title, ok) {
  let state; // as last shown
  const change = (patch) => set({ [key]: name_of_parts({ ...parts_of(state[key]), ...patch }) });
  const named = () => named_setting(state[key], "amax", 100);
  const formats = () => {
    const { format } = parts_of(state[key]), known = Object.entries(FORMAT_NAMES);
    return Object.hasOwn(FORMAT_NAMES, format) ? known : [...known, [format, format_words(named())]];
  };
  const sharings = (now, { one }) => {
    const parts = parts_of(state[key]), names = [...SHARINGS, ...(RECIPES_OF[parts.format] ?? [])];
    if (!names.includes(parts.sharing)) names.push(parts.sharing);
    return names.map((sharing) => [sharing, option_words(name_of_parts({ ...parts, sharing }), one.role)]);
  };
  const controls = [
    choose({ name: "Format", options: formats, get: () => parts_of(state[key]).format,
      set: (value) => set({ [key]: name_of_parts(with_format(parts_of(state[key]), value)) }) }),
    choose({ name: "One scale per", options: sharings, get: () => parts_of(state[key]).sharing,
      set: (sharing) => change({ sharing }), hint: () => stored_words(named()) }),
    choose({ name: "Scale chosen by", options: () => CHOSEN, get: () => state[by],
      set: (value) => set({ [by]: value }) }),
    shownIf(toggle({ name: "Zero point", get: () => parts_of(state[key]).zero_point,
      set: (zero_point) => change({ zero_point }) }), () => takes_zero(parts_of(state[key]))),
  ];
  return group(title, controls, (now) => {
    state = now;
    return ok(now);
  });
}

/** A first thing to compare with: one scale for all, or for 32 where A has one for all. */
function rival(name) {
  const parts = parts_of(name), sharing = parts.sharing === "tensor" ? "g32" : "tensor";
  return name_of_parts({ ...parts, sharing });
}

function otherOptions(state, { one }) {
  const names = OTHERS.includes(state.other) || !state.other ? OTHERS : [...OTHERS, state.other];
  const role = one.role === "weights" ? "activations" : "weights";
  const words = (name) => {
    const setting = named_setting(name, "amax", 100);
    return `${format_words(setting)}, ${sharing_words(setting, role)}`;
  };
  return [["", "kept exact"], ...names.map((name) => [name, words(name)])];
}

export function scaleControls(get, set) {
  const pick = (key, more) =>
    ({ get: (s) => s[key], set: (value) => set({ [key]: value }), ...more });
  const compared = (state) => state.compare !== "";
  const both = [settingControls(set, "setting", "choose", "Setting A", () => true),
    settingControls(set, "compare", "compare_choose", "Setting B", compared)];
  const place = (key, name) => slider(pick(key, { name, lo: 0, hi: SIZE - 1, step: 1, show: full }));
  const percentile = slider(pick("percentile", { name: "Percentile", lo: 90, hi: 100, step: 0.1,
    show: (n) => sig(n, 4) }));
  return {
    main: [slider(pick("outlier", { name: "Size of the outlier", lo: 0, hi: OUTLIER_MOST, step: 1,
      ticks: [0, 25, 50, 75, 100], show: (n) => (n === 0 ? "none" : sig(n, 3) + "σ") }))],
    more: [
      segment(pick("picture", { name: "Picture", options: () => PICTURES })),
      choose(pick("matrix", { name: "Matrix", long: true,
        options: (s) => (s.picture === "image" ? ["image"] : MATRICES.map(({ id }) => id))
          .map((id) => [id, matrix_row(id).label]),
        get: (s, { one }) => one.id })),
      together("div.lp-sides", both),
      shownIf(percentile, (s) => s.choose === "percentile" || (compared(s) && s.compare_choose === "percentile")),
      choose(pick("other", { name: "Other operand of x·Wᵀ", long: true, options: otherOptions })),
      together("div.lp-pair.lp-knobs", [place("row", "Row"), place("col", "Column")]),
    ],
    toggles: [
      toggle({ name: "Compare with B", get: compared,
        set: (on) => set({ compare: on ? rival(get().state.setting) : "" }) }),
      shownIf(toggle(pick("borders", { name: "Block borders" })), (s) => s.picture !== "values"),
    ],
  };
}
