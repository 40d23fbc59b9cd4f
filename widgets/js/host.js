// The static page's host: gives each widget the part of anywidget's model that it uses.
// Joined with the page's widgets into one classic script, which sees MODULES.

import { blob, same } from "./json.js";

// Backbone's order: all values first, then one change:key per changed key, then one change.
class Model {
  #state; #handlers = {};
  constructor(state) { this.#state = { ...state }; }
  get(key) { return this.#state[key]; }
  set(key, value) {
    const wanted = typeof key === "object" ? key : { [key]: value };
    const changed = Object.keys(wanted).filter((k) => !same(this.#state[k], wanted[k]));
    for (const k of changed) this.#state[k] = wanted[k];
    for (const k of changed) this.#fire(`change:${k}`, this.#state[k]);
    if (changed.length) this.#fire("change");
  }
  save_changes() {}
  send() {}
  on(events, handler) {
    for (const name of events.split(/\s+/)) (this.#handlers[name] ??= new Set()).add(handler);
  }
  off(events, handler) {
    const names = events == null ? Object.keys(this.#handlers) : events.split(/\s+/);
    for (const name of names) {
      if (handler) this.#handlers[name]?.delete(handler);
      else delete this.#handlers[name];
    }
  }
  #fire(name, ...rest) {
    for (const handler of [...(this.#handlers[name] ?? [])]) handler(this, ...rest);
  }
}

// Put the live widget in the place of its picture; on any error the picture stays.
async function mount(node) {
  const el = document.createElement("div");
  el.className = "lp-live";
  try {
    const { module, state } = blob(node);
    if (!Object.hasOwn(MODULES, module)) throw new Error(`no widget module "${module}"`);
    const chosen = MODULES[module];
    const widget = typeof chosen === "function" ? await chosen() : chosen;
    const model = new Model(state);
    await widget.initialize?.({ model });
    node.append(el); // in the page before it draws, so that it knows its width
    await widget.render({ model, el });
    node.querySelector(".lp-fallback")?.remove();
    node.dataset.ready = "1";
    if (!performance.getEntriesByName("lp-ready").length) performance.mark("lp-ready");
  } catch (error) {
    el.remove();
    node.dataset.error = String(error);
    console.error("The widget stays a still picture:", error);
  }
}

function start() {
  for (const node of document.querySelectorAll(".lp-static:not([data-ready])")) mount(node);
}
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
