// Form controls. Each returns {node, sync(state, view)}: sync shows the state, never changes it.
import { h, uid } from "./dom.js";

/** A range with its value at the label's right end. get/set speak in the state's own values.
 * log: equal steps are equal ratios (quarter octaves), rounded to whole numbers. */
export function slider({ name, lo, hi, step = 0.25, log, ticks = [], show, get, set }) {
  const id = uid(), output = h("output", { for: id });
  const place = (value) => (log ? Math.log2(value) : value);
  const value = () => (log ? Math.round(2 ** input.value) : Number(input.value));
  const percent = (v) => (100 * (place(v) - place(lo))) / (place(hi) - place(lo));
  const input = h("input.lp-range", { id, type: "range", min: place(lo), max: place(hi), step,
    oninput: () => set(value()) });
  const marks = ticks.map((t) => h("i", { style: `left:${percent(t)}%` }, show(t)));
  const node = h("div.lp-wide", {}, h("label.lp-label", { for: id }, name, output), input,
    ticks.length ? h("div.lp-ticks", { "aria-hidden": "true" }, ...marks) : null);
  return { node, sync: (state, view) => {
    const now = get(state, view);
    if (value() !== now) input.value = place(now);
    output.textContent = show(now, state, view);
    input.setAttribute("aria-valuetext", output.textContent);
    input.style.setProperty("--lp-at", percent(now) + "%");
  } };
}

/** A select. options(state, view): [value, words, off] or {group, options: [...]}; hint: words
 * below it. long: the whole row of a narrow column. */
export function choose({ name, options, get, set, hint, long }) {
  const id = uid(), below = h("small.lp-hint", { id: id + "-hint" });
  const select = h("select", { id, "aria-describedby": hint ? id + "-hint" : null,
    onchange: () => set(select.value) });
  const option = ([value, words, off]) => h("option", { value, disabled: off }, words);
  const row = (one) => one.group
    ? h("optgroup", { label: one.group }, ...one.options.map(option)) : option(one);
  let shown = "";
  const label = h("label.lp-label", { for: id }, name);
  const node = h("div" + (long ? ".lp-long" : ""), {}, label, select, hint ? below : null);
  return { node, sync: (state, view) => {
    const rows = options(state, view), sign = JSON.stringify(rows);
    if (sign !== shown) select.replaceChildren(...rows.map(row));
    shown = sign;
    select.value = get(state, view);
    select.disabled = select.options.length < 2;
    if (hint) below.textContent = hint(state, view);
  } };
}

/** Two to five choices side by side. options(state, view): [value, words, why it is off]. */
export function segment({ name, options, get, set, hint }) {
  const id = uid(), box = h("div"), below = hint ? h("small.lp-hint") : null;
  const node = h("fieldset.lp-segment", {}, h("legend", {}, name), box, below);
  let shown = "";
  const choice = ([value, words, why]) => h("label", { title: why }, h("input", { type: "radio",
    name: id, value, disabled: Boolean(why), onchange: () => set(value) }), words);
  return { node, sync: (state, view) => {
    const rows = options(state, view), sign = JSON.stringify(rows);
    if (sign !== shown) box.replaceChildren(...rows.map(choice));
    shown = sign;
    const now = get(state, view);
    for (const input of box.querySelectorAll("input")) input.checked = input.value === now;
    if (hint) below.textContent = hint(state, view);
  } };
}

export function toggle({ name, get, set }) {
  const input = h("input", { type: "checkbox", onchange: () => set(input.checked) });
  const node = h("label.lp-toggle", {}, input, name);
  return { node, sync: (state) => { input.checked = get(state); } };
}

/** The number in "8,192", "1.5e3", "−2" or "2,5"; NaN for anything else. */
export function numberIn(text) {
  let t = text.trim().replace(/[−–]/g, "-").replace(/[\s\u202f]/g, "");
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(t)) t = t.replaceAll(",", "");
  return /^-?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(t) ? Number(t.replace(",", ".")) : NaN;
}

/** A text field. set(text) may throw an Error: its message stands below, nothing else changes. */
export function field({ name, unit = "", get, set, words }) {
  const id = uid(), problem = h("small.lp-problem", { id: id + "-problem", "aria-live": "polite" });
  const input = h("input.lp-field", { id, inputmode: words ? "text" : "decimal", maxlength: 40,
    autocomplete: "off", spellcheck: "false", "aria-describedby": problem.id });
  const say = (message) => {
    problem.textContent = message ? "✗ " + message : "";
    input.setAttribute("aria-invalid", String(Boolean(message)));
  };
  input.addEventListener("input", () => {
    try { set(input.value); say(""); } catch (error) { say(error.message.replace(/^\w*Error: /, "")); }
  });
  const label = h("label.lp-label", { for: id }, name + " ", unit ? h("small", {}, unit) : null);
  return { node: h("div", {}, label, input, problem), sync: (state, view) => {
    if (document.activeElement === input) return; // do not rewrite what is being typed
    const now = get(state, view);
    if (problem.textContent && now === input.dataset.good) return; // keep the wrong input in sight
    input.value = input.dataset.good = now;
    say("");
  } };
}
