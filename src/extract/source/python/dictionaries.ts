import { binary, call, element, member, nameAt, nowhere } from '../languages/builders.ts';
import { OR_ABSENT_ASSIGN } from '../languages/operators.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../tree-sitter.ts';
import { argumentsOf } from './calls.ts';
import { type Lowering, textIn } from './lowering.ts';

/** Names of what holds headers, options or a payload: other things have methods of these names too. */
const HOLDS = /(?:headers?|params|kwargs|payload|body|data|config|options|opts|settings|dict|query)$/i;

/** `Object.assign(target, …)`: the members of what follows are put into the target. */
export const assigned = (
  target: ts.Expression,
  values: readonly ts.Expression[],
  node: Cst,
): ts.Expression => {
  const at = nowhere(node.start);
  const callee = member(nameAt('Object', at), nameAt('assign', at), at);
  return call(callee, [target, ...values], node);
};

/** `headers.update({…})`, `headers.setdefault(name, value)`, `headers.pop(name)` as statements; `undefined` for others. */
export const changeOfDictionary = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const callee = node.type === 'call' ? childIn(node, 'function') : undefined;
  const [owner, name] = callee ? [childIn(callee, 'object'), childIn(callee, 'attribute')] : [];
  const list = childIn(node, 'arguments');
  if (!owner || !name || !list || !HOLDS.test(textIn(ctx, owner))) return undefined;
  const method = textIn(ctx, name);
  if (method === 'update' && namedIn(list).length > 0)
    return assigned(ctx.expression(owner), argumentsOf(ctx, list), node);
  const [first, second] = argumentsOf(ctx, list);
  if (method === 'setdefault' && first && second)
    return binary(element(ctx.expression(owner), first, owner), OR_ABSENT_ASSIGN, second, node);
  if (method !== 'pop' || !first) return undefined;
  const gone = element(ctx.expression(owner), first, owner);
  return ts.setTextRange(ts.factory.createDeleteExpression(gone), { pos: node.start, end: node.end });
};
