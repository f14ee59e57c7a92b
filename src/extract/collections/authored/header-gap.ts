import type { InsertionPoint, ListTree, ObjectTree, Tree } from '../../../model/index.ts';
import { scalarOf } from '../../members.ts';
import { insertionPoint, JSON_MEMBER } from '../../insertion.ts';

/** Style of a collection's header objects, taken from an existing one. */
interface Style {
  /** White space before the object. */
  readonly lead: string;
  readonly open: string;
  readonly colon: string;
  readonly comma: string;
  readonly close: string;
}

const spaceBefore = (text: string, at: number): string =>
  /\s*$/.exec(text.slice(Math.max(0, at - 200), at))![0];

const styleOf = (text: string, header: ObjectTree): Style | undefined => {
  const [first, second] = header.members;
  if (first === undefined) return undefined;
  const { start, end } = header.span;
  const open = text.slice(start + 1, first.place.span.start);
  const colon = /^"(\s*:\s*)/.exec(text.slice(first.key.span.end, first.value.span.start))?.[1];
  const close = spaceBefore(text, end - 1);
  const comma = second === undefined ? `,${open || ' '}` : `,${spaceBefore(text, second.place.span.start)}`;
  if (colon === undefined || !/^\s*$/.test(open)) return undefined;
  return { lead: spaceBefore(text, start), open, colon, comma, close };
};

/** Member names of a request's header list, and of a header's name. */
export interface HeaderNames {
  readonly member: string;
  readonly key: string;
}

const isHeader = (tree: Tree, { key }: HeaderNames): tree is ObjectTree =>
  tree.kind === 'object' && scalarOf(tree, key) !== undefined && scalarOf(tree, 'value') !== undefined;

const recipe = (
  file: string,
  at: number,
  style: Style,
  around: readonly [string, string],
  { key }: HeaderNames,
): InsertionPoint =>
  insertionPoint(
    file,
    {
      at,
      before: `${around[0]}{${style.open}"${key}"${style.colon}`,
      after: `${style.close}}${around[1]}`,
    },
    { ...JSON_MEMBER, separator: `${style.comma}"value"${style.colon}` },
  );

/** Style on one line, with the file's spacing after colons. */
const plainStyle = (text: string): Style => {
  const colon = /"(\s*:[ \t]*)/.exec(text)?.[1] ?? ': ';
  const space = colon.endsWith(' ') ? ' ' : '';
  return { lead: '', open: space, colon, comma: `,${space}`, close: space };
};

const inList = (text: string, list: ListTree, names: HeaderNames): InsertionPoint | undefined => {
  const last = list.items.at(-1);
  if (last === undefined) return recipe(list.file, list.span.start + 1, plainStyle(text), ['', ''], names);
  const style = isHeader(last, names) ? styleOf(text, last) : undefined;
  return style && recipe(list.file, last.span.end, style, [`,${style.lead}`, ''], names);
};

/**
 * Insertion point for one more header of a collection's request: `{ "key": …, "value": … }` in its list, or a new list.
 */
export const headerGap = (
  text: string,
  request: Tree,
  headers: Tree | undefined,
  names: HeaderNames = { member: 'header', key: 'key' },
): InsertionPoint | undefined => {
  if (headers?.kind === 'list') return headers.complete ? inList(text, headers, names) : undefined;
  if (headers !== undefined || request.kind !== 'object' || request.gap === undefined) return undefined;
  const { at, before, after, separator } = request.gap;
  const colon = separator;
  return recipe(
    request.file,
    at,
    plainStyle(text),
    [`${before}"${names.member}"${colon}[`, `]${after}`],
    names,
  );
};
