import type { Slot } from '../model/index.ts';

/** `NAME=value`, `export NAME: value`, the value quoted or not; a comment may follow. Not a line that is a comment. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=[ \t]*|:[ \t]+)(?:"([^"\r\n]*)"|'([^'\r\n]*)'|`([^`\r\n]*)`|([^\s"'`#]\S*))/gm;

/** A variable of a `.env` file, with the place of its value. */
export interface Variable {
  readonly name: string;
  readonly slot: Slot;
}

/** The variables of a `.env` file, in order. */
export function* variablesIn(file: string, text: string): Generator<Variable> {
  for (const found of text.matchAll(LINE)) {
    const quoted = found[2] ?? found[3] ?? found[4];
    const value = quoted ?? found[5] ?? '';
    const end = found.index + found[0].length - (quoted === undefined ? 0 : 1);
    yield {
      name: found[1]!,
      slot: { file, span: { start: end - value.length, end }, value, spelling: 'plain' },
    };
  }
}
