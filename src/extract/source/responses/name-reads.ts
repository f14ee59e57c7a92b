import type { Fact, NameFact, Place, RequestFact, Tree } from '../../../model/index.ts';
import { isInside } from '../../../model/index.ts';
import type { FileQuery } from '../../extractor.ts';
import { givenNames } from '../../names/given-names.ts';
import { anyOf } from '../languages/patterns.ts';
import { orBeyond } from '../syntax/file-fault.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { isChanged } from '../syntax/references.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf, slotOfName } from '../syntax/slots.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Workspace } from '../project/workspace.ts';
import { some } from '../syntax/walk.ts';
import { handlesBoth } from './dual-reads.ts';
import { textFacts } from './name-texts.ts';
import { isTest } from '../project/test-files.ts';

/** Maximum number of files that name a property to be examined; the next one counts as a read. */
const MAX_FILES = 200;
const CODE = /(?<!\.d)\.(?:[cm]?[jt]sx?|gs)$/;

/** Name that a node reads from an object: `a.name`, `a['name']`, `{ name } = a`. */
const nameTaken = (node: ts.Node): ts.Node | undefined => {
  if (ts.isPropertyAccessExpression(node)) return node.name;
  if (ts.isElementAccessExpression(node)) return node.argumentExpression;
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined;
  return node.propertyName ?? node.name;
};

/** Offset behind the property that a member is read from: behind `a` of `x.a.name` and `x['a'].name`. */
const endOfOwner = (node: ts.Node): Pick<NameFact, 'ownerEnd'> => {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return {};
  const owner = ts.isNonNullExpression(node.expression) ? node.expression.expression : node.expression;
  const name = nameTaken(owner);
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name))
    ? { ownerEnd: slotOfName(name).span.end }
    : {};
};

/** Root variable of a property path. */
const rootOf = (node: ts.Node): ts.Identifier | undefined => {
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isNonNullExpression(at))
    at = at.expression;
  return ts.isIdentifier(at) ? at : undefined;
};

/** True for a literal that has a member of the name, at any depth, which nothing spread beside it can replace. */
const holdsMember = (literal: ts.Node, name: string): boolean =>
  some(
    literal,
    (node) =>
      ts.isObjectLiteralElementLike(node) &&
      node.name !== undefined &&
      (ts.isIdentifier(node.name) || ts.isStringLiteralLike(node.name)) &&
      node.name.text === name &&
      !(node.parent as ts.ObjectLiteralExpression).properties.some((each) => ts.isSpreadAssignment(each)),
  );

