// Making elements, measuring text, scales. No library.
const SVG = "http://www.w3.org/2000/svg";

function make(ns, spec, attrs, kids) {
  const [tag, ...classes] = spec.split(".");
  const node = ns ? document.createElementNS(ns, tag) : document.createElement(tag);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attrs)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...kids.filter((kid) => kid != null));
  return node;
}

/** h("p.lp-answer", {id: "a"}, "text"): an HTML element. s(...): the same in SVG. */
export const h = (spec, attrs = {}, ...kids) => make(null, spec, attrs, kids);
export const s = (spec, attrs = {}, ...kids) => make(SVG, spec, attrs, kids);

export const clamp = (x, lo, hi) => Math.min(hi, Math.max(lo, x));

let last = 0;
/** An id that no other widget of this page has, even one from another copy of this module. */
export function uid() {
  do last += 1; while (document.getElementById("lp-" + last));
  return "lp-" + last;
}

/** A logarithmic scale: value -> pixel, and .inv: pixel -> value. */
export function logScale(d0, d1, p0, p1) {
  const scale = (value) => p0 + (Math.log(value / d0) / Math.log(d1 / d0)) * (p1 - p0);
  scale.inv = (pixel) => d0 * (d1 / d0) ** ((pixel - p0) / (p1 - p0));
  scale.domain = [d0, d1];
  return scale;
}

const ruler = document.createElement("canvas").getContext("2d");
let family = "";
/** Width of a text in CSS pixels. The font is read once: reading it per label is slow. */
export function textWidth(text, size = 12, weight = 400) {
  family ||= getComputedStyle(document.documentElement).getPropertyValue("--lp-font");
  ruler.font = `${weight} ${size}px ${family || "sans-serif"}`;
  return ruler.measureText(text).width;
}
