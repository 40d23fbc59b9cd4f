// Predict first: a choice before the picture opens. Print, deep links and Skip open it too.
import { h, uid } from "./dom.js";

function prediction({ model, el }) {
  const [question, choices, right, why, opens] = ["question", "choices", "right", "why", "opens"]
    .map((key) => model.get(key));
  const id = uid();
  let open = !opens, shown = false;
  const inputs = choices.map((_, i) => h("input", { type: "radio", name: id, value: i,
    onchange: () => { go.disabled = false; model.set("chosen", i); model.save_changes(); } }));
  const rows = choices.map((words, i) => h("label.lp-choice", {}, inputs[i], words));
  const go = h("button.lp-button.lp-solid", { type: "button", disabled: true, onclick: reveal },
    "Show the answer");
  const skip = h("button.lp-button", { type: "button", hidden: open, onclick: unlock }, "Skip");
  const waiting = h("p.lp.lp-waiting", {}, "This picture opens with your prediction above. ",
    h("button.lp-button", { type: "button", onclick: unlock }, "Open it now"));
  const verdict = h("p", { id: id + "-why", "aria-live": "polite" });
  const buttons = h("div.lp-row", {}, go, skip);
  el.append(h("div.lp.lp-predict", { role: "group", "aria-label": "Predict first" },
    h("p.lp-kicker", {}, "Predict first"),
    h("fieldset", { "aria-describedby": verdict.id }, h("legend", {}, question), ...rows),
    verdict, buttons));

  /** The verdict stands at the choice, in a sign and a word; then one reason. */
  function reveal() {
    if (shown) return;
    shown = true;
    rows.forEach((row, i) => {
      const mine = inputs[i].checked;
      inputs[i].disabled = true;
      if (i === right) row.append(h("em.lp-right", {}, mine ? "✓ your choice" : "✓ answer"));
      else if (mine) row.append(h("em.lp-wrong", {}, "✗ your choice"));
    });
    verdict.textContent = why;
    buttons.hidden = true;
    unlock();
  }
  function unlock() {
    open = true;
    skip.hidden = true;
    waiting.remove();
    document.getElementById(opens)?.classList.remove("lp-locked");
  }
  const linked = () => opens && location.hash.slice(1).split("?")[0] === opens;
  const follow = () => linked() && unlock();
  const close = (root) => {
    follow();
    root?.classList.toggle("lp-locked", !open);
    if (!open) root?.before(waiting);
  };
  const mounted = ({ detail }) => detail.id === opens && close(detail.root);
  document.addEventListener("lp-mounted", mounted); // the picture may come after its question
  addEventListener("hashchange", follow);
  if (opens) close(document.getElementById(opens));
  return () => {
    document.removeEventListener("lp-mounted", mounted);
    removeEventListener("hashchange", follow);
    unlock();
  };
}

export default { render: prediction };
