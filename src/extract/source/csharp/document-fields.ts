import { type DocumentField, wireOfProperty } from '../managed/documents.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';

const modifiersOf = (ctx: Lowering, node: Cst): readonly string[] =>
  node.children.filter(({ type }) => type === 'modifier').map((each) => textIn(ctx, each));

/** True for a static or constant member. */
export const isStaticMember = (ctx: Lowering, node: Cst): boolean =>
  modifiersOf(ctx, node).some((modifier) => modifier === 'static' || modifier === 'const');

/** Body of a property's getter: `=> value`, `get => value`, `get { … }`. */
export const getterBody = (node: Cst): Cst | undefined => {
  const value = childIn(node, 'value');
  if (value?.type === 'arrow_expression_clause') return value;
  const accessor = childIn(node, 'accessors')?.children.find(
    (each) => each.type === 'accessor_declaration' && childIn(each, 'name')?.type === 'get',
  );
  return accessor && childIn(accessor, 'body');
};

const ATTRIBUTE = /\[[^\]]*\bJsonProperty(?:Name)?\s*\(\s*(?:PropertyName\s*=\s*)?"(\w+)"/;

/** Document field of a property or parameter: named by an attribute, or as the property. */
const documentField = (ctx: Lowering, node: Cst): readonly DocumentField[] => {
  const [name, type] = [childIn(node, 'name'), childIn(node, 'type')];
  if (!name || isStaticMember(ctx, node) || getterBody(node)) return [];
  const text = textIn(ctx, node);
  const said = ATTRIBUTE.exec(text.slice(0, name.start - node.start));
  const own = textIn(ctx, name);
  if (!said)
    return [{ name: own, type: type ? textIn(ctx, type) : '', wire: wireOfProperty(own), span: name }];
  const start = node.start + said.index + said[0].length - 1 - said[1]!.length;
  const span = { start, end: start + said[1]!.length };
  return [{ name: own, type: type ? textIn(ctx, type) : '', wire: said[1]!, span }];
};

/** Fields that a class reads from a document: its properties and the parameters of a record. */
export const documentFields = (
  ctx: Lowering,
  body: readonly Cst[],
  primary: Cst | undefined,
): readonly DocumentField[] =>
  [
    ...(primary?.children ?? []).filter(({ type }) => type === 'parameter'),
    ...body.filter(({ type }) => type === 'property_declaration'),
  ].flatMap((each) => documentField(ctx, each));
