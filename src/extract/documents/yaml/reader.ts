import { BUDGETS } from '../../../model/index.ts';
import type { Tree } from '../../../model/index.ts';
import { documentTree } from './trees.ts';
import type { PositionInFile } from './trees.ts';

/**
 * Maximum nesting; deeper documents are refused, since the YAML parser recurses and a stack overflow ends the process.
 */
const MAX_DEPTH = BUDGETS.yamlNesting.max;

const OPENING = /[[{]/;

/** Maximum number of open brackets, quoted ones included. */
const flowDepth = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = OPENING.test(bracket) ? depth + 1 : Math.max(depth - 1, 0);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

/** Maximum block nesting: every nested block starts at least one column further to the right. */
const blockDepth = (text: string): number => {
  let deepest = 0;
  for (const [prefix] of text.matchAll(/^[ \t?:-]+/gm)) deepest = Math.max(deepest, prefix.length);
  return deepest;
};

/** False for a text that may be nested too deeply to be parsed. Never wrong about a text that is. */
const isShallow = (text: string): boolean =>
  flowDepth(text) <= MAX_DEPTH && blockDepth(text) <= 2 * MAX_DEPTH;

/** Documents of a YAML text, or its error: a position, without any of the text. */
export type ParsedYaml = { readonly trees: readonly Tree[] } | { readonly problem: string };

/** `at`: position in the file of one in the text, if they differ; positions in messages are those in the text. */
export type YamlReader = (file: string, text: string, at?: PositionInFile) => ParsedYaml;

const MAX_LENGTH = BUDGETS.yamlLength.max;

const placeOf = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
};

/** `BAD_INDENT` as words; the parser's own messages quote the text. */
const describe = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

/** Loads the YAML parser, which a clean run does not need. */
export const loadYamlReader = async (): Promise<YamlReader> => {
  const yaml = await import('yaml');
  return (file, text, at = (same) => same) => {
    if (text.length > MAX_LENGTH)
      return { problem: `not read as YAML: it is longer than ${MAX_LENGTH} characters` };
    if (!isShallow(text)) return { problem: 'not read as YAML: its values are nested too deep' };
    const documents = yaml.parseAllDocuments(text, {
      uniqueKeys: false,
      logLevel: 'silent',
      // Each of its errors would split the text into lines again.
      prettyErrors: false,
    });
    const list = Array.isArray(documents) ? documents : [];
    const error = list.flatMap((document) => document.errors)[0];
    if (error !== undefined) {
      return { problem: `not valid YAML at ${placeOf(text, error.pos[0])}: ${describe(error.code)}` };
    }
    return { trees: list.flatMap((document) => documentTree(file, document, yaml, at) ?? []) };
  };
};
