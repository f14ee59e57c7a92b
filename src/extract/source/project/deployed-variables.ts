import type { Slot, UsesFact } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { lineStart } from '../../lines.ts';

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
    if (!/\.ya?ml$/.test(file) || part?.kind !== 'known') continue;
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

const isIn = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** The value that a deployment gives a program; `undefined` where none does, or several do. */
export const deployedTo = (variables: DeployedVariables, from: string, name: string): Slot | undefined => {
  const [only, other] = (variables.get(name) ?? []).filter(({ folder }) => isIn(from, folder));
  return other === undefined ? only?.slot : undefined;
};

/** Reads of the environment: `process.env.NAME`, `os.environ["NAME"]`, `getenv('NAME')`. */
const readOf = (name: string): RegExp =>
  new RegExp(String.raw`(?:env|environ|getenv|GetEnvironmentVariable|fetch|get)\W{1,12}${name}\b`, 'i');

/** Uses of such variables that a program reads: what else a deployment gives them to is not seen. */
export const usesOfDeployed = (
  variables: DeployedVariables,
  texts: ReadonlyMap<string, string>,
): readonly UsesFact[] =>
  [...variables].flatMap(([name, given]): readonly UsesFact[] => {
    const read = readOf(name);
    const readers = [...texts].filter(([, text]) => text.includes(name) && read.test(text));
    const why = 'as a variable that a deployment gives to programs';
    return given
      .filter(({ folder }) => readers.some(([path]) => isIn(path, folder)))
      .map(({ slot: { file, span } }) => {
        const uses = [{ at: { file, span }, as: 'other', why }] as const;
        return { kind: 'uses', origin: 'authored', name, uses, file, span };
      });
  });
