// The frame of every widget: name, answer, picture, controls, source, buttons; and its state.
import { h } from "./dom.js";
import { same } from "./json.js";
import { fromLink, toLink } from "./link.js";

/** The state as traits of `model` (anywidget in Jupyter, js/host.js in the page).
 *
 * fix(next, patch) returns a valid state for any input; changed(state) redraws. */
export function stateOf(model, keys, fix, changed) {
  const read = () => Object.fromEntries(keys.map((key) => [key, model.get(key)]));
  const start = read(); // what the author of the page chose: Reset returns to it
  let now = fix(start, {}), ours = false;
  const outside = () => {
    if (ours) return;
    now = fix(read(), {});
    changed(now);
  };
  function set(patch) {
    const next = fix({ ...now, ...patch }, patch);
    ours = true;
    for (const key of keys) if (!same(next[key], now[key])) model.set(key, next[key]);
    ours = false;
    model.save_changes();
    now = next;
    changed(now);
  }
  for (const key of keys) model.on("change:" + key, outside);
  const stop = () => { for (const key of keys) model.off("change:" + key, outside); };
  return { get: () => now, set, start, stop };
}

/** A free id in this page: "roofline-explorer", then "roofline-explorer-2". */
function freeId(wanted) {
  const used = (id) => document.getElementById(id) || ids.has(id);
  let id = wanted;
  for (let n = 2; used(id); n += 1) id = `${wanted}-${n}`;
  ids.add(id);
  return id;
}
const ids = new Set();

/** In the book's pages the state can be put in the address; a notebook's address is not ours. */
const inPage = () => document.querySelector(".lp-static") !== null;

function copyLink(id, get) {
  const button = h("button.lp-button", { type: "button", onclick: async () => {
    const link = toLink(id, get());
    try {
      await navigator.clipboard.writeText(location.href.split("#")[0] + link);
      button.textContent = "Link copied";
    } catch { // no clipboard over plain http or file://
      history.replaceState(null, "", link);
      button.textContent = "Link is in the address bar";
    }
    setTimeout(() => { button.textContent = "Copy link"; }, 2500);
  } }, "Copy link");
  return button;
}

/** Pieces {text, family} as nodes: the names of formats take their colour. */
export const pieces = (list) => list.map(({ text, family }) =>
  family ? h("b.lp-f-" + family, {}, text) : text);

/** Builds the widget in `el`; returns what ends it.
 *
 * parts.keys, .nested, .fix: the state, as in stateOf and fromLink; .moving: the slider's key.
 * .view(state) -> the view that all others show: .name(view), .answer(view) -> {claim, reason,
 * note}, .source(view), .picture(host, () => view, set) -> {paint, svg, stop}.
 * .controls(set) -> {main, more, toggles, folded}: lists of controls. .tools(api) -> buttons.
 * .stamp() -> what the controls depend on besides the state. */
export function frame({ model, el }, parts) {
  const { keys, nested, fix, view, moving } = parts;
  const id = freeId(model.get("id") || parts.id);
  const [kicker, answer, reason, note, source] = ["kicker", "answer", "reason", "note", "source"]
    .map((name) => h("p.lp-" + name));
  const live = h("span.lp-said", { "aria-live": "polite" }), host = h("div.lp-picture");
  let timer, said = "", still = "", shown = null;
  const state = stateOf(model, keys, fix, paint), controls = parts.controls(state.set);
  const picture = parts.picture(host, () => shown, state.set);
  const row = (spec, list) => h(spec, {}, ...list.map((c) => c.node));
  const reset = h("button.lp-button", { type: "button", onclick: () => state.set(state.start) },
    "Reset");
  const texts = [kicker, answer, reason, note, source];
  const tools = parts.tools({ picture, view: () => shown, texts });
  kicker.id = id + "-name";
  const root = h("section.lp.lp-w", { id, "aria-labelledby": kicker.id }, kicker, answer, reason,
    note, live, host, row("div.lp-controls", controls.main), row("div.lp-controls", controls.more),
    row("div.lp-toggles", controls.toggles), ...controls.folded.map((c) => c.node),
    h("div.lp-foot", {}, source,
      h("div.lp-tools", {}, ...tools, reset, inPage() ? copyLink(id, state.get) : null)));

  function paint() {
    const now = state.get();
    shown = view(now);
    kicker.textContent = parts.name(shown);
    const words = parts.answer(shown);
    answer.replaceChildren(...pieces(words.claim));
    reason.textContent = words.reason;
    note.textContent = words.note;
    source.textContent = parts.source(shown);
    picture.paint();
    const rest = JSON.stringify([{ ...now, [moving]: 0 }, parts.stamp?.()]);
    const { more, toggles, ...often } = controls; // most controls do not follow the slider
    const due = rest === still ? often : controls;
    still = rest;
    for (const control of Object.values(due).flat()) control.sync(now, shown);
    const text = [answer, reason, note].map((p) => p.textContent).join(" ");
    if (text !== said) {
      clearTimeout(timer);
      if (said) timer = setTimeout(() => { live.textContent = text; }, 600);
      said = text;
    }
  }
  const follow = () => {
    const patch = inPage() ? fromLink(location.hash, id, state.start, nested) : null;
    if (!patch) return;
    state.set({ ...state.start, ...patch });
    requestAnimationFrame(() => root.scrollIntoView());
  };
  paint();
  el.classList.add("lp-host");
  el.append(root);
  follow();
  addEventListener("hashchange", follow);
  document.dispatchEvent(new CustomEvent("lp-mounted", { detail: { id, root } }));
  return () => {
    clearTimeout(timer);
    state.stop();
    picture.stop();
    ids.delete(id);
    removeEventListener("hashchange", follow);
  };
}
