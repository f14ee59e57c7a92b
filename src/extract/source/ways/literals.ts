import { nameText } from '../evaluate/objects.ts';
import type { Val } from '../evaluate/values.ts';
import { ts } from '../syntax/tree.ts';
import { lead, isAccept, mustStay, lose, type Part, type Passage } from './passage.ts';

/** True for objects whose members are all known, and none of which counts. */
export const holdsNone = (vals: readonly Val[], counts: (name: string) => boolean): boolean =>
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
const besideHeaders = (passage: Passage, property: ts.ObjectLiteralElementLike): void => {
  if (ts.isSpreadAssignment(property)) {
    const vals = passage.ctx.evaluate(property.expression, passage.env);
    if (!holdsNone(vals, isAccept)) lose(passage, property);
    return;
  }
  const name = property.name && nameText(passage.ctx, property.name, passage.env);
  if (name === undefined) lose(passage, property);
  else if (isAccept(name)) passage.accept = true;
};

const counts = (name: string): boolean => name === 'headers' || mustStay(name);

/** `{ ...config, headers: … }`: the same request, where its new headers are derived from its own. */
const besideRequest = (passage: Passage, property: ts.ObjectLiteralElementLike): void => {
  if (ts.isSpreadAssignment(property)) {
    if (!holdsNone(passage.ctx.evaluate(property.expression, passage.env), counts)) lose(passage, property);
    return;
  }
  const name = property.name && nameText(passage.ctx, property.name, passage.env);
  const value = valueOf(property);
  if (name === undefined || mustStay(name)) lose(passage, property);
  else if (name === 'headers') {
    if (value) passage.wanted.push({ node: value, part: 'headers' });
    else lose(passage, property);
  }
};

const writesHeaders = (literal: ts.ObjectLiteralExpression): boolean =>
  literal.properties.some(
    ({ name }) => name !== undefined && name.getText().replaceAll(/['"]/g, '') === 'headers',
  );

/** Part that is spread into an object, which then is a request or headers as well. */
export const spreadInto = (passage: Passage, spread: ts.SpreadAssignment, part: Part): void => {
  const literal = spread.parent;
  if (part !== 'request' && part !== 'rest' && part !== 'headers') return lose(passage, spread);
  if (part === 'rest' && !writesHeaders(literal)) return lose(passage, spread);
  for (const property of literal.properties) {
    if (property === spread) continue;
    if (part === 'headers') besideHeaders(passage, property);
    else besideRequest(passage, property);
  }
  lead(passage, literal, part === 'rest' ? 'request' : part);
};
