/** Keys of an API description below which nothing is called, however long they are; servers may stand in `paths`. */
const LONG = /^["']?(paths|webhooks|components|definitions|parameters|responses|tags|x-[\w-]+)["']?:/;

const KEY = /^["']?[\w$.-]+["']?:(?:\s|$)/;
const DESCRIBES = /^["']?(?:openapi|swagger)["']?:\s/m;
const HEAD = 65_536;

/** What may stand at the start of a line of a block: a key, an item of a list, a comment, or nothing. */
const isPlain = (first: string | undefined, line: string): boolean =>
  first === undefined || /[\s#-]/.test(first) || KEY.test(line);

interface Block {
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The blocks of the outermost keys; `undefined` for a text that is written in another way, or is several documents. */
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

/** The block with spaces in place of all but its key. */
const emptied = (text: string, { start, end }: Block): string => {
  const behind = text.indexOf(':', start) + 1;
  const last = text.endsWith('\n', end) ? end - 1 : end;
  return (
    text.slice(start, behind) +
    ' '.repeat(Math.max(0, last - behind)) +
    text.slice(Math.max(last, behind), end)
  );
};

/**
 * An API description in YAML without its operations and schemas, which make it long and call nothing: spaces stand in their
 * place, so that all offsets stay. `undefined` for any other document.
 */
export const withoutOperations = (text: string): string | undefined => {
  if (!DESCRIBES.test(text.slice(0, HEAD))) return undefined;
  const blocks = blocksOf(text);
  return blocks
    ?.map((block) => {
      const whole = text.slice(block.start, block.end);
      const isNeeded =
        block.key === undefined || (block.key === 'paths' && /^\s+-?\s*["']?servers["']?:/m.test(whole));
      return isNeeded ? whole : emptied(text, block);
    })
    .join('');
};
