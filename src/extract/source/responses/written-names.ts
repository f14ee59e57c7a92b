import type { NameFact } from '../../../model/index.ts';
import type { Workspace } from '../project/workspace.ts';
import { isTest } from '../project/test-files.ts';
import { orBeyond } from '../syntax/file-fault.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { isInertText, textWithHoles } from './name-texts.ts';
import { namingSearch } from './name-reads.ts';

/** Maximum number of files that are searched. */
const MAX_FILES = 200;

/** A member in a text that is a document: JSON, YAML, or a template of either. */
const hasMember = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?:["']|(?:^|[{,\n])\s*(?:-\s*)?)${name}["']?\s*:`).test(text);

/** Fields of a class; in a record they are parameters of its constructor. */
const fieldsOf = ({ members }: ts.ClassLikeDeclaration) =>
  members.flatMap((member): readonly (ts.PropertyDeclaration | ts.ParameterDeclaration)[] =>
    ts.isConstructorDeclaration(member)
      ? member.parameters
      : ts.isPropertyDeclaration(member)
        ? [member]
        : [],
  );

const fact = (node: ts.Node, name: string): NameFact => ({
  kind: 'name',
  origin: 'authored',
  ...placeOf(node),
  name,
  as: 'written',
});

const writtenIn = (file: ts.SourceFile, names: ReadonlySet<string>): readonly NameFact[] => {
  const { texts, classes } = nodesOf(file);
  return [
    ...texts.flatMap((node) => {
      const found = [...names].filter((name) => hasMember(textWithHoles(node), name));
      const isInert = found.length === 0 || ts.isExpressionStatement(node.parent) || isInertText(node, true);
      return isInert ? [] : found.map((name) => fact(node, name));
    }),
    ...classes
      .flatMap(fieldsOf)
      .flatMap(({ name }) =>
        name && ts.isIdentifier(name) && names.has(name.text) ? [fact(name, name.text)] : [],
      ),
  ];
};

/** Texts, and fields of classes, that have a member of such a name, from which code may make a body. */
export const writtenNames = (
  names: ReadonlySet<string>,
  { host, language }: Workspace,
): readonly NameFact[] => {
  if (names.size === 0) return [];
  const { pattern, words } = namingSearch(names);
  return host
    .search(pattern, words)
    .filter((path) => language.files.test(path) && !isTest(path))
    .slice(0, MAX_FILES)
    .flatMap((path) => orBeyond(() => writtenIn(language.parse(path, host.read(path) ?? ''), names)) ?? []);
};
