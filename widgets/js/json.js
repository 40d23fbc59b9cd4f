/** The JSON that a block of the page carries. */
export const blob = (node) =>
  JSON.parse(node.querySelector('script[type="application/json"]').textContent);

export const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
