/** A row at the path template it belongs to. */
export interface Templated {
  readonly method: string;
  /** Anonymous template: `/groups/{}/clusters/{}`. */
  readonly path: string;
}

interface Pattern<Row> {
  readonly prefix: string;
  readonly suffix: string;
  readonly node: TrieNode<Row>;
}

/** Path templates, one segment a level: literal segments, partly literal ones (`{}.gz`), parameters. */
export interface TrieNode<Row> {
  readonly literals: Map<string, TrieNode<Row>>;
  readonly patterns: Pattern<Row>[];
  param: TrieNode<Row> | undefined;
  readonly rows: Map<string, Row>;
}

const emptyNode = <Row>(): TrieNode<Row> => ({
  literals: new Map(),
  patterns: [],
  param: undefined,
  rows: new Map(),
});

const patternChild = <Row>(node: TrieNode<Row>, segment: string): TrieNode<Row> => {
  const [prefix = '', suffix = ''] = segment.split('{}');
  const known = node.patterns.find((pattern) => pattern.prefix === prefix && pattern.suffix === suffix);
  if (known !== undefined) return known.node;
  const child = { prefix, suffix, node: emptyNode<Row>() };
  node.patterns.push(child);
  return child.node;
};

const literalChild = <Row>(node: TrieNode<Row>, segment: string): TrieNode<Row> => {
  const child = node.literals.get(segment) ?? emptyNode<Row>();
  node.literals.set(segment, child);
  return child;
};

const descend = <Row>(node: TrieNode<Row>, segment: string): TrieNode<Row> => {
  if (segment === '{}') return (node.param ??= emptyNode());
  return segment.includes('{}') ? patternChild(node, segment) : literalChild(node, segment);
};

/** The segments of a path, without empty ones. */
export const split = (path: string): readonly string[] => path.split('/').filter(Boolean);

/** Builds the tree of templates. */
export const trieOf = <Row extends Templated>(rows: readonly Row[]): TrieNode<Row> => {
  const root = emptyNode<Row>();
  for (const row of rows)
    split(row.path)
      .reduce(descend<Row>, root)
      .rows.set(row.method, row);
  return root;
};

/** A value may end in `.gz`, but does not hold the custom method of a path: `{}:migrate`. */
const fits = <Row>({ prefix, suffix }: Pattern<Row>, segment: string): boolean =>
  (segment === '{}' && !suffix.startsWith(':')) ||
  (segment.length > prefix.length + suffix.length && segment.startsWith(prefix) && segment.endsWith(suffix));

/** Nodes that a segment may lead to, the most specific template first. A hole is taken for a parameter first. */
const nextNodes = <Row>(node: TrieNode<Row>, segment: string): readonly TrieNode<Row>[] => {
  const literal = node.literals.get(segment);
  const patterns = node.patterns.filter((pattern) => fits(pattern, segment)).map((pattern) => pattern.node);
  const param = node.param === undefined ? [] : [node.param];
  if (segment === '{}') return [...param, ...patterns];
  return [...(literal === undefined ? [] : [literal]), ...patterns, ...param];
};

const rowsAt = <Row>(node: TrieNode<Row>, method: string | undefined): readonly Row[] => {
  if (method === undefined) return [...node.rows.values()];
  const row = node.rows.get(method);
  return row === undefined ? [] : [row];
};

/** The rows of the most particular template that the segments fit and that has the method, or any method. */
export const lookUp = <Row>(
  node: TrieNode<Row>,
  segments: readonly string[],
  method: string | undefined,
): readonly Row[] => {
  const [segment, ...rest] = segments;
  if (segment === undefined) return rowsAt(node, method);
  for (const next of nextNodes(node, segment)) {
    const found = lookUp(next, rest, method);
    if (found.length > 0) return found;
  }
  return [];
};

const rowsBelow = <Row>(node: TrieNode<Row>, method: string | undefined): readonly Row[] => [
  ...rowsAt(node, method),
  ...childrenOf(node).flatMap((child) => rowsBelow(child, method)),
];

const childrenOf = <Row>(node: TrieNode<Row>): readonly TrieNode<Row>[] => [
  ...node.literals.values(),
  ...node.patterns.map((pattern) => pattern.node),
  ...(node.param === undefined ? [] : [node.param]),
];

/** All rows whose template goes on with a segment that begins with `beginning`, after `segments`. */
export const lookUpBeginning = <Row>(
  node: TrieNode<Row>,
  segments: readonly string[],
  beginning: string,
  method: string | undefined,
): readonly Row[] => {
  const [segment, ...rest] = segments;
  if (segment !== undefined)
    return nextNodes(node, segment).flatMap((next) => lookUpBeginning(next, rest, beginning, method));
  const matching = [...node.literals].filter(([name]) => name.startsWith(beginning));
  return matching.flatMap(([, child]) => rowsBelow(child, method));
};

/** All rows whose template begins with the segments. */
export const lookUpBelow = <Row>(
  node: TrieNode<Row>,
  segments: readonly string[],
  method: string | undefined,
): readonly Row[] =>
  segments
    .reduce((nodes, segment) => nodes.flatMap((each) => nextNodes(each, segment)), [node])
    .flatMap((each) => rowsBelow(each, method));
