import type { Span } from '../../../model/index.ts';

/** Matches long top-level keys of an API description that contain no calls; `paths` may contain servers. */
const LONG = /^["']?(paths|webhooks|components|definitions|parameters|responses|tags|x-[\w-]+)["']?:/;

const KEY = /^["']?[\w$.-]+["']?:(?:\s|$)/;
const DESCRIBES = /^["']?(?:openapi|swagger)["']?:\s/m;
const HEAD = 65_536;

/** True for a simple line of a block: a key, an item of a list, a comment, or an empty line. */
const isPlain = (first: string | undefined, line: string): boolean =>
  first === undefined || /[\s#-]/.test(first) || KEY.test(line);

interface Block {
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Blocks of the top-level keys; `undefined` for a text in another layout, or with several documents. */
const blocksOf = (text: string): readonly Block[] | undefined => {
  const blocks: Block[] = [];
  let open: { readonly key: string | undefined; readonly start: number } = { key: undefined, start: 0 };
  for (const { 0: line, index } of text.matchAll(/^\S.*/gm)) {
    if (line.startsWith('---') || line.startsWith('...')) {
      if (index > 0 && blocks.length > 0) return undefined;
    } else if (!isPlain(line[0], line)) return undefined;
    if (!KEY.test(line)) continue;
    blocks.push({ ...open, end: index });
    open = { key: LONG.exec(line)?.[1], start: index };
  }
  blocks.push({ ...open, end: text.length });
  return blocks;
};

/** Part of a text, with the positions in the whole of those in the part. */
export interface PartOfText {
  readonly text: string;
  readonly at: (position: number) => number;
}

/** Text without what lies between its pieces, which are in order. */
const joined = (text: string, pieces: readonly Span[]): PartOfText => {
  const starts: number[] = [];
  let length = 0;
  for (const { start, end } of pieces) {
    starts.push(length);
    length += end - start;
  }
  const at = (position: number): number => {
    const index = Math.max(
      0,
      starts.findLastIndex((start) => start <= position),
    );
    return position - starts[index]! + pieces[index]!.start;
  };
  return { text: pieces.map(({ start, end }) => text.slice(start, end)).join(''), at };
};

/** Pieces of a block that stay: its key, and the line break at its end. */
const emptied = (text: string, { start, end }: Block): readonly Span[] => {
  const behind = text.indexOf(':', start) + 1;
  const last = text.endsWith('\n', end) ? end - 1 : end;
  return [
    { start, end: behind },
    { start: Math.max(last, behind), end },
  ];
};

const SERVERS = /^\s+-?\s*["']?servers["']?:/m;

const hasServers = (text: string): boolean => text.includes('servers') && SERVERS.test(text);

/**
 * API description in YAML without its operations and schemas, which are long and contain no calls; their keys stay.
 * `undefined` for any other document.
 */
export const withoutOperations = (text: string): PartOfText | undefined => {
  if (!DESCRIBES.test(text.slice(0, HEAD))) return undefined;
  const pieces = blocksOf(text)?.flatMap((block) => {
    const isNeeded =
      block.key === undefined || (block.key === 'paths' && hasServers(text.slice(block.start, block.end)));
    return isNeeded ? [block] : emptied(text, block);
  });
  return pieces && joined(text, pieces);
};
