import type { WrapperName } from '../../../../model/index.ts';
import type { FunctionNode } from '../../evaluate/values.ts';
import { placeOf } from '../../syntax/slots.ts';
import { ts } from '../../syntax/tree.ts';
import type { CallPath } from './call-graph.ts';

const textOf = (name: ts.Node | undefined): string | undefined =>
  name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;

const wrapperNamed = (fn: FunctionNode): WrapperName | undefined => {
  const { parent } = fn;
  const owner = ts.isClassLike(parent) ? textOf(parent.name) : undefined;
  const own = textOf(fn.name) ?? ('name' in parent ? textOf(parent.name as ts.Node) : undefined);
  const name = ts.isConstructorDeclaration(fn) ? owner : own;
  if (name === undefined) return undefined;
  return { name, ...(owner !== undefined && owner !== name && { owner }), at: placeOf(fn.name ?? fn) };
};

/** Names of the functions on a call path, by which other files call them. */
export const wrapperNames = (chain: CallPath['chain']): readonly WrapperName[] =>
  chain.flatMap(({ fn }) => wrapperNamed(fn) ?? []);
