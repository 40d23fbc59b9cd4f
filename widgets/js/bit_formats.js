// One value in every format, side by side: stored bits, rounded value, error, what casts do.
import { h } from "./dom.js";
import { bits_text, code_text, family_of, number_text } from "./lowbit-code_fields.js";
import { casts_words } from "./lowbit-code_words.js";
import { FORMATS, format_row } from "./lowbit-formats.js";
import { stored } from "./lowbit-stored.js";
import { percent } from "./lowbit-text.js";
import { attempt, ruleOf } from "./bit_case.js";

const OVER = { saturate: "saturates", inf: "overflows", nan: "overflows" };

/** What each format makes of the value: [{f, one (null: it has no NaN), scale, casts}]. */
export function allFormats({ x, state }) {
  return Object.keys(FORMATS).map((name) => {
    const f = format_row(name), { rounding, overflow, amax } = state;
    const one = attempt(() => stored(x, f, rounding, ruleOf(f, overflow), amax));
    return { f, one, casts: casts_words(x, f, amax) };
  });
}

function errorWords(one) {
  if (one.relative_error === null) return "";
  return one.relative_error === 0 ? "exact" : percent(one.relative_error).replace("less than ", "< ");
}

/** A table whose format names are buttons: they choose the format of the whole widget. */
export function formatTable(view, set) {
  const body = h("tbody"), node = h("div.lp-scroll", {}, h("table.lp-all", {}, h("thead", {},
    h("tr", {}, ...["Format", "Bits", "Becomes", "Off by"].map((name) => h("th", { scope: "col" }, name)))),
  body)), note = h("p.lp-small");
  const rows = Object.keys(FORMATS).map((name) => {
    const f = format_row(name), cells = [h("td"), h("td"), h("td")];
    const button = h("button.lp-pick.lp-f-" + family_of(f), { type: "button",
      onclick: () => set({ format: name, code: -1 }) }, f.label);
    const casts = h("td", { colspan: 4 }), more = h("tr.lp-casts", {}, casts);
    const row = h("tr", {}, h("th", { scope: "row" }, button), ...cells);
    body.append(row, more);
    return { row, more, casts, cells, button };
  });
  function paint() {
    const c = view();
    allFormats(c).forEach(({ f, one, casts: words }, i) => {
      const { row, more, casts, cells: [bits, value, error], button } = rows[i];
      row.classList.toggle("lp-here", f.id === c.f.id);
      button.setAttribute("aria-pressed", String(f.id === c.f.id));
      const said = f.bits > 8 ? code_text : bits_text; // 32 bits are no longer read one by one
      bits.replaceChildren(one ? h("code", {}, said(one.code, f)) : "–");
      value.textContent = one ? number_text(one.value, 6) : "has no NaN";
      if (one?.overflow) value.append(h("small", {}, OVER[one.overflow]));
      error.textContent = one ? errorWords(one) : "";
      more.hidden = !words;
      casts.textContent = words;
    });
    note.textContent = c.state.amax === 0
      ? "No scale. Quantizers scale formats of 8 bits and fewer: write an amax below."
      : `Formats of 8 bits and fewer are scaled so that ${number_text(c.state.amax, 6)} is their largest `
        + "value; wider ones and those that are scales themselves are not.";
  }
  return { nodes: [node, note], paint };
}
