import { childOf, isKept } from './class-parts.ts';
import type { DocumentField } from '../managed/documents.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { parameterName } from './parameters.ts';

const ANNOTATION =
  /@(?:\w+:)?(?:JsonProperty|SerializedName|SerialName|Json|JsonNames)\s*\(\s*(?:(?:value|name)\s*=\s*)?"(\w+)"/;

/** What is written before the constructor of a class that is made to hold a document. */
const DOCUMENT = /\bdata\s+class\b|@(?:Serializable|JsonClass|Json[A-Z]\w*)\b/;

/**
 * Fields that a class reads from a document: the properties of the constructor of a data class, or of one with an annotation
 * that says so, under their names; and those that have a name in an annotation of their own.
 */
export const documentFields = (
  ctx: Lowering,
  owner: Cst,
  primary: Cst | undefined,
): readonly DocumentField[] => {
  if (!primary) return [];
  const isDocument = DOCUMENT.test(textIn(ctx, owner).slice(0, primary.start - owner.start));
  return namedIn(primary)
    .filter(isKept)
    .flatMap((node): readonly DocumentField[] => {
      const name = parameterName(node);
      if (!name) return [];
      const written = childOf(node, 'user_type') ?? childOf(node, 'nullable_type');
      const field = { name: textIn(ctx, name), type: written ? textIn(ctx, written).replace(/\?$/, '') : '' };
      const said = ANNOTATION.exec(textIn(ctx, node).slice(0, name.start - node.start));
      if (!said) return isDocument ? [{ ...field, wire: field.name, span: name }] : [];
      const start = node.start + said.index + said[0].length - 1 - said[1]!.length;
      return [{ ...field, wire: said[1]!, span: { start, end: start + said[1]!.length } }];
    });
};
