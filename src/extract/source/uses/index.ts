import { firstWhere } from '../../../model/index.ts';
import type { Place, Span, TextUse, UsesFact } from '../../../model/index.ts';
import { writtenAs, dottedName } from '../syntax/dialect.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { placeOf, slotOfName } from '../syntax/slots.ts';
import type { Ending } from './state.ts';
import { ANY, CLIENT, NEW, type Path } from '../types/member-path.ts';

const ADDED: Path = [NEW];

interface Container {
  readonly node: ts.Node;
  readonly path: Path;
}

const asContainer = (node: ts.Node): Container | undefined => {
  if (ts.isObjectLiteralExpression(node)) return { node, path: ADDED };
  if (ts.isArrayLiteralExpression(node)) return { node, path: [ANY] };
  if (ts.isNewExpression(node) && dottedName(node.expression) === 'Headers') return { node, path: ADDED };
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? { node, path: [CLIENT] } : undefined;
};

/** Innermost object or call that one more member would be inserted into. */
const containerAt = (file: ts.SourceFile, at: number): Container | undefined => {
  let found: Container | undefined;
  let node: ts.Node | undefined = file;
  while (node) {
    node = ts.forEachChild(node, (child) =>
      child.pos <= at && at <= child.end && child.getStart(file) < at ? child : undefined,
    );
    if (node && at < node.end) found = asContainer(node) ?? found;
  }
  return found;
};

const useOf = ({ node, at, as, why, compared, sends, handedOver, listed }: Ending): readonly TextUse[] =>
  as === 'inert'
    ? []
    : [
        {
          at: at === undefined ? placeOf(node) : { file: at.file, span: at.span },
          as,
          why,
          ...(compared === true && { compared }),
          ...(sends === true && { sends }),
          ...(handedOver === true && { handedOver }),
          ...(listed !== undefined && {
            listed: listed.map(slotOfName).map(({ file, span }) => ({ file, span })),
          }),
        },
      ];

const isPart = (
  node: ts.Node,
): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail | ts.StringLiteralLike =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** Literal, and the end of the content of one of its pieces. */
interface Piece {
  readonly whole: ts.Node;
  readonly pieceEnd: number;
}

/** Literals of a file by the start of their content. */
const literalsIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<number, Piece> => {
  const found = new Map<number, Piece>();
  const add = (node: ts.Node, whole: ts.Node): void => {
    if (!isPart(node)) return;
    const { start, end } = writtenAs(node)?.span ?? {
      start: node.getStart(file) + 1,
      end: node.getEnd() - 1,
    };
    found.set(start, { whole, pieceEnd: end });
  };
  for (const text of nodesOf(file).texts) {
    if (!ts.isTemplateExpression(text)) add(text, text);
    else for (const part of [text.head, ...text.templateSpans.map(({ literal }) => literal)]) add(part, text);
  }
  return found;
});

/** Pieces of literals by the start of their content, in order. */
const startsIn = oncePerNode((file: ts.SourceFile): readonly number[] =>
  [...literalsIn(file).keys()].toSorted((a, b) => a - b),
);

/** Literal around a position in a line that a program gives to a shell. */
const literalAround = (file: ts.SourceFile, { start, end }: Span): ts.Node | undefined => {
  const starts = startsIn(file);
  const behind = firstWhere(starts, (each) => each > start);
  const piece = behind === 0 ? undefined : literalsIn(file).get(starts[behind - 1]!);
  return piece && piece.pieceEnd >= end ? piece.whole : undefined;
};

/** Value of a property at a position: `Media.JSON`. */
const valueAt = (file: ts.SourceFile, { start, end }: Span): ts.Node | undefined => {
  let found: ts.Node | undefined = file;
  while (found && !(ts.isPropertyAssignment(found.parent ?? found) && found.getStart(file) === start))
    found = ts.forEachChild(found, (child) => (child.pos <= start && end <= child.end ? child : undefined));
  return found?.getEnd() === end ? found : undefined;
};

/** Name of a literal in the source, or of the object that contains it. */
const nameOf = (node: ts.Node): string | undefined => {
  let at = node;
  while (ts.isPropertyAssignment(at.parent) || ts.isObjectLiteralExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text;
  const named = ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent);
  return named && parent.name !== at ? parent.name.getText() : undefined;
};

/** Follows a value to all its final uses. */
interface FollowUses {
  endingsOfText(node: ts.Node): readonly Ending[];
  endingsOf(node: ts.Node, path: Path): readonly Ending[];
}

type FileOf = (path: string) => ts.SourceFile | undefined;

/**
 * Facts about the uses of texts at these positions: pieces of texts, and objects that one more header would
 * be inserted into.
 */
export const usesFacts = (
  search: FollowUses,
  fileOf: FileOf,
  places: readonly Place[],
): readonly UsesFact[] =>
  places.flatMap(({ file, span }): readonly UsesFact[] => {
    const source = fileOf(file);
    if (!source) return [];
    const literal = literalsIn(source).get(span.start)?.whole ?? literalAround(source, span);
    const whole = literal || span.end === span.start ? undefined : valueAt(source, span);
    const container = literal || whole ? undefined : containerAt(source, span.start);
    const node = literal ?? whole ?? container?.node;
    if (!node) return [];
    const endings = literal
      ? search.endingsOfText(node)
      : search.endingsOf(node, container ? container.path : []);
    return [
      { kind: 'uses', origin: 'authored', name: nameOf(node), uses: endings.flatMap(useOf), file, span },
    ];
  });
