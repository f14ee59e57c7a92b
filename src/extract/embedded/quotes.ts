/** Quotes that a place of a shell script stands in. */
export type Quoting = 'none' | 'single' | 'double';

/** A quote, an escaped character, or a comment, which begins a word. */
const SIGN = /\\[^]|'|"|(?<=^|[\s;|&(])#[^\n]*/g;

/** Tells in which quotes places of a script stand, asked for in ascending order. */
export const quotingIn = (script: string): ((at: number) => Quoting) => {
  const signs = script.matchAll(SIGN);
  let state: Quoting = 'none';
  let next = signs.next();
  /** Ends of comments and escapes; a sign that begins in front of it was stepped over. */
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

/** True for a script that leaves no quote open. */
export const closesQuotes = (script: string): boolean => quotingIn(script)(script.length + 1) === 'none';
