import { packedText, plainText } from '../../documents/json/spelled-text.ts';
import type { SpelledText } from '../../documents/json/spelled-text.ts';
import { joinedText } from '../recorded/texts.ts';
import { entryNamed } from '../../../model/index.ts';

/** Element of an item, such as `<request base64="true"><![CDATA[…]]></request>`. */
export interface Element {
  readonly attributes: string;
  readonly text: SpelledText;
}

const OPEN_TAG = /<([A-Za-z][\w-]{0,40})(\s[^<>]{0,200})?>/y;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text between tags, with predefined entities resolved; entities of a document type are never expanded. */
const characters = (text: string, base: number): SpelledText => {
  if (!text.includes('&')) return plainText(text, base);
  const resolved = text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) =>
    entryNamed(ENTITIES, name)!,
  );
  return packedText(resolved, { start: base, end: base + text.length });
};

/** Content of an element that begins at `from`, and its end; `undefined` where it has none. */
const contentOf = (
  item: string,
  from: number,
  close: string,
  base: number,
): { readonly text: SpelledText; readonly end: number } | undefined => {
  const pieces: SpelledText[] = [];
  for (let at = from; ;) {
    const mark = item.indexOf('<', at);
    if (mark === -1) return undefined;
    if (mark > at) pieces.push(characters(item.slice(at, mark), base + at));
    if (item.startsWith(close, mark)) return { text: joinedText(pieces), end: mark + close.length };
    if (!item.startsWith(CDATA, mark)) return undefined;
    const start = mark + CDATA.length;
    const end = item.indexOf(CDATA_END, start);
    if (end === -1) return undefined;
    pieces.push(plainText(item.slice(start, end), base + start));
    at = end + CDATA_END.length;
  }
};

/** Complete elements of an item by name; the first of a name wins. `base`: units before the item. */
export const xmlElementsOf = (item: string, base: number): ReadonlyMap<string, Element> => {
  const elements = new Map<string, Element>();
  let at = item.indexOf('<', '<item>'.length);
  while (at !== -1) {
    OPEN_TAG.lastIndex = at;
    const [tag, name, attributes = ''] = OPEN_TAG.exec(item) ?? [];
    if (tag === undefined || name === undefined) break;
    const content = contentOf(item, at + tag.length, `</${name}>`, base);
    if (content === undefined) break;
    if (!elements.has(name)) elements.set(name, { attributes, text: content.text });
    at = item.indexOf('<', content.end);
  }
  return elements;
};
