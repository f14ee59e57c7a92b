const SHORT: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ESCAPE = /\\(?:\r\n|N\{[^}]*\}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-7]{1,3}|[^])|\{\{|\}\}/g;

const decoded = (escape: string): string | undefined => {
  const kind = escape[1]!;
  if (escape === '\\\r\n') return '';
  if (/^\\[0-7]/.test(escape)) return String.fromCodePoint(Number.parseInt(escape.slice(1), 8));
  if (/^\\[xuU]./.test(escape)) {
    const code = Number.parseInt(escape.slice(2), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  }
  return kind === 'N' ? undefined : (SHORT[kind] ?? escape);
};

/** Decodes the content of a literal; `undefined` where it cannot be determined: `\N{BULLET}`. */
export const decodePython = (raw: string, isFormatted: boolean): string | undefined => {
  let isKnown = true;
  const value = raw.replaceAll(ESCAPE, (escape) => {
    if (escape[0] !== '\\') return isFormatted ? escape[0]! : escape;
    const said = decoded(escape);
    if (said === undefined) isKnown = false;
    return said ?? '';
  });
  return isKnown ? value : undefined;
};
