// Matrices as maps: what is in them, what rounding did to them, and who shares a scale.
import { clamp, s, textWidth } from "./dom.js";
import { text } from "./plot.js";
import { SIZE } from "./lowbit-outliers.js";

const ERROR_STEPS = [0.01, 0.03, 0.1, 0.3, 1]; // of σ: where the next colour begins
const SIZE_STEPS = [0.5, 1, 2, 4, 8]; // σ
const GREYS = 32;
const LOST = 0.5; // side of the square of a value that became 0, in cells

/** Path data by colour and width, in cells: "3" whole cells, "3 lost" the small squares. */
function strokes(colour, lost) {
  const paths = new Map();
  const add = (key, data) => paths.set(key, (paths.get(key) ?? "") + data);
  for (let row = 0; row < SIZE; row += 1) {
    for (let col = 0; col < SIZE;) {
      const i = row * SIZE + col, key = colour(i);
      if (lost(i)) {
        add(key + " lost", `M${col + (1 - LOST) / 2} ${row + 0.5}h${LOST}`);
        col += 1;
        continue;
      }
      const start = col;
      do col += 1; while (col < SIZE && colour(i + col - start) === key && !lost(i + col - start));
      add(key, `M${start} ${row + 0.5}h${col - start}`);
    }
  }
  return paths;
}

const stepOf = (steps, x) => {
  let n = 0;
  while (n < steps.length && x >= steps[n]) n += 1;
  return n;
};

/** 64 × 64 cells at (x, y), `cell` pixels each. style(key) -> {class} or {stroke}. */
function cells(g, { x, y, cell }, colour, lost, style) {
  const box = s("g", { transform: `translate(${x},${y}) scale(${cell})`, "shape-rendering": "crispEdges" });
  for (const [key, d] of strokes(colour, lost)) {
    const [name, small] = String(key).split(" ");
    box.append(s("path.lp-cells" + (style ? "" : ".lp-heat-" + name),
      { d, "stroke-width": small ? LOST : 1, style: style?.(name) }));
  }
  g.append(box);
}

/** How far every value was moved, in σ; a value that became 0 is a small square. */
export function errorMap(g, at, { x, sigma }, { made }) {
  const error = (i) => stepOf(ERROR_STEPS, Math.abs(x[i] - made.values[i]) / sigma);
  cells(g, at, error, (i) => made.values[i] === 0 && x[i] !== 0);
}

/** The magnitudes before rounding, in σ. */
export function valueMap(g, at, { x, sigma }) {
  cells(g, at, (i) => stepOf(SIZE_STEPS, Math.abs(x[i]) / sigma), () => false);
}

/** Values from 0 to 1 as greys. */
export function greyMap(g, at, values) {
  const shade = (i) => Math.round(clamp(values[i], 0, 1) * (GREYS - 1));
  cells(g, at, shade, () => false, (n) => `stroke:${grey(n / (GREYS - 1))}`);
}
const grey = (share) => `rgb(${Array(3).fill(Math.round(share * 255))})`;

/** Lines between blocks: thin where they stand close. */
export function blockBorders(g, { x, y, cell }, [rows, cols]) {
  const all = SIZE * cell;
  const lines = (size, draw) => Array.from({ length: Math.ceil(SIZE / size) - 1 },
    (_, i) => draw((i + 1) * size * cell)).join("");
  const put = (size, d) => d && g.append(s("path.lp-border" + (size * cell < 7 ? ".lp-close" : ""), { d }));
  put(rows, lines(rows, (p) => `M${x} ${y + p}h${all}`));
  put(cols, lines(cols, (p) => `M${x + p} ${y}v${all}`));
}

/** The block of the chosen cell, and the cell itself. */
export function blockFrame(g, { x, y, cell }, [rows, cols], row, col) {
  const top = Math.floor(row / rows) * rows, left = Math.floor(col / cols) * cols;
  const box = { x: x + left * cell - 1.5, y: y + top * cell - 1.5, // outside, so that it hides none
    width: Math.min(cols, SIZE - left) * cell + 3, height: Math.min(rows, SIZE - top) * cell + 3 };
  g.append(s("rect.lp-frame.lp-under", box), s("rect.lp-frame", box));
}

/** A square around the cell. */
export function cellMark({ x, y, cell }, row, col) {
  const side = cell + 5, box = { x: x + (col + 0.5) * cell - side / 2,
    y: y + (row + 0.5) * cell - side / 2, width: side, height: side };
  return s("g", {}, s("rect.lp-cell.lp-under", box), s("rect.lp-cell", box));
}

/** Six colours in a row, and numbers below them: [n, words] at the n-th edge. */
function swatches(g, { x, y, width }, words, rect, marks) {
  const each = Math.min(width / 6, 36), at = (n) => x + n * each;
  g.append(text(x, y + 12, words, "lp-tick"));
  for (let n = 0; n < 6; n += 1) g.append(rect(n, { x: at(n), y: y + 18, width: each, height: 10 }));
  g.append(s("rect.lp-swatches", { x, y: y + 18, width: 6 * each, height: 10 }));
  for (const [n, mark] of marks) {
    g.append(text(at(n), y + 42, mark, "lp-tick", n === 0 ? "start" : n === 6 ? "end" : "middle"));
  }
}

/** The colours of an error map ("error") or of magnitudes, with the numbers where the next begins. */
export function legend(g, at, kind) {
  const steps = kind === "error" ? ERROR_STEPS.map((n) => n * 100) : SIZE_STEPS;
  swatches(g, at, kind === "error" ? "off by, % of σ" : "magnitude, σ",
    (n, box) => s("rect.lp-heat-" + n, box), steps.map((step, i) => [i + 1, String(step)]));
}

/** From black to white. */
export const greyLegend = (g, at) => swatches(g, at, "value",
  (n, box) => s("rect", { ...box, fill: grey(n / 5) }), [[0, "0"], [6, "1"]]);

/** Words in rows no wider than `width`. */
export function rowsOf(words, width) {
  const rows = [""];
  for (const word of words.split(" ")) {
    const longer = (rows.at(-1) + " " + word).trim();
    if (rows.at(-1) && textWidth(longer) > width) rows.push(word);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}
