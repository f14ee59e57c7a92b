import { ts } from './tree.ts';

/** Name of a member without quotes, also one that a lowering gave; `undefined` where it is computed, or there is none. */
export const writtenName = ({
  name,
}: {
  readonly name?: ts.PropertyName | undefined;
}): string | undefined => {
  if (!name || ts.isComputedPropertyName(name)) return undefined;
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
};
