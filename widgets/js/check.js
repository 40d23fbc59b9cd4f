// Check yourself: a number, a tolerance, a hint in the right direction, a folded worked answer.
import { numberIn } from "./controls.js";
import { h, uid } from "./dom.js";

function checkYourself({ model, el }) {
  const get = (key) => model.get(key), id = uid();
  const input = h("input.lp-field", { id, inputmode: "decimal", autocomplete: "off",
    "aria-describedby": id + "-said" });
  const said = h("p.lp-feedback", { id: id + "-said", "aria-live": "polite" });

  const withoutUnit = (text) => { // "17.5 µs" is as good an answer as "17.5"
    const unit = get("unit"), t = text.trim();
    return unit && t.endsWith(unit) ? t.slice(0, -unit.length) : t;
  };
  function verdict(value) {
    const answer = get("answer"), near = get("tolerance") * (Math.abs(answer) || 1);
    if (Number.isNaN(value)) return ["lp-wrong", "✗ Write one number, such as 17.5."];
    if (Math.abs(value - answer) <= near) return ["lp-right", "✓ Right."];
    const [word, hint] = value > answer ? ["high", get("hint_high")] : ["low", get("hint_low")];
    return ["lp-wrong", `✗ Too ${word}. ${hint}`];
  }
  const submit = (event) => {
    event.preventDefault();
    const [cls, words] = verdict(numberIn(withoutUnit(input.value)));
    said.className = "lp-feedback " + cls;
    said.textContent = words.trim();
    input.setAttribute("aria-invalid", String(cls === "lp-wrong"));
    model.set("entered", input.value);
    model.save_changes();
  };
  const row = h("div.lp-row", {}, input, h("span", {}, get("unit")),
    h("button.lp-button.lp-solid", {}, "Check"));
  const question = h("label.lp-question", { for: id }, get("question"));
  el.append(h("div.lp.lp-check", { role: "group", "aria-label": "Check yourself" },
    h("p.lp-kicker", {}, "Check yourself"),
    h("form", { onsubmit: submit, novalidate: true }, question, row), said,
    h("details", {}, h("summary", {}, "Worked answer"), h("pre", {}, get("worked")))));
}

export default { render: checkYourself };
