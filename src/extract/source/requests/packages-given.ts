import { oncePerNode } from '../syntax/memo.ts';
import { referencesTo } from '../syntax/references.ts';
import { ts } from '../syntax/tree.ts';
import { type Mention, moduleMentionsIn } from '../syntax/module-mentions.ts';

/** True where a node is only called, read a member of, or a type: whoever has it does not keep it. */
const isUsedOnTheSpot = (node: ts.Node): boolean => {
  const { parent } = node;
  if (
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCallExpression(parent)
  )
    return parent.expression === node;
  return (
    ts.isQualifiedName(parent) ||
    ts.isTypeNode(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isExportAssignment(parent)
  );
};

const isGiven = ({ mention, file }: { readonly mention: Mention; readonly file: ts.SourceFile }): boolean => {
  if (mention.kind === 'again') return false;
  if (mention.kind !== 'call') return !referencesTo(mention.local, file).every(isUsedOnTheSpot);
  const { parent } = mention.call;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)
    ? !referencesTo(parent.name, file).every(isUsedOnTheSpot)
    : !isUsedOnTheSpot(mention.call);
};

/** Packages that a file gives on as a value, so that other code may change them: `[axios].forEach(install)`. */
export const packagesGiven = oncePerNode(
  (file: ts.SourceFile): ReadonlySet<string> =>
    new Set(
      moduleMentionsIn(file).flatMap(({ specifier, mention }) =>
        isGiven({ mention, file }) ? specifier : [],
      ),
    ),
);
