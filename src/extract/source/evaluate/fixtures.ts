import { dottedName } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ExternalValue, Made, ObjMember, Value } from './values.ts';

/** Package whose tests receive a client. */
const RUNNER = '@playwright/test';
/** Fixtures that are or contain a client. */
const CLIENTS = ['request'];
const HOLDERS = ['page', 'context'];
const EXTENSIONS = ['.ts', '.js', '.mts', '.mjs', '.cts', '.cjs'];

const isRunner = (val: Value): val is ExternalValue =>
  val.kind === 'external' && val.module === RUNNER && !val.typed;

/** `test.use({ … })` of a file. */
const settingsIn = oncePerNode((file: ts.SourceFile): readonly ts.CallExpression[] =>
  nodesOf(file).calls.filter(
    (call): call is ts.CallExpression =>
      ts.isCallExpression(call) &&
      ts.isPropertyAccessExpression(call.expression) &&
      call.expression.name.text === 'use' &&
      dottedName(call.expression.expression) === 'test',
  ),
);

/** `export default defineConfig({ use: { … } })` of the configuration for a test. */
const configuredFor = (ctx: Ctx, from: ts.Node): readonly Made[] => {
  const path = ctx.program.above(from, 'playwright.config', EXTENSIONS);
  const vals = path === undefined ? [] : ctx.property({ kind: 'module', path }, 'default', from, false);
  return vals.flatMap((val) => (isRunner(val) ? val.made.slice(-1) : []));
};

/** Client of a test, with the settings of configuration and file for all its requests. */
const clientIn = (ctx: Ctx, from: ts.Node): ExternalValue => ({
  kind: 'external',
  module: RUNNER,
  path: [],
  typed: true,
  made: [
    ...configuredFor(ctx, from),
    ...settingsIn(from.getSourceFile()).map((call) => ({ call, env: undefined, path: ['test', 'use'] })),
  ],
});

const memberOf = (name: string, node: ts.Node, value: () => readonly Value[]): ObjMember => ({
  name,
  nameNode: node,
  expression: undefined,
  node,
  certain: true,
  value,
});

const objectOf = (node: ts.Node, members: readonly ObjMember[]): Value => ({
  kind: 'object',
  node,
  members,
  complete: false,
  literal: undefined,
});

/** Fixtures passed to a Playwright test: `test('…', async ({ request, page }) => …)`; `undefined` for other calls. */
export const fixturesGiven = (
  ctx: Ctx,
  call: ts.CallExpression,
  index: number,
  env: Env | undefined,
): readonly Value[] | undefined => {
  if (index !== 0 || !ctx.evaluate(call.expression, env).some(isRunner)) return undefined;
  const clients = (): readonly ObjMember[] =>
    CLIENTS.map((name) => memberOf(name, call, () => [clientIn(ctx, call)]));
  const holders = HOLDERS.map((name) => memberOf(name, call, () => [objectOf(call, clients())]));
  const root: ExternalValue = {
    kind: 'external',
    module: RUNNER,
    path: ['playwright'],
    made: [],
    typed: false,
  };
  return [objectOf(call, [...clients(), ...holders, memberOf('playwright', call, () => [root])])];
};
