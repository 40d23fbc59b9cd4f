// One picture. One SVG unit is one CSS pixel, so 12 px text stays 12 px on a phone.
import { s, textWidth, uid } from "./dom.js";

/** Every family of formats has one dash and one marker (and one colour, in style.css). */
export const FAMILY = {
  bf16: { dash: "", shape: "circle" },
  fp8: { dash: "11 4", shape: "square" },
  int8: { dash: "11 4 2 4", shape: "triangle" },
  w4: { dash: "5 3", shape: "diamond" },
  fp4: { dash: "2 3", shape: "hexagon" },
};
const CORNERS = { // number of corners, first angle, radius so that all look equally large
  square: [4, Math.PI / 4, 1.25],
  triangle: [3, -Math.PI / 2, 1.4],
  diamond: [4, 0, 1.35],
  hexagon: [6, 0, 1.15],
};

export function marker(family, x, y, r, cls) {
  const shape = FAMILY[family].shape, spec = `.${cls}.lp-f-${family}`;
  if (shape === "circle") return s("circle" + spec, { cx: x.toFixed(1), cy: y.toFixed(1), r });
  const [n, first, k] = CORNERS[shape];
  const points = Array.from({ length: n }, (_, i) => {
    const a = first + (i * 2 * Math.PI) / n;
    return `${(x + k * r * Math.cos(a)).toFixed(1)},${(y + k * r * Math.sin(a)).toFixed(1)}`;
  });
  return s("polygon" + spec, { points: points.join(" ") });
}

export const text = (x, y, words, cls, anchor = "start") =>
  s("text." + cls, { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor }, words);
const pathOf = (points) => "M" + points.map(([x, y]) => x.toFixed(1) + "," + y.toFixed(1)).join("L");
export const line = (points, cls, attrs) => s("path." + cls, { d: pathOf(points), ...attrs });
export const area = (points, cls) => s("path." + cls, { d: pathOf(points) + "Z" });

/** A 45 degree hatch as a fill, so that no area is told by colour alone. */
export function hatch(g, cls) {
  const id = uid() + "-hatch";
  const attrs = { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" };
  const stroke = s("line.lp-hatch." + cls, { x1: 0, y1: 0, x2: 0, y2: 6 });
  g.append(s("defs", {}, s("pattern", { ...attrs, patternTransform: "rotate(45)" }, stroke)));
  return `url(#${id})`;
}

/** Places texts so that none covers another or leaves the picture.
 * put() takes the first free spot [x, y, anchor] and returns false when there is none. */
export function labels(W, H, taken = []) {
  const inside = (b) => b[0] >= -1 && b[1] >= 0 && b[2] <= W - 1 && b[3] <= H;
  const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  function put(g, words, cls, spots) {
    const strong = cls.includes("lp-name");
    const width = textWidth(words, strong ? 13 : 12, strong ? 600 : 400);
    for (const [x, y, anchor = "start"] of spots) {
      const left = x - { start: 0, middle: width / 2, end: width }[anchor];
      const box = [left, y - 12, left + width, y + 4];
      if (!inside(box) || taken.some((other) => meets(box, other))) continue;
      taken.push([box[0] - 3, box[1], box[2] + 3, box[3]]);
      g.append(text(x, y, words, cls, anchor));
      return true;
    }
    return false;
  }
  const block = (...box) => taken.push(box);
  return { put, block, copy: () => labels(W, H, [...taken]) };
}

/** Names in a gutter beside their lines, pushed apart. items: [{y, lines: [text], family}]. */
export function gutter(g, put, items, x, anchor, lo, hi) {
  const rows = [...items].sort((a, b) => a.y - b.y);
  let next = lo;
  for (const row of rows) { // top down: each as near to its line as the one above allows
    row.top = Math.max(next, row.y - 8 * row.lines.length);
    next = row.top + 16 * row.lines.length + 3;
  }
  let limit = hi;
  for (const row of rows.reverse()) { // bottom up: back inside the picture
    row.top = Math.min(row.top, limit - 16 * row.lines.length);
    limit = row.top - 3;
    row.lines.forEach((words, i) => put(g, words, `lp-name.lp-halo.lp-f-${row.family}`,
      [[x, row.top + 12 + 16 * i, anchor]]));
  }
}

/** Values to mark on a logarithmic axis: 1, 10, 100, or 1, 2, 5, 10 when it is short. */
export function decades(lo, hi) {
  const out = [], steps = hi / lo > 60 ? [1] : [1, 2, 5];
  for (let e = Math.floor(Math.log10(lo)); e <= Math.log10(hi); e += 1) {
    for (const step of steps) {
      const value = Number(`${step}e${e}`);
      if (value >= lo && value <= hi) out.push(value);
    }
  }
  return out;
}

/** Grid, ticks and names of the axes; names are horizontal, top left and bottom right. */
export function axes(g, put, { L, R, T, B, x, y, xTicks, yTicks, xText, yText, xName, yName }) {
  for (const t of yTicks) {
    g.append(line([[L, y(t)], [R, y(t)]], "lp-grid"));
    put(g, yText(t), "lp-tick", [[L - 6, y(t) + 4, "end"]]);
  }
  g.append(line([[L, B], [R, B]], "lp-axis"));
  for (const t of xTicks) {
    if (put(g, xText(t), "lp-tick", [[x(t), B + 18, "middle"], [R, B + 18, "end"]])) {
      g.append(line([[x(t), B], [x(t), B + 5]], "lp-axis"));
    }
  }
  put(g, yName, "lp-word", [[0, T - 14]]);
  put(g, xName, "lp-word", [[R, B + 36, "end"]]);
}

const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 4, PageDown: -4,
  Home: -Infinity, End: Infinity };

