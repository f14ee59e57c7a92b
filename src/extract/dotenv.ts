import type { Slot } from '../model/index.ts';

/**
 * Matches `NAME=value`, `export NAME: value`, with or without quotes; a comment may follow. Does not match a
 * comment line.
 */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=[ \t]*|:[ \t]+)(?:"([^"\r\n]*)"|'([^'\r\n]*)'|`([^`\r\n]*)`|([^\s"'`#]\S*))/gm;

/** Variable of a `.env` file, with the position of its value. */
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

/**
 * As above with a value that may be JSON: values in quotes that JSON does not use may span lines, a bare
 * value ends with its line.
 */
const DOCUMENT =
  /^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(?:'(?=\s*[{[])([^']*)'|`(?=\s*[{[])([^`]*)`|([{[][^\r\n]*[}\]]))/gm;

/** Values of a `.env` file that look like JSON, as dotenv reads them: without escapes. */
export function* documentsIn(file: string, text: string): Generator<Slot> {
  for (const found of text.matchAll(DOCUMENT)) {
    const bare = found[3];
    const value = found[1] ?? found[2] ?? bare ?? '';
    const end = found.index + found[0].length - (bare === undefined ? 1 : 0);
    yield { file, span: { start: end - value.length, end }, value, spelling: 'plain' };
  }
}

const SETS_VARIABLES =
  /(?:^|\/)(?:\.env[^/]*|[^/]+\.(?:env|properties)|(?:GNU)?[Mm]akefile|(?:Docker|Container)file[^/]*)$|\.(?:ya?ml|(?:ba|k|z)?sh|mk|dockerfile)$/;

/**
 * True for paths of documents and scripts that set variables of programs and are not modules: `.env`, `deploy.sh`, and
 * the script `ci.yml#196.sh` inside a workflow.
 */
export const setsVariables = (path: string): boolean => SETS_VARIABLES.test(path);
