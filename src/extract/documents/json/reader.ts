import { JsonParser } from './parser.ts';
import type { JsonProblem, ParsedJson } from './parser.ts';
import type { SpelledText } from './spelled-text.ts';

export type { JsonProblem, ParsedJson } from './parser.ts';

/** Parses a text of `file` into a tree; `fixed` texts can be read but never edited. */
export type JsonReader = (file: string, source: SpelledText, spelling: 'json-string' | 'fixed') => ParsedJson;

/** Loads the JSON scanner, which a clean run does not need. */
export const loadJsonReader = async (): Promise<JsonReader> => {
  const { createScanner } = await import('jsonc-parser');
  return (file, source, spelling) =>
    new JsonParser(file, source, spelling, createScanner(source.text)).parse();
};

/** Message for a problem: line and column (1-based, UTF-16 units), without any of the text. */
export const describeProblem = (text: string, { offset, problem }: JsonProblem): string => {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  const column = (lines.at(-1) ?? '').length + 1;
  return `not valid JSON at line ${lines.length}, column ${column}: ${problem}`;
};
