const SHORT: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  s: ' ',
  0: '\0',
  a: '\u0007',
  v: '\v',
  e: '\u001b',
  '\\': '\\',
  '"': '"',
  "'": "'",
  $: '$',
  '\n': '',
  '\r\n': '',
};

const ESCAPE = /\\(?:u+([\da-fA-F]{4})|x([\da-fA-F]{1,4})|U([\da-fA-F]{8})|(\r\n|[^]))/g;

/** Decodes the content of a literal; `undefined` where it cannot be determined. */
export const decodeEscapes = (raw: string): string | undefined => {
  let isKnown = true;
  const value = raw.replaceAll(ESCAPE, (_, short?: string, hex?: string, long?: string, unit?: string) => {
    const digits = short ?? hex ?? long;
    if (digits !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff));
    const said = unit === undefined ? undefined : SHORT[unit];
    if (said === undefined) isKnown = false;
    return said ?? '';
  });
  return isKnown ? value : undefined;
};

/** True for content that can be edited directly: its escapes mean the same in all of the languages. */
export const isPlainContent = (raw: string): boolean =>
  /^(?:[^\\]|\\[nrtbf"'\\]|\\u[\da-fA-F]{4})*$/.test(raw);

/** Removes the common indentation from the lines of a text block; the closing delimiter counts as a line. */
export const withoutIndent = (raw: string, closes: boolean): string => {
  const lines = raw.replaceAll('\r\n', '\n').split('\n');
  const counted = lines.filter((line, at) => line.trim() !== '' || (closes && at === lines.length - 1));
  const least = Math.min(...counted.map((line) => /^[ \t]*/.exec(line)![0].length));
  const kept = Number.isFinite(least) ? lines.map((line) => line.slice(least)) : lines;
  return kept
    .map((line, at) => (at === lines.length - 1 && line.trim() === '' ? '' : line.trimEnd()))
    .join('\n');
};
