import { variablesIn } from '../../dotenv.ts';
import type { Slot, UsesFact } from '../../../model/index.ts';
import type { ExtractInput, ProjectHost } from '../../extractor.ts';
import { lineStart } from '../../lines.ts';
import { patternOf } from '../syntax/patterns.ts';

const isJson = (file: string): boolean => file.endsWith('.json');
const isEnv = (file: string): boolean => /(?:^|\/)\.env[^/]*$/.test(file);
const isYaml = (file: string): boolean => /\.ya?ml$/.test(file);

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

/** Folders whose files set what programs beside them read: `k8s/`, `.github/workflows/`. */
const OF_DEPLOYMENT =
  /^(?:\.github|workflows|k8s|kubernetes|kustomize|helm|charts?|templates|manifests?|deploy(?:ment)?s?|infra(?:structure)?|ops|ci|docker|compose|config|env(?:ironment)?s?|overlays?|base)$/i;

/** The folder below which programs get the variables of a file. */
const reachOf = (file: string): string => {
  const folders = file.split('/').slice(0, -1);
  while (folders.length > 0 && OF_DEPLOYMENT.test(folders.at(-1)!)) folders.pop();
  return folders.join('/');
};

/** A variable that a deployment sets, and the folder below which programs get it. */
export interface DeployedVariable {
  readonly slot: Slot;
  readonly folder: string;
}

/** Variables that deployments set, by their names. */
export type DeployedVariables = ReadonlyMap<string, readonly DeployedVariable[]>;

/**
 * Environment variables that deployments set to addresses: `ATLAS_URL: https://…` of a ConfigMap, a workflow, a Compose
 * file. One that is set at two places has no value that is known.
 */
export const deployedVariables = (input: ExtractInput): DeployedVariables => {
  const known = new Map<string, DeployedVariable[]>();
  for (const { file, span, text } of input.settings ?? []) {
    const [part] = text.parts;
    if (!isYaml(file) || part?.kind !== 'known') continue;
    const source = input.host.read(file) ?? '';
    const before = source.slice(lineStart(source, span.start), span.start);
    const name = /^[ \t-]*([A-Z][A-Z0-9_]*)(?::[ \t]+|=)["']?$/.exec(before)?.[1];
    if (name === undefined) continue;
    const variable = { slot: part.slot, folder: reachOf(file) };
    const list = known.get(name);
    if (list === undefined) known.set(name, [variable]);
    else list.push(variable);
  }
  return known;
};

/** The value that a deployment gives a program; `undefined` where none does, or several do. */
export const deployedTo = (variables: DeployedVariables, from: string, name: string): Slot | undefined => {
  const [only, other] = (variables.get(name) ?? []).filter(
    ({ folder }) => folder === '' || from.startsWith(`${folder}/`),
  );
  return other === undefined ? only?.slot : undefined;
};

/** Uses of such variables that a program names: what else a deployment gives them to is not seen. */
export const usesOfDeployed = (variables: DeployedVariables, texts: readonly string[]): readonly UsesFact[] =>
  [...variables].flatMap(([name, given]): readonly UsesFact[] => {
    if (!texts.some((text) => text.includes(name))) return [];
    const why = 'as a variable that a deployment gives to programs';
    return given.map(({ slot: { file, span } }) => {
      const uses = [{ at: { file, span }, as: 'other', why }] as const;
      return { kind: 'uses', origin: 'authored', name, uses, file, span };
    });
  });

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
