// The state in the address: #id?key=value. Links are hostile input: see fromLink.

/** Nested state as flat pairs: {knobs: {p: 2}} -> [["knobs.p", 2]]. */
function flat(state, prefix = "") {
  return Object.entries(state).flatMap(([key, value]) => {
    if (value === null) return [];
    return typeof value === "object" ? flat(value, prefix + key + ".") : [[prefix + key, value]];
  });
}

export const toLink = (id, state) => `#${id}?` + new URLSearchParams(flat(state));

/** The part of a link that fits the state, as a patch; null when the link is not for this id.
 *
 * start gives the known keys and their types; nested lists the keys allowed below an object.
 * Words may hold letters, digits, space and . , / _ - @ + only; numbers must be finite.
 * The widget then clamps them and looks names up, as it does with every other input. */
export function fromLink(hash, id, start, nested) {
  const [name, query] = hash.slice(1).split("?");
  if (name !== id || query === undefined) return null;
  const patch = {};
  for (const [path, raw] of new URLSearchParams(query)) {
    const keys = path.split("."), top = keys[0];
    const kind = kindOf(path, keys, start, nested);
    const value = parse(kind, raw);
    if (value === undefined) continue;
    if (keys.length === 1) { patch[top] = value; continue; }
    let inner = (patch[top] ??= {});
    for (const key of keys.slice(1, -1)) inner = inner[key] ??= {};
    inner[keys.at(-1)] = value;
  }
  return patch;
}

function kindOf(path, keys, start, nested) {
  if (keys.length > 1) return Object.hasOwn(nested, path) ? nested[path] : "unknown";
  return Object.hasOwn(start, path) ? typeof start[path] : "unknown";
}

function parse(kind, raw) {
  if (kind === "number" && raw.trim() !== "" && Number.isFinite(Number(raw))) return Number(raw);
  if (kind === "boolean") return raw === "true";
  if (kind === "string" && /^[\w .,/@+-]{0,60}$/.test(raw)) return raw;
  return undefined;
}
