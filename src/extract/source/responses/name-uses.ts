import type { DeclarationFact, Fact, Place, Tree } from '../../../model/index.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { hasTypes } from '../syntax/has-types.ts';
import { orBeyond } from '../syntax/file-fault.ts';
import { slotOfName } from '../syntax/slots.ts';
import { importersOf } from '../project/importers.ts';
import type { Workspace } from '../project/workspace.ts';
import { walk } from '../syntax/walk.ts';
import { patternOf } from '../languages/patterns.ts';

/** Maximum number of files that name a declared property. */
const MAX_FILES = 200;
const CODE = /\.(?:[cm]?[jt]sx?|gs)$/;

type Uses = Readonly<Record<string, readonly Place[]>>;

const keysIn = (tree: Tree): readonly string[] => {
  if (tree.kind === 'list') return tree.items.flatMap(keysIn);
  if (tree.kind !== 'object') return [];
  return tree.members.flatMap(({ key, value }) => [key.value, ...keysIn(value)]);
};

/** Property name in a node: `a.name`, `{ name: x }`, `name: string;`, and any such string. */
const nameAt = (node: ts.Node): ts.Node | undefined => {
  if (ts.isPropertyAccessExpression(node)) return node.name;
  if (ts.isStringLiteralLike(node)) return node;
  if (ts.isBindingElement(node))
    return node.propertyName ?? (ts.isObjectBindingPattern(node.parent) ? node.name : undefined);
  const named =
    ts.isObjectLiteralElementLike(node) || ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
  return named ? node.name : undefined;
};

const usesIn = (file: ts.SourceFile, names: ReadonlySet<string>, uses: Record<string, Place[]>): void => {
  nodesOf(file);
  const seen = new Set<number>();
  walk(file, (node) => {
    const written = nameAt(node);
    if (!written || !(ts.isIdentifier(written) || ts.isStringLiteralLike(written))) return;
    if (!names.has(written.text) || seen.has(written.pos)) return;
    seen.add(written.pos);
    const { file: own, span } = slotOfName(written);
    (uses[written.text] ??= []).push({ file: own, span });
  });
};

const usesOf = ({ host, language }: Workspace, names: ReadonlySet<string>): Uses | undefined => {
  const pattern = new RegExp([...names].map(patternOf).join('|'));
  const paths = host.search(pattern).filter((path) => CODE.test(path));
  if (paths.length > MAX_FILES) return undefined;
  const uses: Record<string, Place[]> = {};
  const isRead = (path: string): boolean =>
    orBeyond(() => usesIn(language.parse(path, host.read(path) ?? ''), names, uses) ?? true) ?? false;
  return paths.every(isRead) ? uses : undefined;
};

/** Uses in the project of a file, and in files that import it: no other file can use what it declares. */
const usesNear = (uses: Uses, file: string, workspace: Workspace): Uses => {
  const project = workspace.projectOf(file);
  const paths = new Set(Object.values(uses).flatMap((places) => places.map((place) => place.file)));
  const outside = new Set([...paths].filter((path) => workspace.projectOf(path) !== project));
  const importing = new Set(outside.size === 0 ? [] : importersOf(workspace, [file]));
  const isNear = ({ file: path }: Place): boolean => !outside.has(path) || importing.has(path);
  return Object.fromEntries(Object.entries(uses).map(([name, places]) => [name, places.filter(isNear)]));
};

/**
 * Adds what is needed to rename declared properties: other occurrences of their names. Searched only where a
 * type of TypeScript declares one of `names`.
 */
export const withUses = (
  facts: readonly Fact[],
  names: ReadonlySet<string>,
  workspace: Workspace,
): readonly Fact[] => {
  const declared = facts.filter(
    (fact): fact is DeclarationFact => fact.kind === 'declaration' && fact.isType && hasTypes(fact.file),
  );
  const wanted = new Set(declared.flatMap(({ tree }) => keysIn(tree)).filter((name) => names.has(name)));
  if (wanted.size === 0) return facts;
  const uses = usesOf(workspace, wanted);
  if (uses === undefined) return facts;
  const files = [...new Set(declared.map(({ file }) => file))];
  const near = new Map(files.map((file) => [file, usesNear(uses, file, workspace)]));
  const mine = new Set<Fact>(declared);
  return facts.map((fact) =>
    fact.kind === 'declaration' && mine.has(fact) ? { ...fact, uses: near.get(fact.file)! } : fact,
  );
};
