/** Quotes around a position of a shell script. */
export type Quoting = 'none' | 'single' | 'double';

/** Matches a quote, an escaped character, or a comment, which begins a word. */
const SIGN = /\\[^]|'|"|(?<=^|[\s;|&(])#[^\n]*/g;

/** Returns the quotes around positions of a script, which must be passed in ascending order. */
export const quotingIn = (script: string): ((at: number) => Quoting) => {
  const signs = script.matchAll(SIGN);
  let state: Quoting = 'none';
  let next = signs.next();
  /** End of the last comment or escape; a match that begins before it was skipped. */
  let passed = 0;
  const step = (sign: string, at: number): void => {
    if (state === 'single') {
      const close = sign === "'" ? at : sign.indexOf("'", 1) < 0 ? -1 : at + sign.indexOf("'", 1);
      if (close >= 0) state = 'none';
    } else if (sign === '"') state = state === 'double' ? 'none' : 'double';
    else if (sign === "'" && state === 'none') state = 'single';
    else if (sign.startsWith('#') && state === 'double' && (sign.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1)
      state = 'none';
    passed = at + sign.length;
  };
  return (at) => {
    for (; next.done !== true && next.value.index < at; next = signs.next())
      if (next.value.index >= passed) step(next.value[0], next.value.index);
    return state;
  };
};

/** True for a script without an unclosed quote. */
export const closesQuotes = (script: string): boolean => quotingIn(script)(script.length + 1) === 'none';
