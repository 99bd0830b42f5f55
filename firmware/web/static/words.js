// The words on the page, in the table's language, as the box sends them.

let texts = {};

export function learn(more) {
  texts = more;
}

/** The text named `key`, with each `{name}` in it replaced from `values`. */
export function say(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
