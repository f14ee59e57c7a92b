import { variablesIn } from '../../dotenv.ts';
import type { ExtractInput } from '../../extractor.ts';

const isJson = (file: string): boolean => file.endsWith('.json');
const isEnv = (file: string): boolean => /(?:^|\/)\.env[^/]*$/.test(file);

const filesWith = ({ settings = [] }: ExtractInput, wanted: (file: string) => boolean): readonly string[] => [
  ...new Set(settings.map(({ file }) => file).filter(wanted)),
];

/** JSON files with addresses: their importers may send requests. */
export const namedSettings = (input: ExtractInput): readonly string[] => filesWith(input, isJson);

/** Names of the environment variables that hold addresses. */
const variableNames = (input: ExtractInput): readonly string[] => {
  const found = filesWith(input, isEnv).flatMap((file) => [
    ...variablesIn(file, input.host.read(file) ?? ''),
  ]);
  return [...new Set(found.filter(({ slot }) => input.interest(slot.value)).map(({ name }) => name))];
};

/** Files that read an environment variable that a `.env` file gives an address. */
export const readersOfVariables = (input: ExtractInput): readonly string[] => {
  const names = variableNames(input).map((name) => name.replaceAll(/[.-]/g, String.raw`\$&`));
  if (names.length === 0) return [];
  return input.host.search(new RegExp(String.raw`\benv\b[^]*\b(?:${names.join('|')})\b`));
};
