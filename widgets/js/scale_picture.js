// The playground's picture: panels side by side, their titles above, their figures below.
import { clamp } from "./dom.js";
import { plot, text } from "./plot.js";
import { CODES_HEIGHT, codeBars } from "./scale_codes.js";
import { OUTLIER_MOST } from "./scale_case.js";
import { blockBorders, blockFrame, cellMark, errorMap, greyLegend, greyMap, legend, valueMap, rowsOf }
  from "./scale_maps.js";
import { family_of } from "./lowbit-code_fields.js";
import { format_row } from "./lowbit-formats.js";
import { SIZE } from "./lowbit-outliers.js";
import { bits_words, error_percent, error_place, exact_percent, setting_words } from "./lowbit-scale_words.js";
import { full, sig } from "./lowbit-text.js";

const GAP = 20, LINE = 17;
export const familyOf = (side) => family_of(format_row(side.setting.format));

/** What stands side by side: the matrix where there is room for it, then the settings. */
function panelsOf({ state, sides }, W) {
  const own = sides.map((side, i) => ({ side, letter: sides.length > 1 ? "AB"[i] + ": " : "" }));
  const matrix = state.picture !== "values" && (sides.length < 2 || W >= 560);
  return matrix ? [{ side: null }, ...own] : own;
}

/** Places of the panels in a picture W wide: {panels, height, top, cell}. */
function layout(c, W) {
  const panels = panelsOf(c, W), codes = c.state.picture === "values";
  const stacked = codes && W < 560, columns = stacked ? 1 : panels.length;
  const width = (W - GAP * (columns - 1)) / columns;
  const cell = clamp(Math.floor((2 * width) / SIZE) / 2, 1, 5), body = codes ? CODES_HEIGHT : cell * SIZE + 52;
  for (const panel of panels) {
    panel.title = titleOf(c, panel);
    const below = panel.side ? figures(c, panel.side) : matrixFigures(c);
    panel.below = below.flatMap((words) => rowsOf(words, width));
    panel.rows = rowsOf(panel.title.words, width);
  }
  const most = (of) => Math.max(...panels.map((panel) => of(panel).length));
  const top = LINE * (1 + most((panel) => panel.rows)) + 6;
  const each = top + body + LINE * most((panel) => panel.below) + 8;
  panels.forEach((panel, i) => {
    panel.at = { x: (stacked ? 0 : i) * (width + GAP), y: (stacked ? i : 0) * each, width };
    panel.map = { x: panel.at.x, y: panel.at.y + top, cell, width: Math.min(width, cell * SIZE) };
  });
  return { panels, height: each * (stacked ? panels.length : 1), below: top + body };
}

function titleOf({ state, one }, { side, letter }) {
  if (side) return { name: letter + side.label, words: setting_words(side.setting, one.role) };
  return { name: "The matrix", words: one.role === "weights" ? "rows: outputs, columns: inputs"
    : "rows: tokens, columns: inputs" };
}

const matrixFigures = ({ x, sigma }) => {
  const most = x.reduce((top, v) => Math.max(top, Math.abs(v)), 0);
  return [`σ ${sig(sigma, 3)}`, `largest ${sig(most, 3)}, ${sig(most / sigma, 3)}σ`];
};

/** What one setting costs and loses, a line each. */
export function figures({ one, place, state }, side) {
  const where = error_place(one, place), { made } = side;
  return [
    `${bits_words(side.bits)} a value`,
    `error ${error_percent(made.relative_rmse)}, SQNR ${sig(made.sqnr_db, 3)} dB`,
    ...(where ? [error_percent(side.others) + where] : []),
    ...(place < 0 ? [] : [`${exact_percent(side.row)} in the outlier's row`]),
    `outputs off by ${error_percent(side.output)}`,
    `${full(side.zeros)} became 0${state.picture === "error" && side.zeros ? " (small squares)" : ""}`,
    `${side.codes_used} of ${side.codes_all} codes used`,
  ];
}

