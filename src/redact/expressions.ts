/** Maximum length and nesting depth of an expression in a string. */
const MAX_LENGTH = 1000;

const endOfQuoted = (text: string, start: number, limit: number): number => {
  const quote = text[start];
  for (let at = start + 1; at < limit; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n') return start;
  }
  return start;
};

/**
 * End of the expression that starts at an offset of a string; if it does not end nearby, the end of its sign.
 */
export const endOfExpression = (
  text: string,
  start: number,
  [open, close]: readonly [open: string, close: string],
): number => {
  const from = start + open.length;
  const limit = Math.min(text.length, start + MAX_LENGTH);
  // `{{` is one brace of the text.
  if (open === '{' && text[from] === '{') return from + 1;
  let depth = 1;
  for (let at = from; at < limit; at += 1) {
    const sign = text[at]!;
    if (sign === '"' || sign === "'") at = endOfQuoted(text, at, limit);
    else if (sign === close) depth -= 1;
    else if (sign === open.at(-1)) depth += 1;
    else if (sign === '\n') return from;
    if (depth === 0) return at + 1;
  }
  return from;
};

/** Chunks of a string and the expressions between them, in turns. */
export const splitExpressions = (
  value: string,
  hole: readonly [open: string, close: string],
): readonly string[] => {
  const parts: string[] = [];
  let [from, at] = [0, 0];
  for (let start = value.indexOf(hole[0]); start !== -1; start = value.indexOf(hole[0], at)) {
    at = endOfExpression(value, start, hole);
    if (at - start <= hole[0].length || value.startsWith('{{', start)) continue;
    parts.push(value.slice(from, start), value.slice(start, at));
    from = at;
  }
  return [...parts, value.slice(from)];
};