/** True for an object that the file itself writes literally with that member, or loads from a file of the tree; and for `process`. */
const isOwn = (root: ts.Identifier, name: string): boolean => {
  const declared = declarationOf(root.text, root);
  if (!declared) return root.text === 'process';
  if (ts.isImportClause(declared)) return /\.json['"]$/.test(declared.parent.moduleSpecifier.getText());
  const owner = ts.isIdentifier(declared) ? declared.parent : undefined;
  const value = owner && ts.isVariableDeclaration(owner) ? owner.initializer : undefined;
  return value !== undefined && (holdsMember(value, name) || /\brequire\([^)]*\.json/.test(value.getText()));
};

const sourceOf = (node: ts.Node): ts.Node | undefined => {
  if (!ts.isBindingElement(node)) return node;
  const pattern = ts.findAncestor(node, (at) => ts.isVariableDeclaration(at) || ts.isParameter(at));
  return pattern && ts.isVariableDeclaration(pattern) ? pattern.initializer : undefined;
};

const accessFacts = (
  file: ts.SourceFile,
  names: ReadonlySet<string>,
  successors: ReadonlySet<string>,
): readonly NameFact[] =>
  nodesOf(file).accesses.flatMap((node): readonly NameFact[] => {
    const name = nameTaken(node);
    if (!name || !(ts.isIdentifier(name) || ts.isStringLiteralLike(name)) || !names.has(name.text)) return [];
    const source = sourceOf(node);
    const root = source && rootOf(source);
    if (isChanged(node) || (root && isOwn(root, name.text)) || handlesBoth(name, successors)) return [];
    const { file: path, span } = slotOfName(name);
    const ownerEnd = endOfOwner(node);
    return [{ kind: 'name', origin: 'authored', file: path, span, name: name.text, as: 'read', ...ownerEnd }];
  });

/** Members of objects by name, which code may look up in a response: `{ srvAddress: 'string' }`. */
const keyFacts = (file: ts.SourceFile, names: ReadonlySet<string>): readonly NameFact[] =>
  nodesOf(file).members.flatMap(({ name }): readonly NameFact[] =>
    ts.isObjectLiteralExpression(name.parent.parent) &&
    (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) &&
    names.has(name.text)
      ? [{ kind: 'name', origin: 'authored', ...placeOf(name), name: name.text, as: 'key' }]
      : [],
  );

const addReads = (tree: Tree | undefined, places: Place[]): void => {
  if (tree === undefined || tree.kind === 'scalar') return;
  if (tree.kind === 'list') for (const item of tree.items) addReads(item, places);
  else places.push(...(tree.reads ?? []));
  if (tree.kind === 'object') for (const { value } of tree.members) addReads(value, places);
};

/** Positions of objects that requests send, whose members they also read. */
const sentPlaces = (facts: readonly Fact[]): ((place: Place) => boolean) => {
  const places: Place[] = [];
  for (const fact of facts) {
    if (fact.kind !== 'request') continue;
    for (const tree of [fact.body, ...(fact.bodies ?? [])]) addReads(tree, places);
    if (fact.body) places.push(fact.body);
  }
  return (place) => places.some((known) => isInside(known, place));
};

/** Search for files that name one of the properties. */
export const namingSearch = (names: Iterable<string>): FileQuery => {
  const words = [...names];
  return { pattern: anyOf(words), words };
};

/** Property names to search for. */
interface PropertyNames {
  readonly telling: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly successors: ReadonlySet<string>;
}

/** Files whose code leads to a request of which the response leaves. */
const callersOf = (fact: Fact, sent: ReadonlyMap<string, RequestFact>): readonly string[] =>
  fact.kind === 'escape' ? (sent.get(fact.request)?.trail ?? []).map(({ file }) => file) : [];

/** A file that is not searched counts as one that reads. */
const mayRead = (file: string, name: string): NameFact => ({
  kind: 'name',
  origin: 'authored',
  file,
  span: { start: 0, end: 0 },
  name,
  as: 'read',
});

/**
 * Reads of the names in sources from values that are not known to be a response, or known not to be one: of
 * interest where a response leaves the followed code; in the files where it does, all names of rules are.
 */
export const nameFacts = (
  facts: readonly Fact[],
  { telling, names: all, successors }: PropertyNames,
  { host, language }: Workspace,
): readonly NameFact[] => {
  if (telling.size === 0) return [];
  const leaving = new Set(facts.flatMap(({ kind, file }) => (kind === 'escape' ? [file] : [])));
  const sent = new Map(facts.flatMap((fact) => (fact.kind === 'request' ? [[fact.id, fact] as const] : [])));
  // Who calls the code that gives a response on may be who gets it: a callback, `promisify(client.request)`.
  const getting = new Set([...leaving, ...facts.flatMap((fact) => callersOf(fact, sent))]);
  // A test reads responses of its own only where it sends requests itself.
  const calling = new Set([...sent.values()].map(({ file }) => file));
  const { pattern, words } = namingSearch(telling);
  const found = host.search(pattern, words);
  const naming = anyOf([...all]);
  // Most files in which a response leaves name none of them.
  const paths = [...new Set([...getting, ...found])].filter(
    (path) => CODE.test(path) && (!isTest(path) || calling.has(path)) && naming.test(host.read(path) ?? ''),
  );
  const isSent = sentPlaces(facts);
  const beyond: string[] = paths.slice(MAX_FILES, MAX_FILES + 1);
  const readsIn = (path: string): readonly NameFact[] => {
    const file = language.parse(path, host.read(path) ?? '');
    const names = getting.has(path) ? all : telling;
    return [
      ...accessFacts(file, names, successors),
      ...textFacts(file, names),
      ...(leaving.has(path) ? keyFacts(file, telling) : []),
      ...givenNames(path, file.text, names, successors),
    ];
  };
  const reads = paths.slice(0, MAX_FILES).flatMap((path) => {
    const found = orBeyond(() => readsIn(path));
    if (found === undefined) beyond.push(path);
    return found ?? [];
  });
  return [
    ...reads.filter((fact) => !isSent(fact)),
    ...beyond.map((path) => mayRead(path, pattern.exec(host.read(path) ?? '')?.[0] ?? [...telling][0]!)),
  ];
};