/** A picture that follows its width, with a point that mouse, finger and keys move.
 *
 * scene(g, W, H) draws what does not depend on the point and returns its geometry; it runs again
 * only when key() or the width changes. point(g, geometry) draws the rest and returns
 * {x, y, family, value, hidden, mark}; value(x, began, y) turns the place of a drag that began at height
 * `began` into what grip.move gets; mark stands for the family's marker. grip: {label, move(value),
 * step(quarters, key), aria}.
 */
export function plot(host, { label, height, key, scene, point, grip }) {
  const still = s("g"), moving = s("g");
  const handle = s("g", { tabindex: 0, role: "slider", "aria-label": grip.label });
  const svg = s("svg.lp-svg", { role: "group", "aria-label": label }, still, moving, handle);
  let W = 0, H = 0, drawn = "", geometry = null, value = null;

  function paint() {
    if (!W) return;
    const now = W + key();
    if (now !== drawn) {
      H = height(W);
      svg.setAttribute("viewBox", `0 0 ${W} ${H}`);
      still.replaceChildren();
      geometry = scene(still, W, H);
      drawn = now;
    }
    moving.replaceChildren();
    const at = point(moving, geometry);
    value = at.value;
    handle.setAttribute("class", "lp-grip lp-f-" + at.family);
    handle.style.display = at.hidden ? "none" : "";
    const spot = { cx: at.x.toFixed(1), cy: at.y.toFixed(1) };
    handle.replaceChildren(s("circle.lp-hit", { ...spot, r: 22 }),
      s("circle.lp-ring", { ...spot, r: 13 }), at.mark ?? marker(at.family, at.x, at.y, 7, "lp-point"));
    const aria = grip.aria();
    for (const part of ["min", "max", "now", "text"]) {
      handle.setAttribute("aria-value" + part, aria[part]);
    }
  }
  let began = 0;
  const drag = (e) => {
    const box = svg.getBoundingClientRect();
    grip.move(value(e.clientX - box.left, began - box.top, e.clientY - box.top));
  };
  svg.addEventListener("pointerdown", (e) => {
    if (e.button) return;
    svg.setPointerCapture(e.pointerId);
    handle.focus({ preventScroll: true });
    began = e.clientY;
    drag(e);
  });
  svg.addEventListener("pointermove", (e) => svg.hasPointerCapture(e.pointerId) && drag(e));
  handle.addEventListener("keydown", (e) => {
    if (!STEPS[e.key]) return;
    e.preventDefault();
    grip.step(STEPS[e.key], e.key);
  });
  const observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width);
    if (width && width !== W) { W = width; paint(); }
  });
  const print = () => { W = W || 640; paint(); }; // a closed picture was never laid out
  addEventListener("beforeprint", print);
  host.append(svg);
  observer.observe(host);
  const stop = () => { observer.disconnect(); removeEventListener("beforeprint", print); };
  return { svg, paint, stop };
}
