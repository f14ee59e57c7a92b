import type { Gap, Place, RequestFact, Slot, TextUse, UsesFact } from '../../../model/index.ts';
import { contains } from '../../../model/index.ts';
import { oncePerNode } from '../syntax/memo.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/parse.ts';
import { placeOf } from '../syntax/slots.ts';
import type { UseSearch } from './search.ts';
import { ANY, CLIENT, type Ending, type Path } from './state.ts';

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

const useOf = ({ node, as, why }: Ending): readonly TextUse[] =>
  as === 'inert' ? [] : [{ at: placeOf(node), as, why }];

const isPart = (
  node: ts.Node,
): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail | ts.StringLiteralLike =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

/** The literals of a file by where their content begins. */
const literalsIn = oncePerNode((file: ts.SourceFile): ReadonlyMap<number, ts.Node> => {
  const found = new Map<number, ts.Node>();
  const add = (node: ts.Node, whole: ts.Node): void => {
    if (isPart(node)) found.set(node.getStart(file) + 1, whole);
  };
  for (const text of nodesOf(file).texts) {
    if (!ts.isTemplateExpression(text)) add(text, text);
    else for (const part of [text.head, ...text.templateSpans.map(({ literal }) => literal)]) add(part, text);
  }
  return found;
});

/** The name that the source gives a literal. */
const nameOf = (node: ts.Node): string | undefined => {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text;
  const named =
    ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent);
  return named && parent.name !== node ? parent.name.getText() : undefined;
};

type FileOf = (path: string) => ts.SourceFile | undefined;

/** Where the texts of slots end. */
const usesOfSlots = (search: UseSearch, fileOf: FileOf, slots: readonly Slot[]): readonly UsesFact[] => {
  const written = slots.filter(({ spelling }) => spelling !== 'fixed');
  const wanted = new Map(written.map((slot) => [keyOf(slot), slot]));
  return [...wanted.values()].flatMap(({ file, span }): readonly UsesFact[] => {
    const source = fileOf(file);
    const node = source && literalsIn(source).get(span.start);
    if (!node) return [];
    const uses = search.endingsOf(node).flatMap(useOf);
    return [{ kind: 'uses', origin: 'authored', name: nameOf(node), uses, file, span }];
  });
};

/** Name of a member that is not there yet. */
const NEW: Path = ['+'];

interface Container {
  readonly node: ts.Node;
  readonly path: Path;
}

const asContainer = (node: ts.Node): Container | undefined => {
  if (ts.isObjectLiteralExpression(node)) return { node, path: NEW };
  if (ts.isArrayLiteralExpression(node)) return { node, path: [ANY] };
  if (ts.isNewExpression(node) && node.expression.getText() === 'Headers') return { node, path: NEW };
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? { node, path: [CLIENT] } : undefined;
};

/** The innermost object or call that one more member would be written into. */
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

/** Objects and instances, apart from the call itself, that a header would be written into. */
const gapsOf = (requests: readonly RequestFact[]): readonly Gap[] => {
  const found = requests.flatMap(({ file, span, headers: { gap } }) => {
    if (gap === undefined) return [];
    const isOwn = gap.file === file && contains(span, { start: gap.at, end: gap.at });
    return isOwn ? [] : [gap];
  });
  return [...new Map(found.map((gap) => [`${gap.file}:${gap.at}`, gap])).values()];
};

const usesOfGaps = (search: UseSearch, fileOf: FileOf, gaps: readonly Gap[]): readonly UsesFact[] =>
  gaps.flatMap(({ file, at, until }): readonly UsesFact[] => {
    const source = fileOf(file);
    const container = source && containerAt(source, at);
    if (!container) return [];
    const uses = search.endingsOf(container.node, container.path).flatMap(useOf);
    const span = { start: at, end: until ?? at };
    return [{ kind: 'uses', origin: 'authored', name: nameOf(container.node), uses, file, span }];
  });

const headerSlots = ({ headers: { entries } }: RequestFact): readonly Slot[] =>
  entries.flatMap(({ place, values = [] }) => [
    place,
    ...values.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'known' ? [part.slot] : []))),
  ]);

/**
 * Where everything goes that may be edited for these requests: the pieces of addresses, header values, and the objects
 * and instances that one more header would be written into.
 */
export const usesFacts = (
  search: UseSearch,
  fileOf: FileOf,
  addresses: readonly Slot[],
  requests: readonly RequestFact[],
): readonly UsesFact[] => [
  ...usesOfSlots(search, fileOf, [...addresses, ...requests.flatMap(headerSlots)]),
  ...usesOfGaps(search, fileOf, gapsOf(requests)),
];
