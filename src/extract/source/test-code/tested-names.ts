import type { NameFact } from '../../../model/index.ts';
import { isAssertion } from '../requests/test-addresses.ts';
import { isAbsenceTest } from './absence-tests.ts';
import { isTest } from '../project/test-files.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';

/** True inside an argument of an assertion, at any depth. */
const isCompared = (node: ts.Node): boolean => {
  for (let at = node; at.parent && !ts.isBlock(at); at = at.parent)
    if (ts.isCallExpression(at.parent) && at.parent.expression !== at && isAssertion(at.parent)) return true;
  return false;
};

const fact = (name: ts.Node, text: string): NameFact => ({
  kind: 'name',
  origin: 'authored',
  ...placeOf(name),
  name: text,
  as: 'tested',
});

/** Names that a test reads from something, or compares something with, which may be what the code under test sends. */
export const testedNames = (file: ts.SourceFile, names: ReadonlySet<string>): readonly NameFact[] => {
  if (!isTest(file.fileName)) return [];
  const read = nodesOf(file).accesses.flatMap((node): readonly NameFact[] => {
    const name = ts.isPropertyAccessExpression(node) ? node.name : undefined;
    return name && names.has(name.text) && !isAbsenceTest(node) ? [fact(name, name.text)] : [];
  });
  const compared = nodesOf(file).members.flatMap(({ name }): readonly NameFact[] => {
    const isNamed = (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && names.has(name.text);
    return isNamed && ts.isObjectLiteralExpression(name.parent.parent) && isCompared(name)
      ? [fact(name, name.text)]
      : [];
  });
  return [...read, ...compared];
};
