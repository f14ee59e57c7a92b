import { addTo } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { exportNames } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn, nodesBelow, type ParseText } from '../languages/tree-sitter.ts';
import { partsOf } from './declarations.ts';
import { GO } from './dialect.ts';
import { expressionOf } from './expressions.ts';
import { receiverOf } from './functions.ts';
import { importsOf, packagesIn } from './imports.ts';
import { type Lowering, NO_RESULTS, type Scope, textIn } from './lowering.ts';
import { statementsIn } from './statements.ts';
import { plainType } from './types.ts';

/** Argument of `new` that reads like a type: `T)`, `*pkg.T)`, `[]T)`, `List[T])`, `map[K]V)`, `struct {`. */
const TYPE = String.raw`(?:\*|\[\w*\])*(?:[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*\)|map\[[^\]]*\][^{}()]*\)|(?:struct|interface|func|chan)\b|<-)`;

const NEW_OF_VALUE = new RegExp(String.raw`(?<![\w.])new(?=\(\s*(?!${TYPE}))`, 'g');

/**
 * Text for a grammar to which `new` takes a type, while that of Go 1.26 also takes a value, as in `new("M10")`:
 * there `new` has another name of the same length, so that no offset changes.
 */
const withNewOfValues = (text: string): string => text.replace(NEW_OF_VALUE, 'neW');

type Known = Omit<Lowering, 'scope' | 'expression' | 'statements' | 'inside'>;

const loweringIn = (known: Known, scope: Scope): Lowering => {
  const ctx: Lowering = {
    ...known,
    scope,
    expression: (node) => expressionOf(ctx, node),
    statements: (node) => statementsIn(ctx, node),
    inside: (inner) => loweringIn(known, inner),
  };
  return ctx;
};

const commentsIn = (root: Cst): readonly Cst[] => nodesBelow(root).filter(({ type }) => type === 'comment');

const typesIn = (text: string, root: Cst): ReadonlyMap<string, Cst> => {
  const found = new Map<string, Cst>();
  for (const declaration of root.children)
    for (const spec of declaration.type === 'type_declaration' ? namedIn(declaration) : []) {
      const [name, type] = [childIn(spec, 'name'), childIn(spec, 'type')];
      if (name && type) found.set(text.slice(name.start, name.end), type);
    }
  return found;
};

const methodsIn = (ctx: Pick<Lowering, 'text'>, root: Cst): ReadonlyMap<string, readonly Cst[]> => {
  const found = new Map<string, Cst[]>();
  for (const node of root.children) {
    if (node.type !== 'method_declaration') continue;
    const { type } = receiverOf(ctx as Lowering, node);
    const name = type && textIn(ctx, plainType(type));
    if (name !== undefined) addTo(found, name, node);
  }
  return found;
};

/** Parses a file of Go and lowers it to the common syntax tree. */
export const parseGo = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(withNewOfValues(text));
  const scope: Scope = {
    declared: new Set(),
    outer: undefined,
    self: undefined,
    results: NO_RESULTS,
    encoders: new Map(),
    typed: new Map(),
  };
  const known: Known = {
    path,
    text,
    packages: packagesIn(text, root),
    types: typesIn(text, root),
    methods: methodsIn({ text }, root),
    isTest: path.endsWith('_test.go'),
    statement: { start: 0, end: 0, target: undefined },
  };
  const ctx = loweringIn(known, scope);
  const statements = [...importsOf(ctx, root), ...statementsIn(ctx, root), ...partsOf(ctx, text.length)];
  const functions = root.children.flatMap((node) => {
    const name = node.type === 'function_declaration' ? childIn(node, 'name') : undefined;
    return name ? [textIn({ text }, name)] : [];
  });
  const exported = exportNames([...new Set([...scope.declared, ...functions])], text.length);
  return build.fileOf(path, text, [...statements, exported], errors, GO, commentsIn(root));
};
