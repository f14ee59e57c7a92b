import { nameText } from '../evaluate/objects.ts';
import type { Value } from '../evaluate/values.ts';
import { writtenName } from '../syntax/member-names.ts';
import { ts } from '../syntax/tree.ts';
import { addUse, isAccept, mustStay, markUnknown, type Part, type Examination } from './examination.ts';

/** True for objects whose members are all known, and none of which counts. */
export const holdsNone = (vals: readonly Value[], counts: (name: string) => boolean): boolean =>
  vals.every(
    (val) =>
      val.kind === 'primitive' ||
      (val.kind === 'object' && val.complete && !val.members.some(({ name }) => counts(name))),
  );

const valueOf = (property: ts.ObjectLiteralElementLike): ts.Expression | undefined =>
  ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;

/** `{ ...headers, 'X-Id': id }`: the same headers, and added ones. */
const besideHeaders = (state: Examination, property: ts.ObjectLiteralElementLike): void => {
  if (ts.isSpreadAssignment(property)) {
    const vals = state.ctx.evaluate(property.expression, state.env);
    if (!holdsNone(vals, isAccept)) markUnknown(state, property);
    return;
  }
  const name = property.name && nameText(state.ctx, property.name, state.env);
  if (name === undefined) markUnknown(state, property);
  else if (isAccept(name)) state.accept = true;
};

const counts = (name: string): boolean => name === 'headers' || mustStay(name);

/** `{ ...config, headers: … }`: the same request, where its new headers are derived from its own. */
const besideRequest = (state: Examination, property: ts.ObjectLiteralElementLike): void => {
  if (ts.isSpreadAssignment(property)) {
    if (!holdsNone(state.ctx.evaluate(property.expression, state.env), counts)) markUnknown(state, property);
    return;
  }
  const name = property.name && nameText(state.ctx, property.name, state.env);
  const value = valueOf(property);
  if (name === undefined || mustStay(name)) markUnknown(state, property);
  else if (name === 'headers') {
    if (value) state.wanted.push({ node: value, part: 'headers' });
    else markUnknown(state, property);
  }
};

const writesHeaders = (literal: ts.ObjectLiteralExpression): boolean =>
  literal.properties.some((property) => writtenName(property) === 'headers');

/** Part that is spread into an object, which then is a request or headers as well. */
export const spreadInto = (state: Examination, spread: ts.SpreadAssignment, part: Part): void => {
  const literal = spread.parent;
  if (part !== 'request' && part !== 'rest' && part !== 'headers') return markUnknown(state, spread);
  if (part === 'rest' && !writesHeaders(literal)) return markUnknown(state, spread);
  for (const property of literal.properties) {
    if (property === spread) continue;
    if (part === 'headers') besideHeaders(state, property);
    else besideRequest(state, property);
  }
  addUse(state, literal, part === 'rest' ? 'request' : part);
};
