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

/** Block with everything but its key replaced by spaces. */
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
 * API description in YAML with its operations and schemas, which are long and contain no calls, replaced by
 * spaces, so that all offsets remain valid. `undefined` for any other document.
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
