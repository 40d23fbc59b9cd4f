// All codes of a format of up to 8 bits as a table: one row for each first hexadecimal digit.
import { h } from "./dom.js";
import { code_text, number_text } from "./lowbit-code_fields.js";
import { code_count, decode, describe } from "./lowbit-formats.js";
import { sig, superscript } from "./lowbit-text.js";

const KIND = { NaN: "none", infinity: "none", subnormal: "sub" };

/** A value as short as a cell needs: the answer above the table has all of its digits. */
function shortValue(x, f) {
  if (!Number.isFinite(x) || x === 0) return number_text(x, 3).replace("infinity", "∞");
  let [odd, power, size] = [Math.abs(x), 0, Math.abs(x)];
  if (f.kind !== "table" && (size < 0.01 || size >= 1e6)) { // as an odd number times a power of two
    for (; !Number.isInteger(odd) && odd < 64; power -= 1) odd *= 2;
    for (; odd % 2 === 0; power += 1) odd /= 2;
    if (odd < 64) return (x < 0 ? "−" : "") + (odd === 1 ? "" : odd + "·") + "2" + superscript(power);
  }
  return sig(x, size < 0.1 ? 2 : size < 1 ? 3 : 5);
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** A grid that mouse and arrow keys step through; the chosen code is the only one in the tab order. */
export function codeTable(view, set) {
  const node = h("div.lp-scroll"), note = h("p.lp-small");
  let kind = "", cells = [], columns = 16;
  function keys(e) {
    const code = cells.indexOf(e.target), last = cells.length - 1, start = code - (code % columns);
    const ends = { Home: start, End: Math.min(start + columns - 1, last) };
    const [down, right] = ARROWS[e.key] ?? [];
    const to = e.key in ends ? ends[e.key] : code + (down ?? NaN) * columns + right;
    if (code < 0 || !(e.key in ARROWS || e.key in ends)) return;
    e.preventDefault();
    if (to < 0 || to > last) return;
    set({ code: to });
    cells[to].focus();
  }
  function cell(code, { f, scale }) {
    const first = f.kind === "float" && code % 2 ** f.mantissa === 0 ? ".lp-code-first" : "";
    const choose = () => { set({ code }); cells[code].focus({ preventScroll: true }); };
    return h(`td.lp-code-${KIND[describe(code, f)] ?? "number"}${first}`,
      { tabindex: -1, title: code_text(code, f), onclick: choose }, shortValue(decode(code, f) * scale, f));
  }
  function build(c) {
    const { f } = c, count = code_count(f), list = (length, make) => Array.from({ length }, (_, i) => make(i));
    columns = count > 16 ? 16 : Math.min(count, 8);
    cells = list(count, (code) => cell(code, c));
    const head = h("tr", {}, h("th", { scope: "col" }, h("span.lp-said", {}, "first digits")),
      ...list(columns, (i) => h("th", { scope: "col" }, i.toString(16).toUpperCase())));
    const rows = list(Math.ceil(count / columns), (i) => h("tr", {},
      h("th", { scope: "row" }, code_text(i * columns, f).slice(2, columns < 16 ? undefined : -1)),
      ...cells.slice(i * columns, (i + 1) * columns)));
    const label = `All ${count} codes of ${f.label}`;
    node.replaceChildren(h("table.lp-codes", { role: "grid", onkeydown: keys, "aria-label": label },
      h("thead", {}, head), h("tbody", {}, ...rows)));
    const sub = cells.some((one) => one.classList.contains("lp-code-sub"));
    note.textContent = (columns < 16 ? "Row plus column" : "Row, then column")
      + ": the hexadecimal code. Values are rounded to fit. "
      + (f.kind === "float" ? "Heavy edge: the exponent changes. " : "")
      + (sub ? "Dotted underline: subnormal. " : "") + "Arrow keys step through the codes.";
  }
  function paint() {
    const c = view(), sign = `${c.f.id} ${c.scale}`;
    if (sign !== kind) build(c);
    kind = sign;
    const chosen = cells[c.one?.code], sight = node.getBoundingClientRect();
    cells.forEach((one, code) => {
      const here = code === c.one?.code;
      one.classList.toggle("lp-here", here);
      one.tabIndex = here || (!c.one && code === 0) ? 0 : -1;
      one.setAttribute("aria-selected", String(here));
    });
    const box = chosen?.getBoundingClientRect();
    if (box && (box.right > sight.right || box.left < sight.left + 24)) { // beside the sticky column
      node.scrollLeft += box.left - sight.left - sight.width / 2;
    }
  }
  return { nodes: [node, note], paint };
}
