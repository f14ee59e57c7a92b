import { variablesIn } from '../../dotenv.ts';
import type { ExtractInput, ProjectHost } from '../../extractor.ts';
import type { DeployedVariables } from './deployed-variables.ts';
import { patternOf } from '../syntax/patterns.ts';

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

/** Files that read an environment variable to which a `.env` file or a deployment gives an address. */
export const readersOfVariables = (input: ExtractInput, deployed: DeployedVariables): readonly string[] => {
  const names = [...variableNames(input), ...deployed.keys()].map((name) =>
    name.replaceAll(/[.-]/g, String.raw`\$&`),
  );
  if (names.length === 0) return [];
  return input.host.search(new RegExp(String.raw`(?<![\w$])(?:${names.join('|')})(?!\w)`));
};

/** Where libraries of settings keep values, and how those are read who do not import the file. */
const READERS: readonly (readonly [file: RegExp, reads: (name: string) => string])[] = [
  [
    /(?:^|\/)config\/(?:default|local|development|production)\.[a-z]+$/,
    () => String.raw`(?:from|require\()\s*['"]config['"]`,
  ],
  [/(?:^|\/)playwright\.config\.[cm]?[jt]s$/, () => String.raw`['"]@playwright/test['"]`],
  [
    /(?:^|\/)values\/([^/]+)\.json$/,
    (name) => String.raw`context\.values\.get\(\s*['"\x60]${patternOf(name)}['"\x60]`,
  ],
];

/** Registers settings that are injected by their name. */
const REGISTERS = /\bregisterAs\(|\bConfigModule\b/;

/** Files that read settings of these files through a library, without importing them. */
export const readersOfSettings = (host: ProjectHost, files: readonly string[]): readonly string[] => {
  const found = files.flatMap((path) =>
    READERS.flatMap(([file, reads]) => {
      const match = file.exec(path);
      return match ? [reads(match[1] ?? '')] : [];
    }),
  );
  const named = found.length === 0 ? [] : host.search(new RegExp([...new Set(found)].join('|')));
  return [...named, ...registrationsIn(host, files).flatMap(([, readers]) => readers)];
};

/** Files that register settings which are injected, each with the files that may get them. */
export const registrationsIn = (
  host: ProjectHost,
  files: readonly string[],
): readonly (readonly [path: string, readers: readonly string[]])[] => {
  const registering = files.filter((path) => REGISTERS.test(host.read(path) ?? ''));
  const readers = registering.length === 0 ? [] : host.search(/\bConfigService\b/);
  return registering.map((path) => [path, readers]);
};
