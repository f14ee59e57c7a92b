import { dottedName } from '../syntax/dialect.ts';
import { strip } from '../evaluate/arguments.ts';
import { ts } from '../syntax/tree.ts';
import type { ArgumentRule, Flow } from './flow.ts';
import { intoTarget } from './targets.ts';
import { isCacheName } from '../requests/collection-calls.ts';
import { lookedUp } from './keys.ts';
import { ANY } from '../types/member-path.ts';

const COLLECTS = /^(?:push|unshift|[aA]dd)$/;
const KEYED = /^(?:get|has|set|delete|getItem|setItem|removeItem)$/;

const COLLECTION = /^(?:Weak)?(?:Map|Set)$/;
/** Lists of Java, Kotlin and C#. */
const LIST_CLASS = /^(?:java|kotlin|csharp):(?:[\w.]+\.)?(?:ArrayList|LinkedList|List|ArrayDeque|Vector)$/;

const isCollection = (flow: Flow, receiver: ts.Expression): boolean => {
  if (isCacheName(receiver)) return true;
  return flow.ctx
    .evaluate(receiver, undefined)
    .some(
      (val) =>
        (val.kind === 'external' && LIST_CLASS.test(val.module)) ||
        (val.kind === 'external' &&
          val.module === '' &&
          COLLECTION.test(val.made.at(-1)?.path.join('.') ?? '')) ||
        ((val.kind === 'object' || val.kind === 'list') &&
          ts.isNewExpression(val.node) &&
          COLLECTION.test(dottedName(val.node.expression))),
    );
};

/** Keys of caches and maps, and items added to lists. */
export const ofCollection: ArgumentRule = ({ flow, call, node, index, path }) => {
  const callee = strip(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { name, expression: receiver } = callee;
  if (/^(?:push|unshift)$/.test(name.text)) return intoTarget(receiver, [ANY, ...path]);
  if (!isCollection(flow, receiver)) return undefined;
  if (index === 0 && KEYED.test(name.text)) return lookedUp(flow, receiver, node);
  return COLLECTS.test(name.text) || name.text === 'set' ? intoTarget(receiver, [ANY, ...path]) : undefined;
};
