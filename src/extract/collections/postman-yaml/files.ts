import type { Document } from '../authored/document.ts';
import { codeIn, inheritedFrom, NOTHING_INHERITED, inheritedWithin } from '../authored/inherited.ts';
import type { Inherited } from '../authored/inherited.ts';
import type { PlaceholderValues } from '../authored/placeholders.ts';
import { membersScope } from '../authored/variables.ts';
import { itemsOf, memberOf, stringOf } from '../../members.ts';
import type { Tree } from '../../../model/index.ts';
import { environmentsFor, postmanVariablesIn } from '../postman/variables.ts';
import type { PostmanEnvironment } from '../postman/variables.ts';
import { entryNamed } from '../../../model/index.ts';

/** Kind of a file of a collection: each entity has its own. */
export type Kind = 'request' | 'example' | 'definition' | 'globals' | 'environment';

const KINDS: Readonly<Record<string, Kind>> = {
  'http-request': 'request',
  'http-example': 'example',
  collection: 'definition',
  folder: 'definition',
  globals: 'globals',
  environment: 'environment',
};

/** Kind of a file; environments and globals do not declare it, but their folders and names do. */
export const fileKind = ({ root, file }: Document): Kind => {
  const said = stringOf(root, '$kind');
  if (said !== undefined) return entryNamed(KINDS, said) ?? 'environment';
  return /(?:^|\/)globals\/|\.globals\.ya?ml$/.test(file.path) ? 'globals' : 'environment';
};

/** Scope of a list of names and values, or of an object. */
export const scopeOf = ({ root }: Document): PlaceholderValues =>
  new Map(
    ['values', 'variables'].flatMap((name) => [
      ...postmanVariablesIn(root, name),
      ...membersScope(memberOf(root, name)),
    ]),
  );

/** Scripts that run before a request is sent: `beforeRequest`, of collections `http:beforeRequest`. */
export const scriptsBefore = (tree: Tree): string =>
  itemsOf(tree, 'scripts')
    .filter((script) => /before|pre/i.test(stringOf(script, 'type') ?? 'before'))
    .map((script) => codeIn(script, 'code') + codeIn(script, 'exec'))
    .join('\n');

/** Settings of a folder for everything in it. */
interface Definition extends PostmanEnvironment {
  readonly inherited: Inherited;
}

/** Files around the requests of all collections. */
export interface SharedDefinitions {
  readonly definitions: readonly Definition[];
  readonly globals: readonly PostmanEnvironment[];
  readonly environments: readonly PostmanEnvironment[];
}

const environmentOf = (document: Document): PostmanEnvironment => ({
  // Definitions are in a folder beside the requests.
  folder: document.file.path.replace(/(?:\.resources\/)?[^/]*$/, ''),
  scope: scopeOf(document),
});

const definitionOf = (document: Document): Definition => ({
  ...environmentOf(document),
  inherited: inheritedFrom(document.root, {
    key: 'key',
    auth: 'auth',
    script: scriptsBefore(document.root),
  }),
});

/** Collects the files around requests, outer definitions before inner ones. */
export const sharedDefinitionsIn = (documents: readonly Document[]): SharedDefinitions => {
  const ofKind = (kind: Kind): readonly Document[] =>
    documents.filter((document) => fileKind(document) === kind);
  return {
    definitions: ofKind('definition')
      .map(definitionOf)
      .toSorted((a, b) => a.folder.length - b.folder.length),
    globals: ofKind('globals').map(environmentOf),
    environments: ofKind('environment').map(environmentOf),
  };
};

const definitionsFor = ({ file }: Document, { definitions }: SharedDefinitions): readonly Definition[] =>
  definitions.filter(({ folder }) => file.path.startsWith(folder));

/** Settings that a request inherits from its folders. */
export const inheritedBy = (document: Document, around: SharedDefinitions): Inherited =>
  definitionsFor(document, around).reduce(
    (outer, { inherited }) => inheritedWithin(outer, inherited),
    NOTHING_INHERITED,
  );

/**
 * Scopes without an environment, and with each one that can be selected; precedence is environment,
 * collection, globals.
 */
export const scopesFor = (document: Document, around: SharedDefinitions): readonly PlaceholderValues[] => {
  const outer = [...environmentsFor(document.file, around.globals), ...definitionsFor(document, around)];
  const base = outer.flatMap(({ scope }) => [...scope]);
  const chosen = environmentsFor(document.file, around.environments).map(({ scope }) => [...scope]);
  return [new Map(base), ...chosen.map((scope) => new Map([...base, ...scope]))];
};
