import { isDocument } from '../languages/paths.ts';
import { variablesIn } from '../../dotenv.ts';
import type { ExtractInput, ProjectHost } from '../../extractor.ts';
import type { DeployedVariables } from './deployed-variables.ts';
import { patternOf } from '../languages/patterns.ts';

const isEnv = (file: string): boolean => /(?:^|\/)\.env$/.test(file);

const filesWith = ({ settings = [] }: ExtractInput, wanted: (file: string) => boolean): readonly string[] => [
  ...new Set(settings.map(({ file }) => file).filter(wanted)),
];

/** JSON and YAML files with URLs: their importers may send requests. */
export const namedSettings = (input: ExtractInput): readonly string[] => filesWith(input, isDocument);

/** Files that name a document with URLs other than by importing it: `readFileSync('config.json')`, `open('config.yml')`. */
export const readersOfFiles = (input: ExtractInput): readonly string[] => {
  const names = new Set(namedSettings(input).map((path) => patternOf(path.split('/').at(-1)!)));
  return names.size === 0
    ? []
    : input.host.search(new RegExp(String.raw`['"\x60/](?:${[...names].join('|')})['"\x60]`));
};

/** Names of the environment variables that contain URLs. */
const variableNames = (input: ExtractInput): readonly string[] => {
  const found = filesWith(input, isEnv).flatMap((file) => [
    ...variablesIn(file, input.host.read(file) ?? ''),
  ]);
  return [...new Set(found.filter(({ slot }) => input.mayBeApiUrl(slot.value)).map(({ name }) => name))];
};

/** Files that read an environment variable that a `.env` file or a deployment sets to a URL. */
export const readersOfVariables = (input: ExtractInput, deployed: DeployedVariables): readonly string[] => {
  const names = [...variableNames(input), ...deployed.keys()].map((name) =>
    name.replaceAll(/[.-]/g, String.raw`\$&`),
  );
  if (names.length === 0) return [];
  return input.host.search(new RegExp(String.raw`(?<![\w$])(?:${names.join('|')})(?!\w)`));
};

/** Files where settings libraries store values, and how code reads those without importing the file. */
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

/** Matches the registration of settings that other files read by name, and those files. */
const REGISTRATIONS: readonly {
  readonly registers: RegExp;
  readonly reads: RegExp;
  readonly files?: RegExp;
}[] = [
  { registers: /\bregisterAs\(|\bConfigModule\b/, reads: /\bConfigService\b/ },
  {
    registers: /\.config(?:\[|\.(?:from_object|from_mapping|update)\()/,
    reads: /\bconfig(?:\[|\.get\()|\bcurrent_app\b/,
    files: /\.py$/,
  },
];

/** Files that read these settings through a library, without importing the file. */
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

/** Files that register settings, each with the files that may read them by name. */
export const registrationsIn = (
  host: ProjectHost,
  files: readonly string[],
): readonly (readonly [path: string, readers: readonly string[]])[] =>
  REGISTRATIONS.flatMap(({ registers, reads, files: named = /./ }) => {
    const registering = files.filter((path) => named.test(path) && registers.test(host.read(path) ?? ''));
    const readers = registering.length === 0 ? [] : host.search(reads, undefined, named);
    return registering.map((path) => [path, readers] as const);
  });
