// Save what is seen: the picture with its answer and sources as SVG or PNG, the points as CSV.
import { h, s, textWidth } from "./dom.js";

const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity",
  "fill-opacity", "paint-order", "font-family", "font-size", "font-weight", "font-variant-numeric"];
const MARGIN = 16;

function wrap(text, width, size, weight) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (textWidth(longer, size, weight) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A copy of the picture that needs no style sheet, in the colours of the theme that is on.
 * above and below: [text, size, weight] set over and under it, wrapped to its width. */
function standalone(svg, above, below) {
  const copy = svg.cloneNode(true);
  const [from, to] = [svg, copy].map((node) => [...node.querySelectorAll("*")]);
  from.forEach((node, i) => {
    const style = getComputedStyle(node);
    const css = KEPT.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    to[i].setAttribute("style", css);
    to[i].removeAttribute("class");
  });
  for (const node of copy.querySelectorAll("[role=slider]")) {
    node.querySelectorAll("circle[r='22'], circle[r='13']").forEach((ring) => ring.remove());
    for (const { name } of [...node.attributes]) node.removeAttribute(name);
  }
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const page = getComputedStyle(svg), parts = [], font = page.fontFamily.replaceAll('"', "'");
  let y = MARGIN;
  const write = ([text, size, weight]) => {
    for (const row of wrap(text, width, size, weight)) {
      y += size * 1.35;
      const style = `font:${weight} ${size}px ${font};fill:${page.color}`;
      parts.push(s("text", { x: MARGIN, y: Math.round(y), style }, row));
    }
    y += 6;
  };
  above.forEach(write);
  const transform = `translate(${MARGIN},${Math.round(y + 6)})`;
  const body = s("g", { transform }, ...copy.childNodes);
  y += 6 + height + 4;
  below.forEach(write);
  const [W, H] = [width + 2 * MARGIN, Math.round(y + MARGIN)];
  const paper = page.getPropertyValue("--lp-bg").trim() || "#fff";
  return { W, H, node: s("svg", { xmlns: "http://www.w3.org/2000/svg", width: W, height: H,
    viewBox: `0 0 ${W} ${H}` }, s("rect", { width: W, height: H, fill: paper }), body, ...parts) };
}

function download(name, blob) {
  const url = URL.createObjectURL(blob), link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const asText = (node) => new XMLSerializer().serializeToString(node);

export function saveSvg(name, ...picture) {
  const text = asText(standalone(...picture).node);
  download(name + ".svg", new Blob([text], { type: "image/svg+xml" }));
}

export async function savePng(name, ...picture) {
  const { W, H, node } = standalone(...picture), image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(asText(node));
  await image.decode();
  const canvas = h("canvas", { width: 2 * W, height: 2 * H }), pen = canvas.getContext("2d");
  pen.scale(2, 2);
  pen.drawImage(image, 0, 0);
  canvas.toBlob((blob) => download(name + ".png", blob), "image/png");
}

/** rows: objects with the same keys. Text that a spreadsheet could run as a formula is quoted. */
export function saveCsv(name, rows) {
  const cell = (value) => typeof value === "number" ? String(value)
    : `"${String(value ?? "").replace(/^[=+@-]/, "'$&").replaceAll('"', '""')}"`;
  const table = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row).map(cell))];
  const lines = table.map((cells) => cells.join(","));
  download(name + ".csv", new Blob([lines.join("\r\n") + "\r\n"], { type: "text/csv" }));
}
