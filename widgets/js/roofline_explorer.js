// The roofline explorer: one matmul, one or two formats, predicted and measured.
import { clamp, h } from "./dom.js";
import { frame } from "./frame.js";
import { plot } from "./plot.js";
import { M_MAX, caseOf } from "./roofline_case.js";
import { resultFile } from "./result_file.js";
import { roofPoint, roofScene } from "./roof_view.js";
import { controls } from "./roofline_controls.js";
import { fixKnobs, fixOwn, formulaPanel, knobsPanel, ownPanel } from "./roofline_panels.js";
import { KEYS, LINKED, fix } from "./roofline_state.js";
import { pointRows, said, sourceOf, where } from "./roofline_words.js";
import { saveCsv, savePng, saveSvg } from "./save.js";
import { timePoint, timeScene } from "./time_view.js";
import { full } from "./lowbit-text.js";

/** The picture: one plot that shows one of two views; only its point depends on M. */
function picture(host, view, set) {
  const pick = (roofed, timed) => (view().state.view === "roof" ? roofed : timed);
  const move = (m) => set({ m });
  const step = (quarters) => { // as far as one step of the slider
    const now = Math.round(Math.log2(view().state.m) * 4);
    move(Math.round(2 ** (clamp(now + quarters, 0, Math.log2(M_MAX) * 4) / 4)));
  };
  const aria = () => {
    const { m } = view().state;
    return { min: 1, max: M_MAX, now: m, text: m === 1 ? "1 token" : `${full(m)} tokens` };
  };
  return plot(host, {
    label: "Speed of one matmul, predicted and measured",
    height: (W) => clamp(W * 0.6, 300, 400),
    key: () => JSON.stringify([{ ...view().state, m: 0 }, view().result?.id]),
    scene: (g, W, H) => pick(roofScene, timeScene)(g, W, H, view()),
    point: (g, geometry) => pick(roofPoint, timePoint)(g, geometry, view()),
    grip: { label: "Tokens in one step", move, step, aria },
  });
}

/** Buttons that save what is seen: the picture with its words, the points as a table. */
function tools({ picture: drawn, view, texts }) {
  const name = () => `roofline-${view().gpu.id}-${view().main.name}-m${view().state.m}`;
  const words = () => {
    const [place, claim, reason, note, source] = texts.map((p) => p.textContent);
    const above = [[place, 13, 600], [claim, 18, 600], [`${reason} ${note}`.trim(), 13, 400]];
    return [above, [[source, 12, 400]]];
  };
  const button = (label, onclick) => h("button.lp-button", { type: "button", onclick }, label);
  return [
    button("Save SVG", () => saveSvg(name(), drawn.svg, ...words())),
    button("Save PNG", () => savePng(name(), drawn.svg, ...words())),
    button("Save CSV", () => saveCsv(name(), pointRows(view()))),
  ];
}

function explorer(place) {
  let shown = null, set = null;
  const file = resultFile(place, (patch) => set(patch)), stamp = () => file.now()?.id;
  const view = (state) => (shown = caseOf(state, file.now()));
  const folded = () => [
    formulaPanel(),
    knobsPanel(() => shown.state, set),
    ownPanel(() => shown, set),
  ];
  const controlled = (given) => {
    set = given;
    return { ...controls(set, file), folded: folded() };
  };
  const end = frame(place, {
    id: "roofline-explorer", keys: KEYS, nested: LINKED, moving: "m",
    fix: (state, patch) =>
      fix({ ...state, knobs: fixKnobs(state.knobs), own_gpu: fixOwn(state.own_gpu) }, patch),
    view, stamp, name: where, answer: said, source: sourceOf, picture, tools, controls: controlled,
  });
  return () => {
    file.stop();
    end();
  };
}

export default { render: explorer };
