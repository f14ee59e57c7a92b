import { addTo } from '../../../model/index.ts';
import type { Fact, Place, Slot, Text, UsesFact } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { lineStart } from '../../lines.ts';
import { variablesIn } from '../../dotenv.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';

/** Folders whose files set variables of the programs beside them: `k8s/`, `.github/workflows/`. */
const OF_DEPLOYMENT =
  /^(?:\.github|workflows|k8s|kubernetes|kustomize|helm|charts?|templates|manifests?|scripts?|bin|docs?|examples?|deploy(?:ment)?s?|infra(?:structure)?|ops|ci|docker|compose|config|env(?:ironment)?s?|overlays?|base)$/i;

/** Matches the settings of a program of Spring, `application-prod.yml`, which it reads by the path of each key. */
const OF_SPRING = /(?:^|\/)(?:application|bootstrap)(?:-[\w-]+)?\.(?:ya?ml|properties)$/;

/** Folder whose programs get the variables of a file. */
const reachOf = (file: string): string => {
  if (OF_SPRING.test(file)) return file.replace(/\/?(?:src\/\w+\/resources\/)?(?:config\/)?[^/]*$/, '');
  const folders = file.split('/').slice(0, -1);
  while (folders.length > 0 && OF_DEPLOYMENT.test(folders.at(-1)!)) folders.pop();
  return folders.join('/');
};

/** Variable that a deployment sets, and the folder whose programs get it. */
export interface DeployedVariable {
  readonly slot: Slot;
  readonly folder: string;
}

/** Variables that deployments set, by name. */
export type DeployedVariables = ReadonlyMap<string, readonly DeployedVariable[]>;

/** `ATLAS_URL: https://…`, `- ATLAS_URL=https://…`. */
const IN_YAML = /^[ \t-]*([A-Z][A-Z0-9_]*)(?::[ \t]+|=)["']?$/;
/** `export ATLAS_URL=https://…` of a script or a Makefile, `ENV ATLAS_URL https://…` of a Dockerfile. */
const EXPORTED = /^\s*(?:export|ENV)\s+([A-Za-z_]\w*)\s*[:?]?[= ]\s*["']?$/;

/** Matches `.env.production`, `.env.example`, `prod.env`: one of the files that a deployment may take. */
const ONE_OF_SEVERAL = /(?:^|\/)(?:\.env[^/]+|[^/]+\.(?:env|properties)|env\.\w+)$/;

/** True for a file that shows what a `.env` may hold. */
export const isExample = (file: string): boolean =>
  /(?:^|[/.])(?:example|sample|template|dist)\b[^/]*$/.test(file);

/** Path of the key of a value in block style: `atlas.base-url`. */
const pathOfKey = (source: string, at: number): string | undefined => {
  const names: string[] = [];
  let indent = Infinity;
  for (const line of source.slice(0, at).split('\n').toReversed()) {
    const [, space = '', name] = /^( *)(?![#-])([\w.-]+):(?:\s|$)/.exec(line) ?? [];
    if (name === undefined && names.length === 0) return undefined;
    if (name === undefined || space.length >= indent) continue;
    names.unshift(name);
    indent = space.length;
  }
  return names.join('.');
};

const nameIn = (file: string, source: string, slot: Slot): string | undefined => {
  if (OF_SPRING.test(file) && !file.endsWith('.properties')) return pathOfKey(source, slot.span.start);
  if (ONE_OF_SEVERAL.test(file))
    return [...variablesIn(file, source)].find((given) => given.slot.span.start === slot.span.start)?.name;
  const before = source.slice(lineStart(source, slot.span.start), slot.span.start);
  return (/\.ya?ml$/.test(file) ? IN_YAML : EXPORTED).exec(before)?.[1];
};

/**
 * Environment variables that deployments set to URLs: `ATLAS_URL: https://…` of a ConfigMap, a workflow, a
 * Compose file, and those of `.env.production` and `.env.example`.
 */
export const deployedVariables = (input: ExtractInput): DeployedVariables => {
  const known = new Map<string, DeployedVariable[]>();
  for (const { text } of input.settings ?? []) {
    const [part] = text.parts;
    if (part?.kind !== 'known') continue;
    const { file } = part.slot;
    const name = nameIn(file, input.host.read(file) ?? '', part.slot);
    if (name === undefined) continue;
    const variable = { slot: part.slot, folder: reachOf(file) };
    addTo(known, name, variable);
  }
  return known;
};

const isIn = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** Deployments of one variable that are distinguished; the values of more are unknown. */
const MAX_DEPLOYMENTS = 8;

/** Values that deployments give a program's variable. */
export const deployedTo = (variables: DeployedVariables, from: string, name: string): readonly Slot[] => {
  const given = (variables.get(name) ?? []).filter(({ folder }) => isIn(from, folder));
  return given.length > MAX_DEPLOYMENTS ? [] : given.map(({ slot }) => slot);
};

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

/** Positions of all texts that URLs in the facts are built on. */
const placesBuiltOn = (facts: readonly Fact[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const add = ({ parts }: Text): void => {
    for (const part of parts) if (part.kind === 'known') found.add(keyOf(part.slot));
  };
  for (const fact of facts) {
    if (fact.kind === 'request' || fact.kind === 'foreign' || fact.kind === 'expectation')
      fact.urls.forEach(add);
    else if (fact.kind === 'url') add(fact.text);
  }
  return found;
};

/** Uses of deployed variables that URLs are built on: other readers of the variable are unknown. */
export const usesOfDeployed = (variables: DeployedVariables, facts: readonly Fact[]): readonly UsesFact[] => {
  if (variables.size === 0) return [];
  const built = placesBuiltOn(facts);
  const why = 'as a variable that any program can read';
  return [...variables].flatMap(([name, given]) =>
    given
      .filter(({ slot }) => built.has(keyOf(slot)))
      .map(({ slot }) => unfollowedUse(name, slot, slot, why)),
  );
};
