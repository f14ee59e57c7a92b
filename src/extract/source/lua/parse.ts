import * as build from '../languages/build.ts';
import { exportAll, exportNames, importNames, importWhole } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { nodesBelow, type ParseText } from '../languages/tree-sitter.ts';
import { moduleName } from './calls.ts';
import { LUA } from './dialect.ts';
import { expressionOf } from './expressions.ts';
import { factsOf } from './facts.ts';
import type { Lowering, Scope } from './lowering.ts';
import { statementsIn } from './statements.ts';

const loweringOf = (parts: Pick<Lowering, 'file' | 'text' | 'facts'>, scope: Scope): Lowering => {
  const ctx: Lowering = {
    ...parts,
    scope,
    expression: (node) => expressionOf(ctx, node),
    statements: (node) => statementsIn(ctx, node),
    inside: (inner) => loweringOf(parts, inner),
  };
  return ctx;
};

/** Libraries that are there without `require`. */
const LIBRARIES = ['string', 'os', 'io'];

/** Parses a file of Lua and lowers it to the common syntax tree. */
export const parseLua = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const comments = nodesBelow(root).filter(({ type }) => type === 'comment');
  const facts = factsOf(text, root);
  const start = build.nowhere(0);
  const imported = [...facts.specifiers].flatMap((specifier) => [
    importNames(
      specifier,
      [{ name: build.nameAt(moduleName(specifier), start), original: build.nameAt('default', start) }],
      start,
    ),
    exportAll(specifier, start),
  ]);
  const scope: Scope = { declared: new Set(), isFile: true, self: undefined };
  const statements = statementsIn(loweringOf({ file: path, text, facts }, scope), root);
  const whole = [
    ...LIBRARIES.filter((name) => !scope.declared.has(name)).map((name) =>
      importWhole(`@${name}`, build.nameAt(name, start), start),
    ),
    ...imported,
    ...statements,
    exportNames([...facts.globals], text.length),
  ];
  return build.fileOf(path, text, whole, errors, LUA, comments);
};
