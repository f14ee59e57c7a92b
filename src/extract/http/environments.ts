import { posix } from 'node:path';
import type { Slot, Tree } from '../../model/index.ts';
import type { Scope } from '../authored/placeholders.ts';
import type { ProjectHost } from '../extractor.ts';
import { isSecretName, isSecretValue } from '../recorded/secrets.ts';
import type { JsonReader } from '../json/reader.ts';
import { plainText } from '../json/spelled.ts';
import { memberOf } from '../members.ts';

const FILE = 'http-client.env.json';
const SETTINGS = '.vscode/settings.json';
/** How many folders up an environment file is looked for. */
const LEVELS = 6;

const scopeOf = (environment: Tree): Scope =>
  new Map(
    environment.kind !== 'object'
      ? []
      : environment.members.flatMap(({ key, value }): readonly (readonly [string, Slot])[] => {
          const slot = value.kind === 'scalar' ? value.slot : undefined;
          if (slot === undefined || isSecretName(key.value) || isSecretValue(slot.value)) return [];
          return [[key.value, slot]];
        }),
  );

const scopesIn = (tree: Tree | undefined): readonly Scope[] =>
  tree?.kind === 'object' ? tree.members.map(({ value }) => scopeOf(value)) : [];

const treeAt = (path: string, host: ProjectHost, read: JsonReader): Tree | undefined => {
  const text = host.read(path);
  return text === undefined ? undefined : read(path, plainText(text), 'json-string').tree;
};

/** The environments of the nearest file around a request file: of the JetBrains client, or of the VS Code extension. */
export const environmentsOf = (file: string, host: ProjectHost, read: JsonReader): readonly Scope[] => {
  let folder = posix.dirname(file);
  for (let level = 0; level < LEVELS; level++) {
    const own = scopesIn(treeAt(posix.join(folder, FILE), host, read));
    if (own.length > 0) return own;
    const settings = treeAt(posix.join(folder, SETTINGS), host, read);
    const set = scopesIn(memberOf(settings, 'rest-client.environmentVariables'));
    if (set.length > 0) return set;
    if (folder === '.' || folder === '/' || folder === '') break;
    folder = posix.dirname(folder);
  }
  return [];
};
