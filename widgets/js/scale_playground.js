// The scale playground: a matrix in few bits, who shares a scale, and an outlier to drag in.
import { h } from "./dom.js";
import { frame } from "./frame.js";
import { saveCsv, savePng, saveSvg } from "./save.js";
import { SCALE_KEYS, fixScale, scaleCase } from "./scale_case.js";
import { scaleControls } from "./scale_controls.js";
import { familyOf, figures, scalePicture } from "./scale_picture.js";
import { block_of } from "./lowbit-losses.js";
import { SIZE } from "./lowbit-outliers.js";
import { exact_percent, setting_words, value_steps } from "./lowbit-scale_words.js";
import { decode, format_row } from "./lowbit-formats.js";
import { effective_bits } from "./lowbit-settings.js";
import { full, sig } from "./lowbit-text.js";

function scaleName({ one, a, b }) {
  const labels = [a, b].filter(Boolean).map(({ label }) => label);
  return `${one.label}, 64 × 64 · ${[...new Set(labels)].join(" and ")}`;
}

function scaleSource({ one, about }) {
  const layer = about?.layer ? `, ${about.layer}, ${about.license}` : "";
  const from = about ? `${about.about} ${one.about} Source: ${about.source}${layer}.` : one.about;
  return `${from} Bits: per value of a 4,096 × 4,096 layer, all scales counted; a channel, `
    + "a token or a tensor shares its scale among more values there than here, and loses more. Error: root mean "
    + "square of what rounding changed, over that of the values. σ: 1.48 times the median magnitude.";
}

/** details with a title; sync fills its body while it is open. */
function unfolding(title, body, fill) {
  const node = h("details.lp-folded", {}, h("summary", {}, title), body);
  let shown = null;
  const sync = (state, view) => {
    shown = view;
    if (node.open) fill(view);
  };
  node.addEventListener("toggle", () => node.open && shown && fill(shown));
  return { node, sync };
}

/** What one value becomes, step by step, for the chosen cell. */
function stepsPanel() {
  const pre = h("pre");
  return unfolding("One value, step by step", pre, ({ state: { row, col }, x, sides, one }) => {
    const i = row * SIZE + col;
    const part = (side) => {
      const { made, setting } = side, n = block_of(i, made.block), code = made.codes[i];
      const found = { scale: made.scales[n], tensor_scale: made.tensor_scale, zero: made.zeros[n] ?? 0, setting };
      const lines = value_steps(x[i], made.values[i], code, decode(code, format_row(setting.format)), found);
      return [h("b.lp-f-" + familyOf(side), {}, `${side.label}, ${setting_words(setting, one.role)}\n`),
        lines.join("\n") + "\n\n"];
    };
    pre.replaceChildren(`row ${row}, column ${col}: x = ${sig(x[i], 4)}\n\n`, ...sides.flatMap(part));
  });
}

/** All figures of both settings, three digits. */
function numbersPanel() {
  const table = h("table.lp-all"), row = (cell, name, words) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...words.map((one) => h(cell, {}, one)));
  return unfolding("All numbers", h("div.lp-scroll", { tabindex: 0, role: "group", "aria-label": "All numbers" }, table), ({ one, sides, place }) => {
    const rows = [
      ["bits per value, 4,096 × 4,096 layer", (s) => sig(s.bits, 5)],
      ["bits per value, this matrix", (s) => sig(effective_bits(SIZE, SIZE, s.setting), 5)],
      ["relative RMSE", (s) => exact_percent(s.made.relative_rmse)],
      ...(one.apart || place >= 0 ? [["relative RMSE of the others", (s) => exact_percent(s.others)]] : []),
      ...(place >= 0 ? [["relative RMSE of the outlier's row, without it", (s) => exact_percent(s.row)]] : []),
      ["SQNR", (s) => sig(s.made.sqnr_db, 4) + " dB"],
      ["largest error", (s) => sig(s.made.max_error, 3)],
      ["relative RMSE of x·Wᵀ", (s) => exact_percent(s.output)],
      ["values that became 0", (s) => full(s.zeros)],
      ["codes used", (s) => `${s.codes_used} of ${s.codes_all}`],
      ["scales", (s) => full(s.made.scales.length)],
    ];
    table.replaceChildren(h("thead", {}, row("th", "", sides.map((s) => `${s.label}, ${setting_words(s.setting, one.role)}`))),
      h("tbody", {}, ...rows.map(([name, get]) => row("td", name, sides.map(get)))));
  });
}

/** One row a value and setting. */
function scaleRows({ x, sides, one }) {
  return sides.flatMap(({ name, setting, made }) => x.map((value, i) => {
    const n = block_of(i, made.block);
    return { matrix: one.id, setting: name, choose: setting.choose, row: Math.floor(i / SIZE), col: i % SIZE,
      value, code: made.codes[i], scale: made.scales[n] * made.tensor_scale, zero: made.zeros[n] ?? 0,
      stored: made.values[i] };
  }));
}

function scaleTools({ picture, view, texts }) {
  const name = () => ["scales", view().one.id, ...view().sides.map((side) => side.name)].join("-");
  const words = () => {
    const [place, claim, reason, note, source] = texts.map((p) => p.textContent);
    const above = [[place, 13, 600], [claim, 18, 600], [`${reason} ${note}`.trim(), 13, 400]];
    return [above, [[source, 12, 400]]];
  };
  const button = (label, onclick) => h("button.lp-button", { type: "button", onclick }, label);
  return [
    button("Save SVG", () => saveSvg(name(), picture.svg, ...words())),
    button("Save PNG", () => savePng(name(), picture.svg, ...words())),
    button("Save CSV", () => saveCsv(name(), scaleRows(view()))),
  ];
}

function playground(place) {
  let shown = null;
  return frame(place, {
    id: "scale-playground", keys: SCALE_KEYS, nested: {}, moving: "outlier",
    fix: fixScale, view: (state) => (shown = scaleCase(state)),
    name: scaleName, answer: (c) => c.answer, source: scaleSource, picture: scalePicture, tools: scaleTools,
    controls: (set) => ({ ...scaleControls(() => shown, set), folded: [numbersPanel(), stepsPanel()] }),
  });
}

export default { render: playground };
