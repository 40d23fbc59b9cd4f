// Draws the page's plotly charts when they come into view, in the colours of the theme that is on.
// Joined into a classic script of its own, for pages with a chart.
import { blob } from "./json.js";

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

if (document.readyState === "loading") addEventListener("DOMContentLoaded", startCharts);
else startCharts();
