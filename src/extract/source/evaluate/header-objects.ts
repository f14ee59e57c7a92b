import { dottedName } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { onlyText } from './texts.ts';
import type { Env, ObjectValue, ObjMember, Value } from './values.ts';

/** True for `new HttpHeaders(…)` of Angular, which is immutable: each call returns another one. */
export const isImmutable = ({ node }: ObjectValue): boolean =>
  ts.isNewExpression(node) && /(?:^|\.)HttpHeaders$/.test(dottedName(node.expression));

const withoutNamed = (members: readonly ObjMember[], name: string): readonly ObjMember[] =>
  members.filter((member) => member.name.toLowerCase() !== name.toLowerCase());

/** Result of `headers.set('Accept', '…')` on immutable headers; `undefined` for all other calls. */
export const headersChanged = (
  headers: ObjectValue,
  method: string,
  call: ts.CallExpression,
  argument: Env['argument'],
): ObjectValue | undefined => {
  const [nameNode, expression] = call.arguments;
  if (!isImmutable(headers) || !/^(?:set|append|delete)$/.test(method) || !nameNode) return undefined;
  const name = onlyText(argument(0));
  if (name === undefined) return { ...headers, complete: false };
  const others = method === 'append' ? headers.members : withoutNamed(headers.members, name);
  if (method === 'delete' || !expression) return { ...headers, members: others };
  const value = (): readonly Value[] => argument(1) ?? [];
  return {
    ...headers,
    members: [...others, { name, nameNode, expression, node: call, certain: true, value }],
  };
};
