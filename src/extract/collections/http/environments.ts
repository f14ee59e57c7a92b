import { posix } from 'node:path';
import type { Slot, Tree } from '../../../model/index.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { variablesIn } from '../../dotenv.ts';
import type { ProjectHost } from '../../extractor.ts';
import { variableEntry } from '../authored/variable.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { plainText } from '../../documents/json/spelled-text.ts';
import { memberOf } from '../../members.ts';

const FILE = 'http-client.env.json';
/** File with further values of the same environments, kept out of the repository. */
const PRIVATE_FILE = 'http-client.private.env.json';
const SETTINGS = '.vscode/settings.json';
/** Environment whose variables apply to all environments. */
const SHARED = '$shared';
/** Maximum number of parent folders searched for an environment file. */
const LEVELS = 6;

const scopeOf = (environment: Tree): PlaceholderValues =>
  new Map(
    environment.kind !== 'object'
      ? []
      : environment.members.flatMap(({ key, value }): readonly (readonly [string, Slot])[] => {
          const slot = value.kind === 'scalar' ? value.slot : undefined;
          return slot === undefined ? [] : variableEntry(key.value, slot);
        }),
  );

const scopesIn = (tree: Tree | undefined): ReadonlyMap<string, PlaceholderValues> =>
  new Map(tree?.kind === 'object' ? tree.members.map(({ key, value }) => [key.value, scopeOf(value)]) : []);

/** Environments of these files, merged by name, each with the shared variables. */
const environmentsIn = (trees: readonly (Tree | undefined)[]): readonly PlaceholderValues[] => {
  const files = trees.map(scopesIn);
  const names = new Set(files.flatMap((scopes) => [...scopes.keys()]));
  const joined = (name: string) => files.flatMap((scopes) => [...(scopes.get(name) ?? [])]);
  const shared = joined(SHARED);
  names.delete(SHARED);
  if (names.size === 0 && shared.length > 0) return [new Map(shared)];
  return Array.from(names, (name) => new Map([...shared, ...joined(name)]));
};

const treeAt = (path: string, host: ProjectHost, read: JsonReader): Tree | undefined => {
  const text = host.read(path);
  return text === undefined ? undefined : read(path, plainText(text), 'json-string').tree;
};

/** Environments of the nearest file around a request file: of the JetBrains client, or of the VS Code extension. */
export const environmentsOf = (
  file: string,
  host: ProjectHost,
  read: JsonReader,
): readonly PlaceholderValues[] => {
  let folder = posix.dirname(file);
  for (let level = 0; level < LEVELS; level++) {
    const files = [FILE, PRIVATE_FILE].map((name) => treeAt(posix.join(folder, name), host, read));
    const own = environmentsIn(files);
    if (own.length > 0) return own;
    const settings = treeAt(posix.join(folder, SETTINGS), host, read);
    const set = environmentsIn([memberOf(settings, 'rest-client.environmentVariables')]);
    if (set.length > 0) return set;
    if (folder === '.' || folder === '/' || folder === '') break;
    folder = posix.dirname(folder);
  }
  return [];
};

/** Variables of the `.env` file beside a request file, referenced as `{{$dotenv NAME}}`. */
export const dotenvScope = (file: string, host: ProjectHost): PlaceholderValues => {
  const path = posix.join(posix.dirname(file), '.env');
  const text = host.read(path);
  if (text === undefined) return new Map();
  return new Map(
    Array.from(variablesIn(path, text)).flatMap(({ name, slot }) =>
      variableEntry(`$dotenv ${name}`, slot, name),
    ),
  );
};
