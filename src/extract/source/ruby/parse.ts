import * as build from '../languages/build.ts';
import { exportNames, importWhole } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { nodesBelow, type ParseText } from '../languages/tree-sitter.ts';
import { RUBY } from './dialect.ts';
import { expressionOf } from './expressions.ts';
import { factsOf } from './facts.ts';
import { type FileFacts, type Lowering, type Scope } from './lowering.ts';
import { statementsIn } from './statements.ts';

const loweringIn = (file: string, text: string, scope: Scope, facts: FileFacts): Lowering => {
  const ctx: Lowering = {
    file,
    text,
    scope,
    facts,
    expression: (node) => expressionOf(ctx, node),
    statements: (node, gives) => statementsIn(ctx, node, gives),
    inside: (inner) => loweringIn(file, text, inner, facts),
  };
  return ctx;
};

/** Modules that every file can name. */
const PACKAGES = [
  'Net',
  'HTTParty',
  'HTTP',
  'RestClient',
  'Faraday',
  'Typhoeus',
  'Kernel',
  'URI',
  'File',
  'Open3',
  'IO',
  'Shellwords',
];

/** Parses a file of Ruby and lowers it to the common syntax tree. */
export const parseRuby = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const comments = nodesBelow(root).filter(({ type }) => type === 'comment');
  const scope: Scope = { declared: new Set(), around: [] };
  const facts = factsOf(text, root);
  const start = build.nowhere(0);
  const statements = [
    ...PACKAGES.map((name) => importWhole(name, build.nameAt(name, start), start)),
    ...statementsIn(loweringIn(path, text, scope, facts), root),
  ];
  const names = [...new Set([...scope.declared, ...facts.functions])];
  return build.fileOf(path, text, [...statements, exportNames(names, text.length)], errors, RUBY, comments);
};
