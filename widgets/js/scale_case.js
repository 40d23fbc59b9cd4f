// From a state to all that is drawn: the matrix, its outlier, one or two settings, the other operand.
import { clamp } from "./dom.js";
import { STORED_MATRICES } from "./matrices.js";
import { output_error, quantize_matrix } from "./lowbit-blocks.js";
import { code_count, format_row } from "./lowbit-formats.js";
import { losses } from "./lowbit-losses.js";
import { MATRICES, SIZE, matrix_row, matrix_values, partner_values, sigma_of, with_outlier }
  from "./lowbit-outliers.js";
import { layer_bits, scale_answer } from "./lowbit-scale_words.js";
import { CHOOSERS } from "./lowbit-settings.js";
import { format_words, named_setting, parts_of } from "./lowbit-sharing.js";

export const SCALE_KEYS = ["matrix", "setting", "choose", "compare", "compare_choose", "percentile",
  "other", "outlier", "row", "col", "picture", "borders"];
export const OUTLIER_MOST = 100; // σ
export const PICTURES = [["error", "Error map"], ["values", "Codes used"], ["image", "As a picture"]];

const isName = (name) => {
  try { return Boolean(parts_of(name)); } catch { return false; }
};

/** A valid state for any state: unknown names fall back, numbers are clamped. */
export function fixScale(state) {
  const next = { ...state };
  const oneOf = (key, known) => { if (!known.includes(next[key])) next[key] = known[0]; };
  const number = (key, lo, hi, empty) => {
    next[key] = Number.isFinite(next[key]) ? clamp(next[key], lo, hi) : empty;
  };
  oneOf("matrix", MATRICES.map(({ id }) => id));
  oneOf("picture", PICTURES.map(([name]) => name));
  for (const key of ["choose", "compare_choose"]) oneOf(key, CHOOSERS);
  if (!isName(next.setting)) next.setting = "w4a16-g32";
  for (const key of ["compare", "other"]) if (!isName(next[key])) next[key] = "";
  number("percentile", 50, 100, 99.9);
  number("outlier", 0, OUTLIER_MOST, 0);
  for (const key of ["row", "col"]) {
    number(key, 0, SIZE - 1, 0);
    next[key] = Math.round(next[key]);
  }
  return next;
}

/** fn(...words) for the words last asked for is not computed again. */
function once(fn) {
  const kept = new Map();
  return (...words) => {
    const key = words.join();
    if (!kept.has(key)) {
      if (kept.size > 20) kept.clear();
      kept.set(key, fn(...words));
    }
    return kept.get(key);
  };
}

/** The stored matrices as lists of numbers: 16-bit integers times a unit. */
const storedValues = once(() => Object.fromEntries(STORED_MATRICES.map(({ id, unit, values }) => {
  const bytes = Uint8Array.from(atob(values), (c) => c.charCodeAt(0));
  return [id, Array.from(new Int16Array(bytes.buffer), (n) => n * unit)];
})));

const matrixOf = once((id) => {
  const values = matrix_values(id, storedValues());
  return { values, sigma: sigma_of(values) };
});
const partnerOf = once((id, other) => {
  const exact = partner_values(id, storedValues());
  return { exact, made: other ? quantize_matrix(exact, SIZE, SIZE, named_setting(other, "amax", 100)).values : exact };
});

/** One setting: what it makes of the matrix, what it costs and loses. */
function sideOf(name, choose, { one, x, place, partner, state }) {
  const setting = named_setting(name, choose, state.percentile);
  const made = quantize_matrix(x, SIZE, SIZE, setting);
  const { exact, made: rounded } = partner, pair = [x, exact, made.values, rounded];
  const [a, b, aq, bq] = one.role === "weights" ? [pair[1], pair[0], pair[3], pair[2]] : pair;
  return { name, setting, made, codes_all: code_count(format_row(setting.format)), label: format_words(setting), bits: layer_bits(setting),
    ...losses(one, x, made, place), output: output_error(a, b, aq, bq, SIZE, SIZE, SIZE) };
}

/** All that every part of the widget shows for one valid state. b is null without a comparison. */
export function scaleCase(state) {
  const one = matrix_row(state.picture === "image" ? "image" : state.matrix);
  const { values, sigma } = matrixOf(one.id), { row, col, outlier } = state;
  const x = with_outlier(values, sigma, row, col, outlier);
  const place = outlier > 0 ? row * SIZE + col : -1;
  const given = { one, x, place, state, partner: partnerOf(one.id, state.other) };
  const a = sideOf(state.setting, state.choose, given);
  const b = state.compare ? sideOf(state.compare, state.compare_choose, given) : null;
  const answer = scale_answer(one, a, b, place, outlier);
  const about = STORED_MATRICES.find(({ id }) => id === one.base);
  return { state, one, x, sigma, place, a, b, sides: b ? [a, b] : [a], answer, about };
}
