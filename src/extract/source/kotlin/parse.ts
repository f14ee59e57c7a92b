import { fileOf } from '../languages/builders.ts';
import { builtByCalls } from '../managed/dialect.ts';
import { linked, walkCst } from '../managed/files.ts';
import { importsIn, specifierOf } from '../managed/jvm-modules.ts';
import type { Lowering, Outside, Scope } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, type ParseText } from '../tree-sitter.ts';
import { typeOf } from './calls.ts';
import { isKotlinClass } from './class-parts.ts';
import { classesIn } from './classes.ts';
import { expressionOf } from './expressions.ts';
import { blockOf, statementsIn } from './statements.ts';

const DIALECT = builtByCalls('Kotlin');

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

/** The name that something outside of classes declares. */
const declaredName = (node: Cst): Cst | undefined => {
  const variable = node.children.find(({ type }) => type === 'variable_declaration');
  return childIn(node, 'name') ?? (variable && namedIn(variable)[0]);
};

/** Parses a file of Kotlin, and lowers it to the one tree. */
export const parseKotlin = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const comments: Cst[] = [];
  const declared = new Set<string>();
  const note = (name: Cst | undefined): void => {
    if (name) declared.add(text.slice(name.start, name.end));
  };
  walkCst(root, (node) => {
    if (node.type.endsWith('comment')) comments.push(node);
    if (isKotlinClass(node)) note(childIn(node, 'name'));
  });
  for (const node of namedIn(root))
    if (/^(?:property|function)_declaration$/.test(node.type)) note(declaredName(node));
  const outside: Outside = { ...importsIn(text), declared, libraries: new Set(), free: new Set() };
  const scope: Scope = { locals: new Map(), owner: undefined, isStatic: true, sent: new Set() };
  const ctx = loweringIn(path, text, outside, scope);
  const statements = namedIn(root).flatMap((node) =>
    isKotlinClass(node) ? classesIn(ctx, node) : statementsIn(ctx, [node]),
  );
  const whole = linked(statements, outside, (name) => specifierOf(name, outside.packages), text.length);
  return fileOf(path, text, whole, errors, DIALECT, comments);
};
