import { fileOf } from '../languages/builders.ts';
import { builtByCalls } from '../managed/dialect.ts';
import { linked, walkCst } from '../managed/files.ts';
import { importsIn, specifierOf } from '../managed/jvm-modules.ts';
import type { Lowering, Outside, Scope } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, type ParseText } from '../tree-sitter.ts';
import { typeOf } from './calls.ts';
import { classesOf, isClass } from './classes.ts';
import { expressionOf } from './expressions.ts';
import { blockOf, statementsIn } from './statements.ts';

const DIALECT = builtByCalls('Java');

const loweringIn = (file: string, text: string, outside: Outside, scope: Scope): Lowering => {
  const ctx: Lowering = {
    file,
    text,
    scope,
    outside,
    expression: (node) => expressionOf(ctx, node),
    block: (node) => blockOf(ctx, node),
    inside: (inner) => loweringIn(file, text, outside, inner),
    expecting: () => ctx,
    typeOf: (node) => typeOf(ctx, node),
  };
  return ctx;
};

/** Parses a file of Java, and lowers it to the one tree. */
export const parseJava = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const comments: Cst[] = [];
  const declared = new Set<string>();
  walkCst(root, (node) => {
    if (node.type.endsWith('_comment')) comments.push(node);
    const name = isClass(node) ? childIn(node, 'name') : undefined;
    if (name) declared.add(text.slice(name.start, name.end));
  });
  const outside: Outside = { ...importsIn(text), declared, libraries: new Set(), free: new Set() };
  const scope: Scope = { locals: new Map(), owner: undefined, isStatic: true, sent: new Set() };
  const ctx = loweringIn(path, text, outside, scope);
  const statements = namedIn(root).flatMap((node) =>
    isClass(node) ? classesOf(ctx, node) : statementsIn(ctx, { ...root, children: [node] }),
  );
  const whole = linked(statements, outside, (name) => specifierOf(name, outside.packages), text.length);
  return fileOf(path, text, whole, errors, DIALECT, comments);
};
