import { strip } from '../evaluate/arguments.ts';
import { ts } from '../syntax/tree.ts';
import type { ArgumentRule } from './given.ts';
import { propertyName } from './patterns.ts';
import { ANY, NOTHING } from './state.ts';
import { intoTarget } from './targets.ts';

/** `headers.set('Accept', VERSIONED)`, of headers that a request is seen to send. */
export const ofHeaders: ArgumentRule = ({ flow, call, node, index, path }) => {
  const callee = strip(call.expression);
  const [name] = call.arguments ?? [];
  if (index !== 1 || !name || !ts.isPropertyAccessExpression(callee) || !flow.isHeader(node))
    return undefined;
  const receiver = strip(callee.expression);
  return ts.isIdentifier(receiver) ? intoTarget(receiver, [propertyName(name) ?? ANY, ...path]) : NOTHING;
};
