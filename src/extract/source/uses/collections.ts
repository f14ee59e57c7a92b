import { dottedName } from '../syntax/dialect.ts';
import { strip } from '../evaluate/arguments.ts';
import { calleeName } from '../requests/unseen-callee.ts';
import { ts } from '../syntax/tree.ts';
import type { ArgumentRule, Flow } from './flow.ts';
import { intoTarget } from './targets.ts';
import { ANY, inert } from './state.ts';

const COLLECTS = /^(?:push|unshift|add)$/;
const KEYED = /^(?:get|has|set|delete|getItem|setItem|removeItem)$/;
const IS_KEPT = /^(?:(?:weak)?map|set|cache\w*|\w+cache|seen|visited|memo|inflight|pending)$/i;

const lastName = (node: ts.Expression): string =>
  calleeName({ expression: node } as ts.CallExpression)
    .split('.')
    .at(-1)!;

const isCollection = (flow: Flow, receiver: ts.Expression): boolean => {
  if (IS_KEPT.test(lastName(receiver))) return true;
  return flow.ctx
    .evaluate(receiver, undefined)
    .some(
      (val) =>
        (val.kind === 'external' &&
          val.module === '' &&
          /^(?:Weak)?(?:Map|Set)$/.test(val.made.at(-1)?.path.join('.') ?? '')) ||
        (val.kind === 'object' &&
          ts.isNewExpression(val.node) &&
          /^(?:Weak)?(?:Map|Set)$/.test(dottedName(val.node.expression))),
    );
};

/** Keys of caches and maps, and what is put into lists. */
export const ofCollection: ArgumentRule = ({ flow, call, node, index, path }) => {
  const callee = strip(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { name, expression: receiver } = callee;
  if (/^(?:push|unshift)$/.test(name.text)) return intoTarget(receiver, [ANY, ...path]);
  if (!isCollection(flow, receiver)) return undefined;
  if (index === 0 && KEYED.test(name.text)) return inert(node, 'as a key');
  return COLLECTS.test(name.text) || name.text === 'set' ? intoTarget(receiver, [ANY, ...path]) : undefined;
};
