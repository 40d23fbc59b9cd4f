// The static page's host: gives each widget the part of anywidget's model that it uses, and draws
// plotly charts when they come into view. Joined into one classic script, which sees MODULES.

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
const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
const blob = (node) => JSON.parse(node.querySelector('script[type="application/json"]').textContent);

// Put the live widget in the place of its picture; on any error the picture stays.
async function mount(node) {
  const el = document.createElement("div");
  el.className = "lp-live";
  try {
    const { module, state } = blob(node);
    if (!Object.hasOwn(MODULES, module)) throw new Error(`no widget module "${module}"`);
    const chosen = MODULES[module].default;
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

// ---- plotly ----
const VENDOR = new URL("../vendor/", document.currentScript.src);
let loading = null;
const loadPlotly = () => loading ??= new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = new URL("plotly-basic.min.js", VENDOR);
  script.onload = () => resolve(globalThis.Plotly);
  script.onerror = () => reject(new Error("vendor/plotly-basic.min.js did not load"));
  document.head.append(script);
});

// "var(--lp-fp8)" → the token's value in the theme that is on
function themed(value, style) {
  if (typeof value === "string") {
    const token = /^var\((--lp-[\w-]+)\)$/.exec(value);
    return token ? style.getPropertyValue(token[1]).trim() : value;
  }
  if (Array.isArray(value)) return value.map((item) => themed(item, style));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, themed(item, style)]));
}

function draw(node, Plotly) {
  const { data, layout } = themed(blob(node), getComputedStyle(document.documentElement));
  let el = node.querySelector(".lp-chart");
  if (!el) {
    el = document.createElement("div");
    el.className = "lp-chart";
    node.querySelector(".lp-fallback")?.remove();
    node.append(el);
  }
  Plotly.react(el, data, layout, { responsive: true, displayModeBar: false });
  node.dataset.ready = "1";
}

async function drawAll(nodes) {
  try {
    const Plotly = await loadPlotly();
    for (const node of nodes) draw(node, Plotly);
  } catch (error) {
    console.error("The chart stays text:", error);
  }
}

function startCharts() {
  const charts = [...document.querySelectorAll(".lp-plotly")];
  if (!charts.length) return;
  const drawn = () => charts.filter((node) => node.dataset.ready);
  const seen = new IntersectionObserver((entries) => {
    const now = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
    for (const node of now) seen.unobserve(node);
    if (now.length) drawAll(now);
  }, { rootMargin: "200px" });
  for (const node of charts) seen.observe(node);
  new MutationObserver(() => { if (globalThis.Plotly) drawAll(drawn()); })
    .observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  addEventListener("beforeprint", () => {
    // paper is white; a chart that plotly has not drawn yet prints as its description
    if (!globalThis.Plotly) { drawAll(charts); return; }
    const root = document.documentElement, theme = root.dataset.theme;
    root.dataset.theme = "light";
    for (const node of charts) draw(node, globalThis.Plotly);
    addEventListener("afterprint", () => { root.dataset.theme = theme; }, { once: true });
  });
}

function start() {
  for (const node of document.querySelectorAll(".lp-static:not([data-ready])")) mount(node);
  startCharts();
}
if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
else start();
