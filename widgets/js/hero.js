// The index page's picture: one decoding step in three formats, one slider.
import { slider } from "./controls.js";
import { DATA } from "./data.js";
import { clamp, h, s, textWidth } from "./dom.js";
import { pieces, stateOf } from "./frame.js";
import { hatch, text } from "./plot.js";
import { compared } from "./lowbit-answer.js";
import { ideal, step_ideal } from "./lowbit-roofline.js";
import { scheme } from "./lowbit-schemes.js";
import { duration, full } from "./lowbit-text.js";

const HERO_FORMATS = ["bf16", "fp8-tensor", "w4a16-g128"];
const MOST = 1024, BAR = 28, ROW = 40;

/** Seconds of one step in each format, and what its largest layer waits for. */
function steps({ m, gpu: gpuId, model: modelId }) {
  const gpu = DATA.hardware.gpus.find((one) => one.id === gpuId);
  const model = DATA.layers.models.find((one) => one.id === modelId);
  const big = model.layers.reduce((a, b) => (b.quantized && b.n * b.k > a.n * a.k ? b : a));
  const rows = HERO_FORMATS.map((name) => {
    const { bound } = ideal(m, big.n, big.k, gpu, scheme(name));
    return { ...scheme(name), bound, seconds: step_ideal(m, gpu, name, model),
      first: step_ideal(1, gpu, name, model) };
  });
  return { m, gpu, model, rows };
}

function bars(svg, W, { rows }) {
  const left = 12 + Math.max(...rows.map((row) => textWidth(row.label, 13, 600)));
  const longest = 1.02 * Math.max(...rows.flatMap((row) => [row.seconds, row.first]));
  const g = s("g"), room = W - left - 66;
  rows.forEach((row, i) => {
    const y = 4 + i * ROW, waits = row.bound === "memory", family = "lp-f-" + row.family;
    const width = (row.seconds / longest) * room, word = waits ? "reading weights" : "computing";
    const style = waits ? null : `fill:${hatch(g, family)}`, kind = waits ? "lp-bar" : "lp-edge";
    g.append(text(0, y + 19, row.label, `lp-name.${family}`),
      s(`rect.${kind}.${family}`, { x: left, y, width, height: BAR, style }),
      text(left + width + 7, y + 19, duration(row.seconds), "lp-word"));
    if (textWidth(word, 12, 600) + 16 < width) {
      g.append(text(left + 8, y + 18, word, waits ? "lp-on" : "lp-word.lp-halo"));
    }
  });
  svg.setAttribute("viewBox", `0 0 ${W} ${ROW * rows.length}`);
  svg.replaceChildren(g);
}

function words({ m, rows: [bf16, fp8, w4] }) {
  const who = m === 1 ? "At best, for one request, " : `At best, for ${full(m)} requests together, `;
  const than = (row) => ` ${compared(bf16.seconds / row.seconds)} ${bf16.label}.`;
  return { claim: [{ text: who }, { text: "4-bit weights", family: w4.family },
    { text: " are" + than(w4) }], reason: `${fp8.label} is` + than(fp8) };
}

function heroPicture({ model, el }) {
  const fix = (state) => ({ ...state, m: clamp(Math.round(state.m), 1, MOST) });
  const state = stateOf(model, ["m", "gpu", "model"], fix, paint);
  const control = slider({ name: "Requests served together", lo: 1, hi: MOST, log: true,
    ticks: [1, 4, 16, 64, 256, 1024], show: full,
    get: ({ m }) => m, set: (m) => state.set({ m }) });
  const answer = h("p.lp-answer", { "aria-live": "polite" }), reason = h("p.lp-reason");
  const note = h("p.lp-source");
  const svg = s("svg.lp-svg.lp-still", { role: "img" }), host = h("div.lp-picture", {}, svg);
  let W = 0;
  function paint() {
    const now = steps(state.get()), { claim, reason: why } = words(now);
    answer.replaceChildren(...pieces(claim));
    reason.textContent = why;
    note.textContent = `Every matmul of ${now.model.name} for one new token a request, ideal: `
      + `published bandwidth and peak of ${now.gpu.name}, nothing else counted. `
      + "Solid bars wait for memory, hatched bars for arithmetic.";
    const said = now.rows.map((row) => `${row.label} ${duration(row.seconds)}`);
    svg.setAttribute("aria-label", said.join(", "));
    if (W) bars(svg, W, now);
    control.sync(state.get());
  }
  const size = (width) => { W = width || W || 640; paint(); };
  const observer = new ResizeObserver(([entry]) => size(Math.round(entry.contentRect.width)));
  el.classList.add("lp-host");
  el.append(h("section.lp.lp-w", { "aria-label": "Time of one step in three formats" }, answer,
    reason, host, h("div.lp-controls", {}, control.node), h("div.lp-foot", {}, note)));
  observer.observe(host);
  paint();
  return () => { observer.disconnect(); state.stop(); };
}

export default { render: heroPicture };
