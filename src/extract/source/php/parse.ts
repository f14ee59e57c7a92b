import * as build from '../languages/build.ts';
import { exportNames, importNames, importWhole } from '../languages/modules.ts';
import type { ts } from '../syntax/tree.ts';
import { nodesBelow, namedIn, type ParseText } from '../languages/tree-sitter.ts';
import { PHP } from './dialect.ts';
import { expressionOf } from './expressions.ts';
import { factsOf } from './facts.ts';
import { lastOf, type Lowering } from './lowering.ts';
import { clientNamed } from './names.ts';
import { statementsIn } from './statements.ts';

const loweringOf = (parts: Omit<Lowering, 'expression' | 'statements' | 'inside'>): Lowering => {
  const ctx: Lowering = {
    ...parts,
    expression: (node) => expressionOf(ctx, node),
    statements: (nodes) => statementsIn(ctx, nodes),
    inside: (change) => loweringOf({ ...parts, ...change }),
  };
  return ctx;
};

/** Packages of the table of clients and of PHP functions, by their names in lowered files. */
const PACKAGES = ['Curl', 'Stream', 'Guzzle', 'Symfony', 'Laravel', 'WordPress', 'Php', 'Shell'];

const nameOfSpecifier = (specifier: string): string =>
  specifier.includes('@') ? specifier.replace(/@.*$/, '') : lastOf(specifier);

/** Parses a file of PHP and lowers it to the common syntax tree. */
export const parsePhp = (parse: ParseText, path: string, text: string): ts.SourceFile => {
  const { root, errors } = parse(text);
  const comments = nodesBelow(root).filter(({ type }) => type === 'comment');
  const facts = factsOf(text, root);
  const scope = { declared: new Set(facts.functions), owner: undefined, inFunction: false };
  const free = new Set<string>();
  const ctx = loweringOf({ path, text, facts, scope, free, statement: { start: 0, end: 0 } });
  const statements = statementsIn(ctx, namedIn(root));
  const start = build.nowhere(0);
  const imported = (specifier: string, name: string, original = name): ts.Statement =>
    importNames(
      specifier,
      [
        {
          name: build.nameAt(name, start),
          original: original === name ? undefined : build.nameAt(original, start),
        },
      ],
      start,
    );
  const outside = [
    ...PACKAGES.map((name) => importWhole(`@${name}`, build.nameAt(name, start), start)),
    ...[...facts.aliases]
      .filter(([name, whole]) => !clientNamed(whole) && !scope.declared.has(name))
      .map(([name, whole]) => imported(whole, name, lastOf(whole))),
    ...[...free]
      .filter((each) => !scope.declared.has(nameOfSpecifier(each)))
      .map((each) => imported(each, nameOfSpecifier(each))),
  ];
  const names = [...scope.declared].filter((name) => /^\$?\w+$/.test(name));
  const whole = [...outside, ...statements, exportNames(names, text.length)];
  return build.fileOf(path, text, whole, errors, PHP, comments);
};
