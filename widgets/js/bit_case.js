// From a state to all that is drawn: the format, the value, what is stored, the answer.
import { clamp } from "./dom.js";
import { code_count, decode, format_row, has_inf, has_nan } from "./lowbit-formats.js";
import { family_of } from "./lowbit-code_fields.js";
import { code_answer, typed_answer } from "./lowbit-code_words.js";
import { typed_number } from "./lowbit-numbers_typed.js";
import { scale_for, stored, stored_code } from "./lowbit-stored.js";

export const BIT_KEYS = ["format", "typed", "code", "rounding", "overflow", "amax", "view", "scale",
  "zoom", "center"];
const CHOICES = { rounding: ["nearest", "zero", "stochastic"], overflow: ["saturate", "inf", "nan"],
  view: ["line", "table", "formats"], scale: ["log", "linear"] };

/** fn(), or null where it throws. */
export const attempt = (fn) => { try { return fn(); } catch { return null; } };

/** A double as text that typed_number reads back. */
export const asTyped = (x) => Object.is(x, -0) ? "-0" : String(x).replace("Infinity", "inf").toLowerCase();

/** A valid state for any state. patch is what was just changed: a typed value releases held bits,
 * every new value is followed by the line. start: what the author chose, for links. */
export function fixBits(state, patch, start) {
  const next = { ...state }, changes = (...keys) => keys.some((key) => key in patch);
  next.format = attempt(() => format_row(next.format).id) ?? "e4m3fn";
  for (const [key, known] of Object.entries(CHOICES)) {
    if (!known.includes(next[key])) next[key] = known[0];
  }
  const f = format_row(next.format);
  next.amax = next.amax >= 0 && next.amax <= 1e30 ? next.amax : 0;
  next.zoom = clamp(Number(next.zoom) || 0, 0, 1);
  next.code = Number.isInteger(next.code) && next.code < code_count(f) ? Math.max(next.code, -1) : -1;
  const linked = changes("code") && next.code === start.code && next.typed !== start.typed;
  if (changes("typed") && (linked || !changes("code"))) next.code = -1;
  if (next.code >= 0) next.typed = asTyped(decode(next.code, f) * scale_for(f, next.amax));
  next.typed = next.typed.replace(/[−–]/g, "-").replace("∞", "inf").trim(); // as a link can carry it
  if (attempt(() => typed_number(next.typed)) === null) next.typed = "300";
  if (changes("typed", "code", "format", "scale", "amax") && !changes("center")) next.center = "";
  if (!Number.isFinite(attempt(() => typed_number(next.center)))) next.center = "";
  return next;
}

/** The overflow rule in force: a format without infinity or NaN saturates. */
export function ruleOf(f, wanted) {
  const has = wanted === "inf" ? has_inf(f) : wanted === "nan" ? has_nan(f) : true;
  return has ? wanted : "saturate";
}

/** What every part of the widget shows for one valid state. one is null where nothing is stored. */
export function bitCase(state) {
  const f = format_row(state.format), { typed, code, rounding, amax } = state;
  const held = code >= 0, rule = ruleOf(f, state.overflow), x = typed_number(typed);
  const one = held ? stored_code(code, f, amax)
    : attempt(() => stored(x, f, rounding, rule, amax));
  const answer = held ? code_answer(code, f, amax)
    : typed_answer(x, typed, f, rounding, rule, amax);
  return { state, f, x, held, rule, one, answer, family: family_of(f), scale: scale_for(f, amax) };
}

/** The views a format has: no table of 65,536 codes. */
export const tabled = (f) => code_count(f) <= 256;
export const viewOf = ({ state, f }) => (state.view === "table" && !tabled(f) ? "line" : state.view);
