import * as build from '../languages/build.ts';
import { builtByCalls } from '../managed/dialect.ts';
import { programWithImports, type Lowers, loweringOf, namesOf } from '../managed/files.ts';
import { importsIn, specifierOf } from '../managed/jvm-modules.ts';
import type { Outside } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, namedIn, nodesBelow, type ParseText } from '../languages/tree-sitter.ts';
import { typeOf } from './calls.ts';
import { classesOf, isClass } from './classes.ts';
import { expressionOf } from './expressions.ts';
import { blockOf, statementsIn } from './statements.ts';

const DIALECT = builtByCalls('Java');

const LOWERS: Lowers = { expression: expressionOf, block: blockOf, typeOf };

/** Parses a file of Java and lowers it to the common syntax tree. */
export const parseJava = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const all = nodesBelow(root);
  const comments = all.filter(({ type }) => type.endsWith('_comment'));
  const declared = namesOf(
    text,
    all.filter(isClass).map((node) => childIn(node, 'name')),
  );
  const outside: Outside = { ...importsIn(text), declared, libraries: new Set(), free: new Set() };
  const ctx = loweringOf(LOWERS, path, text, outside);
  const statements = namedIn(root).flatMap((node) =>
    isClass(node) ? classesOf(ctx, node) : statementsIn(ctx, { ...root, children: [node] }),
  );
  const whole = programWithImports(
    statements,
    outside,
    (name) => specifierOf(name, outside.packages),
    text.length,
  );
  return build.fileOf(path, text, whole, errors, DIALECT, comments);
};
