import type { Below } from '../clients/client-middleware.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import type { Program } from '../project/program.ts';
import { angularInterceptors } from './angular-interceptors.ts';

/** Replacement of a global that clients send through: `window.fetch = …`. */
export interface ReplacedGlobal {
  readonly below: Below;
  /** Replaced method, where it has several: `open`. */
  readonly member: string;
  readonly value: ts.Expression;
  readonly node: ts.Node;
}

const OBJECTS = String.raw`(?:window|globalThis|global|self)`;
const FETCH = new RegExp(String.raw`^${OBJECTS}(?:\.fetch|\[['"]fetch['"]\])$`);
const XHR = new RegExp(
  String.raw`^(?:${OBJECTS}\.)?XMLHttpRequest(?:\.prototype\.(?:open|send|setRequestHeader))?$`,
);
const HTTP = /^https?\.(?:request|get)$/;

/** Text of an assignment target, without assertions and parentheses: `(globalThis as any).fetch`. */
const written = (node: ts.Expression): string =>
  node.getText().replaceAll(/\s+as\s+[\w.<>[\]{} ]+(?=\))|[()!]|\s/g, '');

const belowOf = (target: string): Below | undefined => {
  if (FETCH.test(target)) return 'fetch';
  if (XHR.test(target)) return 'xhr';
  return HTTP.test(target) ? 'http' : undefined;
};

const ofAssignment = (node: ts.BinaryExpression): readonly ReplacedGlobal[] => {
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const target = written(node.left);
  const below = belowOf(target);
  return below ? [{ below, member: target.split('.').at(-1)!, value: node.right, node }] : [];
};

const ofCall = (node: ts.CallExpression): readonly ReplacedGlobal[] => {
  const name = node.expression.getText();
  const [first, second, third] = node.arguments;
  if (name === 'withInterceptors' && first)
    return [{ below: 'angular', member: 'intercept', value: first, node }];
  if (/(?:^|\.)setGlobalDispatcher$/.test(name) && first)
    return [{ below: 'dispatcher', member: '', value: first, node }];
  const jquery = /^(?:(?:\$|jQuery)\.(ajaxSetup|ajaxPrefilter)|(?:\$|jQuery)\([^)]*\)\.(ajaxSend))$/.exec(
    name,
  );
  const last = node.arguments.at(-1);
  if (jquery && last) return [{ below: 'jquery', member: jquery[1] ?? jquery[2]!, value: last, node }];
  if (name !== 'Object.defineProperty' || !first || !second || !third) return [];
  return FETCH.test(`${written(first)}[${second.getText()}]`)
    ? [{ below: 'fetch', member: '', value: third, node }]
    : [];
};

/** Test doubles: none of them run where requests are sent. */
const DOUBLE = /^(?:jest|vi|sinon|td|mock|cy)\b/;

const replacementsIn = oncePerNode((file: ts.SourceFile): readonly ReplacedGlobal[] =>
  [
    ...nodesOf(file).changing.flatMap((node) => {
      if (ts.isBinaryExpression(node)) return ofAssignment(node);
      return ts.isCallExpression(node) ? ofCall(node) : [];
    }),
    ...angularInterceptors(file).map((found) => ({
      ...found,
      below: 'angular' as const,
      member: 'intercept',
    })),
  ].filter(({ value }) => !DOUBLE.test(value.getText())),
);

/** Replacements of globals that clients of a file send through. */
export const replacedGlobals = (program: Program, from: ts.Node): readonly ReplacedGlobal[] =>
  program.replacingAround(from.getSourceFile().fileName).flatMap((path) => {
    const module = program.module(path);
    return module ? replacementsIn(module.file) : [];
  });
