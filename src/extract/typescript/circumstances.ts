import type { HeaderSet } from '../../model/index.ts';
import { entriesOf, flatten } from '../../model/index.ts';
import { optionOf } from './options.ts';
import { ts } from './parse.ts';
import type { Sending } from './sending.ts';

const LOOPS = new Set(['map', 'forEach', 'flatMap']);

/** True inside a loop or an iteration callback of the same function. */
export const isRepeated = (node: ts.Node): boolean => {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isIterationStatement(at, false)) return true;
    if (!ts.isFunctionLike(at)) continue;
    const call = at.parent;
    return (
      ts.isCallExpression(call) &&
      ts.isPropertyAccessExpression(call.expression) &&
      LOOPS.has(call.expression.name.text)
    );
  }
  return false;
};

/** Scheme of the credentials that a request is seen to carry. */
export const authOf = ({ args, call }: Sending, headers: HeaderSet): string | undefined => {
  const value = entriesOf(headers, 'authorization').at(-1)?.values?.[0];
  const scheme = value && /^(basic|bearer|digest)\b/i.exec(flatten(value))?.[1];
  if (scheme) return scheme.toLowerCase();
  const options = args.options?.object;
  if (optionOf(options, ['digestAuth'], call)) return 'digest';
  return optionOf(options, ['auth', 'basicAuth', 'username'], call) ? 'basic' : undefined;
};
