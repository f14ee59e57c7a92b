import { describeProblem, loadJsonReader } from '../../extract/documents/json/reader.ts';
import { plainText } from '../../extract/documents/json/spelled-text.ts';
import { loadYamlReader } from '../../extract/documents/yaml/reader.ts';
import type { Tree } from '../../model/index.ts';

export type Format = 'json' | 'yaml';

/** Trees of a text: one tree, or one for each document of a YAML stream. */
export interface PayloadDocuments {
  readonly format: Format;
  readonly trees: readonly Tree[];
}

export type ReadDocuments = PayloadDocuments | { readonly problem: string };

const FILE = 'payload';

const readJson = async (text: string): Promise<ReadDocuments> => {
  const read = await loadJsonReader();
  const { tree, problem } = read(FILE, plainText(text), 'json-string');
  if (problem !== undefined) return { problem: describeProblem(text, problem) };
  return { format: 'json', trees: tree === undefined ? [] : [tree] };
};

const readYaml = async (text: string): Promise<ReadDocuments> => {
  const read = await loadYamlReader();
  const parsed = read(FILE, text);
  return 'problem' in parsed ? parsed : { format: 'yaml', trees: parsed.trees };
};

/** White space and comments that JSON may begin with. */
const LEAD = /^(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[^]*?\*\/)*/;

/** A text that begins with a bracket is JSON, with comments or without; YAML flow is read where `format` says so. */
const formatOf = (text: string): Format => (/^[[{"]/.test(text.replace(LEAD, '')) ? 'json' : 'yaml');

/** Reads a payload text; the format is detected from the text where it is not given. */
export const readDocuments = (text: string, format: Format = formatOf(text)): Promise<ReadDocuments> =>
  format === 'json' ? readJson(text) : readYaml(text);
