import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { typeOfPackage } from '../languages/types.ts';
import { type Lowering, textIn } from './lowering.ts';
import { defaultIn } from './option-defaults.ts';

/** What surrounds the class in an annotation: `Optional[Client]`, `Annotated[Client, Depends(client)]`, `Client | None`. */
const AROUND =
  /^(?:typing\.|t\.)?(?:Optional\[(?<optional>.*)\]|Annotated\[(?<annotated>[^,]*),.*\])$|^(?<union>[^|]*)\|\s*None$/s;

const plainName = (written: string): string => {
  const text = written.trim().replaceAll(/^['"]|['"]$/g, '');
  const { optional, annotated, union } = AROUND.exec(text)?.groups ?? {};
  const inner = optional ?? annotated ?? union;
  return inner === undefined ? text : plainName(inner);
};

/** Class that an annotation names: `Client`, `httpx.Client`, and as in `AROUND`. */
export const typeOf = (ctx: Lowering, node: Cst | undefined): ts.TypeNode | undefined => {
  if (!node) return undefined;
  const [, module, name] = /^(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)$/.exec(plainName(textIn(ctx, node))) ?? [];
  if (name === undefined) return undefined;
  const named = build.nameAt(name, node);
  return module === undefined
    ? build.typeNamed(named)
    : typeOfPackage(build.nameAt(module, node), named, node);
};

const splat = (ctx: Lowering, node: Cst, takesKeywords: boolean): ts.ParameterDeclaration[] => {
  const [name] = namedIn(node);
  if (!name) return [];
  const parts = { name: build.nameAt(textIn(ctx, name), name) };
  return [build.parameter({ ...parts, ...(takesKeywords ? { takesKeywords } : { isRest: true }) }, node)];
};

/** Defaults that decorators give to parameters. */
type Defaults = readonly { readonly name: string; readonly value: Cst }[];

const parameterOf = (ctx: Lowering, node: Cst, defaults: Defaults): readonly ts.ParameterDeclaration[] => {
  const given = (named: Cst): Cst | undefined =>
    defaults.find(({ name }) => name === textIn(ctx, named))?.value;
  if (node.type === 'identifier') {
    const value = given(node);
    const name = build.nameAt(textIn(ctx, node), node);
    return [build.parameter({ name, initial: value && ctx.expression(value) }, node)];
  }
  if (node.type === 'list_splat_pattern') return splat(ctx, node, false);
  if (node.type === 'dictionary_splat_pattern') return splat(ctx, node, true);
  const name = childIn(node, 'name') ?? namedIn(node)[0];
  if (!name) return [];
  if (name.type === 'list_splat_pattern') return splat(ctx, name, false);
  if (name.type === 'dictionary_splat_pattern') return splat(ctx, name, true);
  if (name.type !== 'identifier') return [];
  const value = defaultIn(ctx, childIn(node, 'value')) ?? given(name);
  const initial = value && ctx.expression(value);
  const type = typeOf(ctx, childIn(node, 'type'));
  return [build.parameter({ name: build.nameAt(textIn(ctx, name), name), initial, type }, node)];
};

/** Parameters of a function; the first parameter of a method is its receiver, and left out. */
export const parametersOf = (
  ctx: Lowering,
  node: Cst,
  isMethod: boolean,
  defaults: Defaults = [],
): readonly ts.ParameterDeclaration[] => {
  const all = namedIn(node).filter(
    ({ type }) => type !== 'keyword_separator' && type !== 'positional_separator',
  );
  return (isMethod ? all.slice(1) : all).flatMap((each) => parameterOf(ctx, each, defaults));
};

/** Receiver parameter of a method; `undefined` where it has no parameters. */
export const selfOf = (ctx: Lowering, node: Cst): string | undefined => {
  const [first] = namedIn(node);
  return first?.type === 'identifier' ? textIn(ctx, first) : undefined;
};
