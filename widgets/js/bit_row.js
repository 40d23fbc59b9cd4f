// The bits of one code as buttons, what each field says, and the value as a formula.
import { h } from "./dom.js";
import { code_count } from "./lowbit-formats.js";
import { bit_fields, bits_text, code_text, field_words, formula_pieces, number_text }
  from "./lowbit-code_fields.js";

const NAMES = { sign: "sign", exponent: "exponent", mantissa: "mantissa" };

/** One entry a bit, highest first: {field, weight}. */
function bitsOf(f) {
  let place = f.bits;
  return bit_fields(f).flatMap(({ field, bits }) => Array.from({ length: bits }, () => {
    place -= 1;
    return { field, place };
  }));
}

/** What the letters on the bits stand for: the index of a table is no mantissa. */
const letterOf = (f, field) => f.kind === "table" ? "I" : f.kind === "int" && field === "mantissa"
  ? "V" : field[0].toUpperCase();
const nameOf = (f, field) => f.kind === "table" ? "index" : f.kind === "int" && field === "mantissa"
  ? "value" : NAMES[field];

const colored = ({ text, field }) => field ? h("b.lp-b-" + field, {}, text) : text;

/** Pieces as nodes; what stands between ^( and ) is set as a superscript. */
function raised(list) {
  const out = [];
  let power = null;
  for (const piece of list) {
    const [, before, inside] = !piece.field && piece.text.match(/^(.*)\^\((.*)$/) || [];
    if (before !== undefined) out.push(before, (power = h("sup", {}, inside)));
    else if (power && piece.text.includes(")")) {
      const [first, ...rest] = piece.text.split(")");
      power.append(first);
      out.push(rest.join(")"));
      power = null;
    } else if (power) power.append(colored(piece));
    else out.push(colored(piece));
  }
  return out;
}

export function bitRow(view, set) {
  const row = h("div.lp-bits", { role: "group", "aria-label": "Bits, highest first" });
  const says = h("p.lp-bitwords"), formula = h("p.lp-bitformula"), near = h("p.lp-bitnear");
  let kind = "";
  function flip(place) {
    const { f, one } = view(), code = one ? one.code : 0, power = 2 ** place;
    const next = Math.floor(code / power) % 2 ? code - power : code + power;
    if (next < code_count(f)) set({ code: next });
  }
  const button = (f) => ({ field, place }) => h(`button.lp-bit.lp-b-${field}`, { type: "button",
    "aria-label": `bit ${place}, ${nameOf(f, field)}`, onclick: () => flip(place) },
  h("span"), h("small", { "aria-hidden": "true" }, letterOf(f, field)));
  function paint() {
    const { f, one, scale } = view();
    if (kind !== f.id) {
      row.replaceChildren(...bitsOf(f).map(button(f)));
      row.classList.toggle("lp-many", f.bits > 8);
    }
    kind = f.id;
    const bits = one ? bits_text(one.code, f).replaceAll(" ", "") : "";
    [...row.children].forEach((bit, i) => {
      const on = bits[i] === "1";
      bit.setAttribute("aria-pressed", String(on));
      bit.classList.toggle("lp-set", on);
      bit.firstChild.textContent = bits[i] ?? "–";
    });
    says.hidden = formula.hidden = near.hidden = !one;
    if (!one) return;
    says.replaceChildren(...field_words(one.code, f).map(({ field, name, text }) =>
      h("span", {}, h("b.lp-b-" + field, {}, name), " " + text)));
    formula.replaceChildren(...raised(formula_pieces(one.code, f, scale)));
    const digits = scale === 1 ? 9 : 6, facts = [["code", code_text(one.code, f)]];
    if (one.ulp !== null) facts.push(["step (ulp)", number_text(one.ulp, digits)]);
    if (one.below !== null) facts.push(["next lower", number_text(one.below, digits)]);
    if (one.above !== null) facts.push(["next higher", number_text(one.above, digits)]);
    near.replaceChildren(...facts.map(([name, text]) => h("span", {}, name + " ", h("b", {}, text))));
  }
  return { nodes: [row, says, formula, near], paint };
}
