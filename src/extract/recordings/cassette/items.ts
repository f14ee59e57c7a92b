/** Item of the list of interactions, with its source text. */
export interface WrittenItem {
  readonly index: number;
  readonly offset: number;
  readonly text: string;
}

const LIST = /^\uFEFF?(?:http_)?interactions:[ \t]*(?:#.*)?\r?\n/m;
const LINE = /[^\n]*(?:\n|$)/y;

/**
 * Items of the list of interactions in a YAML text. Each is parsed as a separate document, so that irrelevant
 * ones are skipped and a broken one does not affect the rest.
 */
export function* itemsIn(text: string): Generator<WrittenItem> {
  const list = LIST.exec(text);
  if (list === null) return;
  let at = list.index + list[0].length;
  let indent: string | undefined;
  let start = -1;
  let index = 0;
  while (at < text.length) {
    LINE.lastIndex = at;
    const line = LINE.exec(text)?.[0] ?? '';
    indent ??= /^([ ]*)- /.exec(line)?.[1];
    const begins = indent !== undefined && line.startsWith(`${indent}- `);
    const ends = !begins && indent !== undefined && /^[^\s#-]/.test(line);
    if (start >= 0 && (begins || ends)) yield { index: index++, offset: start, text: text.slice(start, at) };
    if (begins) start = at;
    if (ends) return;
    at += line.length;
  }
  if (start >= 0) yield { index, offset: start, text: text.slice(start) };
}
