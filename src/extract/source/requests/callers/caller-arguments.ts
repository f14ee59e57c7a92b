import type { CallerInsertion, InsertionPoint } from '../../../../model/index.ts';
import { isImplied, isKeywords, loweredFile } from '../../syntax/dialect.ts';
import {
  gapForHeadersArgument,
  gapForHeadersIn,
  gapForOptions,
  gapInObject,
} from '../../syntax/insertion-points.ts';
import { writtenName } from '../../syntax/member-names.ts';
import { placeOf } from '../../syntax/slots.ts';
import { ts } from '../../syntax/tree.ts';
import { closedType } from '../../types/index.ts';
import { insertionPointInOptions, spreadInsertionPoint } from '../call-insertion.ts';
import type { Sending } from '../sending.ts';
import type { PathCall } from './call-graph.ts';
import { type HeaderParameter, headerParameter } from './header-parameters.ts';

export const namesAccept = (name: string): boolean => name.toLowerCase() === 'accept';

/** True for a literal that writes an Accept, or a name that is computed. */
const mayWriteAccept = ({ properties }: ts.ObjectLiteralExpression): boolean =>
  properties.some((property) => {
    const name = writtenName(property);
    return name === undefined ? property.name !== undefined : namesAccept(name);
  });

/** The argument that a caller gives for a parameter, by position or by name. */
const argumentFor = ({ call }: PathCall, { index, name }: HeaderParameter): ts.Expression | undefined => {
  const given = call.arguments ?? [];
  const named = given.find(isKeywords);
  if (named && ts.isObjectLiteralExpression(named)) {
    const own = named.properties.find((property) => property.name?.getText() === name);
    if (own && ts.isPropertyAssignment(own)) return own.initializer;
  }
  const argument = given[index];
  return argument === named ? undefined : argument;
};

/** Insertion point for an argument that a caller leaves out. */
const missingArgument = (
  { call }: PathCall,
  parameter: HeaderParameter,
  list: boolean,
): InsertionPoint | undefined => {
  if (!parameter.optional) return undefined;
  const named = call.arguments?.find(isKeywords);
  if (named && ts.isObjectLiteralExpression(named)) return gapForHeadersIn(named, list, parameter.name);
  if (loweredFile(call)) return gapForOptions(call, 0, list, parameter.name);
  if ((call.arguments?.length ?? 0) !== parameter.index) return undefined;
  return parameter.as === 'options' ? gapForOptions(call, 0, list) : gapForHeadersArgument(call, list);
};

const insideArgument = (
  { ctx, match }: Sending,
  argument: ts.Expression,
  { as }: HeaderParameter,
): InsertionPoint | undefined => {
  const list = match.row.listValues;
  const into = { ctx, env: undefined, list, name: 'headers' };
  const literal = ts.isObjectLiteralExpression(argument) ? argument : undefined;
  if (literal && closedType(ctx, literal, as === 'options' ? ['headers', 'Accept'] : ['Accept']))
    return undefined;
  if (as === 'headers')
    return literal
      ? mayWriteAccept(literal)
        ? undefined
        : gapInObject(literal, list)
      : spreadInsertionPoint(into, argument);
  const own = literal?.properties.find((property) => writtenName(property) === 'headers');
  const headers = own && ts.isPropertyAssignment(own) ? own.initializer : undefined;
  if (headers && ts.isObjectLiteralExpression(headers) && mayWriteAccept(headers)) return undefined;
  return literal && insertionPointInOptions(into, literal);
};

/** Insertion point in the arguments of a call of a wrapper; `isSent`: the wrapper writes an Accept itself. */
export const insertionAtLink = (
  sending: Sending,
  link: PathCall,
  isSent: boolean,
): readonly CallerInsertion[] => {
  const parameter = headerParameter(link.fn);
  if (!parameter || (isSent && !parameter.last) || isImplied(link.call)) return [];
  if (link.call.arguments?.some((argument) => ts.isSpreadElement(argument))) return [];
  const argument = argumentFor(link, parameter);
  const point = argument
    ? sending.ctx.apart(() => insideArgument(sending, argument, parameter))
    : missingArgument(link, parameter, sending.match.row.listValues);
  return point ? [{ point, at: placeOf(link.call) }] : [];
};
