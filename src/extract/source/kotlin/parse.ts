import * as build from '../languages/build.ts';
import { builtByCalls } from '../managed/dialect.ts';
import { programWithImports, type Lowers, loweringOf, namesOf } from '../managed/files.ts';
import { importsIn, specifierOf } from '../managed/jvm-modules.ts';
import type { Outside } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, nodesBelow, type ParseText } from '../languages/tree-sitter.ts';
import { typeOf } from './calls.ts';
import { isKotlinClass, resultTypes } from './class-parts.ts';
import { classesIn } from './classes.ts';
import { expressionOf } from './expressions.ts';
import { blockOf, statementsIn } from './statements.ts';

const DIALECT = builtByCalls('Kotlin');

const LOWERS: Lowers = { expression: expressionOf, block: blockOf, typeOf };

/** Name that a top-level node declares. */
const declaredName = (node: Cst): Cst | undefined => {
  const variable = node.children.find(({ type }) => type === 'variable_declaration');
  return childIn(node, 'name') ?? (variable && namedIn(variable)[0]);
};

/** Parses a file of Kotlin and lowers it to the common syntax tree. */
export const parseKotlin = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const all = nodesBelow(root);
  const comments = all.filter(({ type }) => type.endsWith('comment'));
  const members = namedIn(root).filter(({ type }) => /^(?:property|function)_declaration$/.test(type));
  const declared = namesOf(text, [
    ...all.filter(isKotlinClass).map((node) => childIn(node, 'name')),
    ...members.map(declaredName),
  ]);
  const results = new Map<string, string>();
  const outside: Outside = { ...importsIn(text), declared, libraries: new Set(), free: new Set(), results };
  const ctx = loweringOf(LOWERS, path, text, outside);
  for (const [name, result] of resultTypes(ctx, members)) results.set(name, result);
  const statements = namedIn(root).flatMap((node) =>
    isKotlinClass(node) ? classesIn(ctx, node) : statementsIn(ctx, [node]),
  );
  const whole = programWithImports(
    statements,
    outside,
    (name) => specifierOf(name, outside.packages),
    text.length,
  );
  return build.fileOf(path, text, whole, errors, DIALECT, comments);
};
