import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Member, ScalarTree, Slot, Span, Spelling, Tree } from '../../../model/index.ts';

/** Part of the `yaml` package that distinguishes kinds of nodes. */
export interface NodeKinds {
  isAlias(node: unknown): node is Alias;
  isMap(node: unknown): node is YAMLMap;
  isSeq(node: unknown): node is YAMLSeq;
  isScalar(node: unknown): node is Scalar;
}

/** Position in a file of a position in the text that is parsed: a part of the file. */
export type PositionInFile = (at: number) => number;

/** Span in a file of one in the text that is parsed. */
export const spanInFile = (at: PositionInFile, start: number, end: number): Span => ({
  start: at(start),
  end: end > start ? at(end - 1) + 1 : at(start),
});

/** Context for building trees of one file. */
interface Maker {
  readonly file: string;
  readonly kinds: NodeKinds;
  /** Position in the file of a position in the text. */
  readonly at: PositionInFile;
}

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  PLAIN: 'yaml-plain',
  QUOTE_SINGLE: 'yaml-single',
  QUOTE_DOUBLE: 'yaml-double',
};

/** Span from the start of a node to the end of its value, without trailing comments and lines. */
const spanOf = ({ at }: Maker, node: Node): Span => {
  const [start = 0, end = start] = node.range ?? [];
  return spanInFile(at, start, end);
};

/** Characters of a scalar, without quotes; those of block scalars cannot be edited separately. */
const slotOf = (maker: Maker, node: Scalar): Slot | undefined => {
  const spelling = SPELLINGS[node.type ?? ''];
  if (spelling === undefined || typeof node.value !== 'string') return undefined;
  const { start, end } = spanOf(maker, node);
  const quote = spelling === 'yaml-plain' ? 0 : 1;
  return { file: maker.file, span: { start: start + quote, end: end - quote }, value: node.value, spelling };
};

const scalarTree = (maker: Maker, node: Scalar): ScalarTree => {
  const { value } = node;
  const known = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return {
    kind: 'scalar',
    file: maker.file,
    span: spanOf(maker, node),
    value: known ? value : String(value),
    slot: slotOf(maker, node),
  };
};

/** A missing value after a key or a dash is null, at the position where it would be. */
const nothing = ({ file }: Maker, at: number): ScalarTree => ({
  kind: 'scalar',
  file,
  span: { start: at, end: at },
  value: null,
  slot: undefined,
});

const keySlot = (maker: Maker, key: unknown): Slot | undefined => {
  if (!maker.kinds.isScalar(key) || key.anchor !== undefined || key.tag !== undefined) return undefined;
  const spelled = slotOf(maker, key);
  return (
    spelled ?? { file: maker.file, span: spanOf(maker, key), value: String(key.value), spelling: 'fixed' }
  );
};

const memberOf = (maker: Maker, { key, value }: Pair): Member | undefined => {
  const slot = keySlot(maker, key);
  if (slot === undefined || slot.value === '<<') return undefined;
  const start = spanOf(maker, key as Node).start;
  const tree = treeOf(maker, value as Node | null, spanOf(maker, key as Node).end);
  const span = { start, end: Math.max(tree.span.end, slot.span.end) };
  return { key: slot, value: tree, place: { file: maker.file, span }, removal: undefined, certain: true };
};

const withRemovals = (members: readonly Member[], container: Span): readonly Member[] => {
  const siblings = members.map((member) => member.place.span);
  return members.map((member, index) => ({
    ...member,
    removal: { kind: 'member', container, siblings, index },
  }));
};

/** A block ends with its last value: the parser's range includes the following line break. */
const closed = (maker: Maker, node: YAMLMap | YAMLSeq, last: number | undefined): Span => {
  const span = spanOf(maker, node);
  return node.flow === true ? span : { start: span.start, end: last ?? span.end };
};

/** Members after a merge key or a complex key are unknown, and an object with an anchor is several objects. */
const mapTree = (maker: Maker, node: YAMLMap): Tree => {
  const members = node.items.flatMap((pair) => memberOf(maker, pair) ?? []);
  const span = closed(maker, node, members.at(-1)?.place.span.end);
  const complete = members.length === node.items.length;
  const editable = complete && node.anchor === undefined;
  return {
    kind: 'object',
    file: maker.file,
    span,
    members: editable ? withRemovals(members, span) : members,
    complete,
    gap: undefined,
  };
};

const seqTree = (maker: Maker, node: YAMLSeq): Tree => {
  const items = node.items.map((item) => treeOf(maker, item as Node | null, spanOf(maker, node).start));
  return {
    kind: 'list',
    file: maker.file,
    span: closed(maker, node, items.at(-1)?.span.end),
    items,
    complete: true,
  };
};

const treeOf = (maker: Maker, node: Node | null, after: number): Tree => {
  const { kinds } = maker;
  if (node === null) return nothing(maker, after);
  const seen = !kinds.isAlias(node) && (node.tag === undefined || !node.tag.startsWith('!'));
  if (seen && kinds.isMap(node)) return mapTree(maker, node);
  if (seen && kinds.isSeq(node)) return seqTree(maker, node);
  if (seen && kinds.isScalar(node)) return scalarTree(maker, node);
  return { kind: 'opaque', file: maker.file, span: spanOf(maker, node), pure: true };
};

/** Tree of a document; `undefined` for an empty one. */
export const documentTree = (
  file: string,
  document: Document,
  kinds: NodeKinds,
  at: PositionInFile,
): Tree | undefined =>
  document.contents === null ? undefined : treeOf({ file, kinds, at }, document.contents as Node, at(0));