function scene(g, W, c) {
  const { panels, height, below } = layout(c, W), { picture, borders } = c.state;
  for (const { side, title, rows, at, map, below: lines } of panels) {
    const family = side ? familyOf(side) : "none";
    g.append(text(at.x, at.y + 13, title.name, "lp-name.lp-f-" + family));
    rows.forEach((row, i) => g.append(text(at.x, at.y + 13 + LINE * (i + 1), row, "lp-word")));
    const under = { ...map, y: map.y + SIZE * map.cell + 2 };
    if (picture === "values") codeBars(g, { ...at, y: map.y }, side, family);
    else if (picture === "image") {
      greyMap(g, map, side ? side.made.values : c.x);
      greyLegend(g, under);
    } else {
      if (side) errorMap(g, map, c, side);
      else valueMap(g, map, c);
      legend(g, under, side ? "error" : "value");
    }
    if (side && borders && picture !== "values") blockBorders(g, map, side.made.block);
    lines.forEach((words, i) => g.append(text(at.x, at.y + below + LINE * (i + 1) - 4, words,
      i === 0 ? "lp-word.lp-strong" : "lp-word")));
  }
  return { panels, height };
}

/** The chosen cell in every panel, and the block that shares its scale. */
function chosen(g, { panels }, c) {
  const { row, col, outlier, picture } = c.state, maps = picture !== "values";
  const main = panels.find(({ side }) => side), { map } = main;
  if (maps) {
    for (const { side, map: at } of panels) {
      if (side) blockFrame(g, at, side.made.block, row, col);
      if (at !== map) g.append(cellMark(at, row, col));
    }
    if (outlier) { // its size, above or below its row
      const x = map.x + clamp((col + 0.5) * map.cell, 16, SIZE * map.cell - 16);
      const y = map.y + row * map.cell + (row < 10 ? map.cell + 20 : -9);
      g.append(text(x, y, sig(outlier, 3) + "σ", "lp-word.lp-strong.lp-halo", "middle"));
    }
  }
  return { x: map.x + (col + 0.5) * map.cell, y: map.y + (row + 0.5) * map.cell, hidden: !maps,
    family: familyOf(main.side), mark: cellMark(map, row, col),
    value: (x, began, y) => (maps ? cellAt(panels, x, y) : null) };
}

/** The cell at a place of the picture, in the panel that is nearest. */
function cellAt(panels, x, y) {
  const off = ({ map }) => Math.abs(x - map.x - (map.cell * SIZE) / 2);
  const { map } = panels.reduce((best, panel) => (off(panel) < off(best) ? panel : best));
  const cell = (p) => clamp(Math.floor(p / map.cell), 0, SIZE - 1);
  return { row: cell(y - map.y), col: cell(x - map.x) };
}

const MOVES = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
  Home: [0, -SIZE], End: [0, SIZE] };

export function scalePicture(host, view, set) {
  host.classList.add("lp-maps");
  function step(quarters, key) { // arrows move it, Page Up and Page Down make it larger and smaller
    const { row, col, outlier } = view().state, move = MOVES[key];
    if (!move) set({ outlier: clamp(outlier + Math.sign(quarters) * 5, 0, OUTLIER_MOST) });
    else set({ row: clamp(row + move[0], 0, SIZE - 1), col: clamp(col + move[1], 0, SIZE - 1) });
  }
  const aria = () => {
    const { row, col, outlier } = view().state, size = outlier ? `, outlier of ${sig(outlier, 3)} σ` : "";
    return { min: 0, max: SIZE * SIZE - 1, now: row * SIZE + col, text: `row ${row}, column ${col}${size}` };
  };
  return plot(host, {
    label: "The matrix and what each setting makes of it",
    height: (W) => layout(view(), W).height,
    key: () => {
      const { state, place } = view(), { row, col, ...rest } = state;
      return JSON.stringify(place < 0 ? rest : state);
    },
    scene: (g, W) => scene(g, W, view()),
    point: (g, geometry) => chosen(g, geometry, view()),
    grip: { label: "Place of the outlier", move: (cell) => cell && set(cell), step, aria },
  });
}
