// The bit explorer: one value in one format, its bits, its neighbours, and every other format.
import { clamp, h } from "./dom.js";
import { frame } from "./frame.js";
import { plot } from "./plot.js";
import { saveCsv, savePng, saveSvg } from "./save.js";
import { BIT_KEYS, asTyped, bitCase, fixBits, viewOf } from "./bit_case.js";
import { zoomFor } from "./bit_axis.js";
import { bitControls } from "./bit_controls.js";
import { allFormats, formatTable } from "./bit_formats.js";
import { LINE_HEIGHT, linePoint, lineScene } from "./bit_line.js";
import { bitRow } from "./bit_row.js";
import { codeTable } from "./bit_table.js";
import { bits_text, code_text, number_text } from "./lowbit-code_fields.js";
import { code_count, decode, describe, largest, lowest, neighbours } from "./lowbit-formats.js";
import { source_words } from "./lowbit-format_card.js";

/** The number line; its point is the typed value. */
function valueLine(host, view, set) {
  function move({ typed, center, width, axis }) { // the window stays where it is
    if (typed === undefined) { set({ center: asTyped(center) }); return; }
    const patch = { typed: asTyped(typed), center: asTyped(center), code: -1 };
    set({ ...patch, zoom: zoomFor(bitCase({ ...view().state, ...patch }), axis, width) });
  }
  function step(n) { // to the n-th value to the right; Home and End: to the ends
    const { f, one, state, scale } = view(), mirrored = state.scale === "log" && one && one.value < 0;
    const way = n > 0 !== mirrored ? "above" : "below";
    let code = one ? one.code : 0;
    for (let left = Math.abs(n); left > 0 && left < Infinity; left -= 1) {
      code = neighbours(code, f)[way] ?? code;
    }
    const end = n > 0 ? largest(f) : lowest(f);
    set({ typed: asTyped((Number.isFinite(n) ? decode(code, f) : end) * scale) });
  }
  const aria = () => {
    const { f, x, one, scale } = view();
    const now = Number.isFinite(x) ? x : 0, stored = one ? number_text(one.value, 9) : "nothing";
    return { min: lowest(f) * scale, max: largest(f) * scale, now,
      text: `${number_text(x, 9)}, stored as ${stored}` };
  };
  const drawn = plot(host, {
    label: "Values of the format on a line",
    height: () => LINE_HEIGHT,
    key: () => {
      const { f, scale, state, one, x } = view(), value = one ? one.value : x;
      return [f.id, scale, state.scale, value < 0 || Object.is(value, -0)].join();
    },
    scene: (g, W, H) => lineScene(g, W, H, view()),
    point: (g, geometry) => linePoint(g, geometry, view()),
    grip: { label: "Typed value", move, step, aria },
  });
  const zoom = (by) => set({ zoom: clamp(view().state.zoom + by, 0, 1) });
  drawn.svg.addEventListener("keydown", (e) => {
    if (e.key === "+" || e.key === "=") zoom(0.05);
    if (e.key === "-") zoom(-0.05);
  });
  drawn.svg.addEventListener("wheel", (e) => { // only with Ctrl or a pinch: else the page scrolls
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    zoom(-clamp(e.deltaY, -50, 50) / 500);
  }, { passive: false });
  return drawn;
}

/** Bits and formula, and below them one of three pictures. */
function bitPicture(host, view, set) {
  const bits = bitRow(view, set), boxes = { line: h("div"), table: h("div"), formats: h("div") };
  host.append(...bits.nodes, ...Object.values(boxes));
  const line = valueLine(boxes.line, view, set);
  const views = { line, table: codeTable(view, set), formats: formatTable(view, set) };
  boxes.table.append(...views.table.nodes);
  boxes.formats.append(...views.formats.nodes);
  function paint() {
    const now = viewOf(view());
    bits.paint();
    for (const [name, box] of Object.entries(boxes)) box.hidden = name !== now;
    views[now].paint();
    made.shown?.(now);
  }
  const made = { paint, svg: line.svg, stop: line.stop };
  return made;
}

/** One row a code of a small format, else one row a format. */
function csvRows(c) {
  const { f, scale, x } = c;
  if (viewOf(c) !== "formats" && f.bits <= 16) {
    return Array.from({ length: code_count(f) }, (_, code) => ({ format: f.id, code,
      hex: code_text(code, f), bits: bits_text(code, f), value: asTyped(decode(code, f) * scale),
      kind: describe(code, f) }));
  }
  return allFormats(c).map(({ f: other, one, casts }) => ({ format: other.id, typed: asTyped(x),
    code: one ? one.code : "", hex: one ? code_text(one.code, other) : "",
    value: one ? asTyped(one.value) : "", relative_error: one?.relative_error ?? "",
    overflow: one?.overflow ?? "", casts }));
}

function bitTools({ picture, view, texts }) {
  const name = () => `bits-${view().f.id}-${view().one ? code_text(view().one.code, view().f) : "none"}`;
  const words = () => {
    const [place, claim, reason, note, source] = texts.map((p) => p.textContent);
    const above = [[place, 13, 600], [claim, 18, 600], [`${reason} ${note}`.trim(), 13, 400]];
    return [above, [[source, 12, 400]]];
  };
  const button = (label, onclick) => h("button.lp-button", { type: "button", onclick }, label);
  const drawn = [button("Save SVG", () => saveSvg(name(), picture.svg, ...words())),
    button("Save PNG", () => savePng(name(), picture.svg, ...words()))];
  picture.shown = (now) => drawn.forEach((one) => { one.hidden = now !== "line"; });
  return [...drawn, button("Save CSV", () => saveCsv(name(), csvRows(view())))];
}

function bitExplorer(place) {
  const start = { code: place.model.get("code"), typed: place.model.get("typed") };
  let shown = null;
  return frame(place, {
    id: "bit-explorer", keys: BIT_KEYS, nested: {}, moving: "zoom",
    fix: (state, patch) => fixBits(state, patch, start),
    view: (state) => (shown = bitCase(state)),
    name: ({ f }) => `Bits of one number · ${f.label}, ${f.bits} bits`,
    answer: (c) => c.answer,
    source: ({ f }) => `${f.label}: ${source_words(f)}. `
      + "Casts: measured with the libraries named, or read from their sources.",
    picture: bitPicture, tools: bitTools,
    controls: (set) => bitControls(() => shown, set),
  });
}

export default { render: bitExplorer };
