import * as build from '../languages/build.ts';
import { exportNames } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, nodesBelow, type ParseText } from '../languages/tree-sitter.ts';
import { PYTHON } from './dialect.ts';
import { expressionOf } from './expressions.ts';
import type { Lowering, Scope } from './lowering.ts';
import { statementsIn } from './statements.ts';

type OfFile = Pick<Lowering, 'text' | 'hoisted' | 'isOutermost'>;

const loweringIn = (file: OfFile, scope: Scope): Lowering => {
  const ctx: Lowering = {
    ...file,
    scope,
    expression: (node) => expressionOf(ctx, node),
    statements: (node) => statementsIn(ctx, node),
    inside: (inner) => loweringIn(file, inner),
  };
  return ctx;
};

/** True for a docstring. */
const isDocument = (node: Cst): boolean => {
  const [only, ...others] = node.type === 'expression_statement' ? namedIn(node) : [];
  return others.length === 0 && (only?.type === 'string' || only?.type === 'concatenated_string');
};

/** Parses a file of Python and lowers it to the common syntax tree. */
export const parsePython = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const all = nodesBelow(root);
  const comments = all.filter((node) => node.type === 'comment' || isDocument(node));
  const classes = new Set(
    all.flatMap((node) => {
      const name = node.type === 'class_definition' ? childIn(node, 'name') : undefined;
      return name ? [text.slice(name.start, name.end)] : [];
    }),
  );
  const scope: Scope = {
    kind: 'module',
    declared: new Set(),
    outer: new Set(),
    self: undefined,
    classes,
  };
  const outermost = new Set(root.children);
  const file: OfFile = {
    text,
    hoisted: [],
    isOutermost: (node) => outermost.has(node),
  };
  const statements = statementsIn(loweringIn(file, scope), root);
  const exported = exportNames([...scope.declared], text.length);
  return build.fileOf(path, text, [...file.hoisted, ...statements, exported], errors, PYTHON, comments);
};
