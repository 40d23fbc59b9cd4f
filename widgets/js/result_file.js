// A result file of the GPU labs: picked or dropped, checked, and drawn beside the published points.
import { DATA } from "./data.js";
import { h } from "./dom.js";
import { GPUS, ownRow } from "./roofline_case.js";
import { measured_format } from "./lowbit-lookup.js";
import { LARGEST_FILE, check, fits_of } from "./lowbit-result_file.js";
import { OVER_CEILINGS, OVER_DATASHEET, drawable, first_shown, own_gpu,
  timed_curves } from "./lowbit-result_points.js";

const ENGINE = "your file"; // under which its constants stand in the menu of engines
let filesRead = 0;

/** What the explorer draws of a file: {id, name, gpu, own, curves}; throws an Error with a sentence. */
function drawnFrom(data) {
  check(data, DATA.result_schema);
  drawable(data, GPUS.map(({ id }) => id));
  const { name, gpu: known } = data.card, row = GPUS.find(({ id }) => id === known);
  const own = row ? null : own_gpu(data), gpu = row ? row.id : "own";
  const curves = timed_curves(data, row ?? ownRow(own), row ? OVER_DATASHEET : OVER_CEILINGS);
  const count = curves.flatMap(({ us }) => Object.values(us).flat()).length;
  const date = data.date.slice(0, 10), engine = `${ENGINE}@${date}`;
  return { id: (filesRead += 1), name, gpu, own, curves, count, engine, date,
    torch: data.versions.torch };
}

/** The file's constants as one more engine of its GPU; those of the file before it go. */
function learn(data, drawn) {
  const { sets } = DATA.constants;
  for (const old of sets.filter(({ engine }) => engine === ENGINE)) sets.splice(sets.indexOf(old), 1);
  for (const { format, rungs } of data ? fits_of(data) : []) {
    sets.push({ gpu: drawn.gpu, engine: ENGINE, version: drawn.date, rungs,
      format: measured_format(format) });
  }
}

async function parsed(file) {
  if (file.size > LARGEST_FILE) throw new Error("This file is larger than 1 MB: no result file is.");
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error("This is not JSON: choose the file that a lab wrote.");
  }
}

/** A button, a place to drop a file, and one sentence about the file. set(patch) moves the explorer
 * to the file's GPU and layer; now() is what is drawn of the file, or null. */
export function resultFile({ model, el }, set) {
  let now = null;
  const said = h("small.lp-small", { "aria-live": "polite" });
  const input = h("input", { type: "file", accept: ".json,application/json", hidden: true,
    onchange: () => take(input.files) });
  const button = (label, onclick) => h("button.lp-button", { type: "button", onclick }, label);
  const remove = button("Remove your file", () => put(null));
  const put = (data) => {
    model.set("result", data);
    model.save_changes();
  };
  const say = (words) => {
    said.textContent = words;
    remove.hidden = !now;
  };
  const refuse = (error) => say("✗ " + error.message.replace(/^\w*Error: /, ""));
  function read() {
    const data = model.get("result");
    now = data && drawnFrom(data);
    learn(data, now);
    say(now ? `${now.count} points of ${now.name}, torch ${now.torch}, ${now.date}.`
      : "Or drop it here. It is read in this page and sent nowhere.");
    return now ? whereTo(data, now) : {};
  }
  async function take(list) {
    try {
      if (list.length !== 1) throw new Error("Drop one file at a time.");
      const data = await parsed(list[0]);
      drawnFrom(data); // throws where it cannot be drawn: then all stays as it was
      put(data);
    } catch (error) {
      refuse(error);
    }
    input.value = ""; // the same file can be chosen again
  }
  const changed = () => set(read());
  model.on("change:result", changed);
  for (const [type, inside] of [["dragover", true], ["dragleave", false], ["drop", false]]) {
    el.addEventListener(type, (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      el.classList.toggle("lp-drop", inside);
      if (type === "drop") take(event.dataTransfer.files);
    });
  }
  read();
  const node = h("div.lp-file", {}, button("Add your result file", () => input.click()), remove,
    input, said);
  return { node, now: () => now, sync() {}, stop: () => model.off("change:result", changed) };
}

/** Where the explorer goes: there the points are seen. */
function whereTo(data, { gpu, own }) {
  const { n, k, format } = first_shown(data);
  return { gpu, layer: "free", n, k, format, ...(own && { own_gpu: own }) };
}
