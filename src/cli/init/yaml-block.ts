import { isMap, isSeq, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** Offset behind the line on which a node's content ends; trailing comments below it stay behind the addition. */
const behind = (text: string, end: number): number => {
  const content = text.slice(0, end).trimEnd().length;
  const next = text.indexOf('\n', content);
  return next === -1 ? text.length : next + 1;
};

interface Block {
  /** Column of its items or keys. */
  readonly indent: number;
  readonly end: number;
}

/** A list or mapping in block style that has something in it. */
const blockAt = (document: Document, path: readonly string[], text: string): Block | undefined => {
  const node = document.getIn(path, true) as Node | undefined;
  if (!(isMap(node) || isSeq(node)) || node.flow === true || !node.range || node.items.length === 0)
    return undefined;
  return { indent: columnOf(text, node.range[0]), end: behind(text, node.range[1]) };
};

const sameWithout = (before: unknown, after: unknown): boolean =>
  JSON.stringify(after).length > JSON.stringify(before).length;

/**
 * The text with lines added behind the last entry of the block at `path`, indented as its entries are; comments and
 * everything else stay. `undefined` where there is no such block or the result would not parse as it should.
 */
export const addToBlock = (
  text: string,
  path: readonly string[],
  lines: readonly string[],
): string | undefined => {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const block = blockAt(document, path, text);
  if (block === undefined) return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const head = text.slice(0, block.end);
  const added = lines.map((line) => ' '.repeat(block.indent) + line + eol).join('');
  const result = head + (head.endsWith('\n') ? '' : eol) + added + text.slice(block.end);
  const parsed = parseDocument(result);
  return parsed.errors.length === 0 && sameWithout(document.toJS(), parsed.toJS()) ? result : undefined;
};
