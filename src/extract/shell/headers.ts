import { flatten } from '../../model/index.ts';
import type { InsertionPoint, HeaderEntry, HeaderSet, Slot, Text } from '../../model/index.ts';
import { insertionPoint, PLAIN_MEMBER } from '../insertion.ts';
import { isPrintableHeader } from '../recordings/recorded/headers.ts';
import type { CurlCall, Option } from './curl.ts';
import { slotOfPart, source, textOfWord } from './variables.ts';
import type { Variables } from './variables.ts';
import { losesQuotes } from './runners.ts';
import { sourcedFileOf } from './sourced-file.ts';
import { knownStart } from './words.ts';
import type { ShellText, Word } from './words.ts';

const NAME = /^\s*([A-Za-z0-9_-]+)\s*(:\s*)/;

/** Part of a word from an offset of its value on, where it is written literally. */
const tail = (part: ShellText, from: number): ShellText => ({
  ...part,
  start: part.end - part.start === part.value.length ? part.start + from : part.end,
  value: part.value.slice(from),
});

/** Span of a value whose parts are inside one pair of quotes. */
const wholeValue = (file: string, word: Word, text: string): Slot => {
  const quotes = new Set(word.parts.map((part) => (part.kind === 'text' ? part.quote : 'double')));
  const start = word.start;
  const end = quotes.has('double') ? word.end - 1 : word.end;
  return {
    file,
    span: { start, end },
    value: text,
    spelling: quotes.size === 1 && quotes.has('double') ? 'plain' : 'fixed',
  };
};

const placeOf = (file: string, word: Word, variables: Variables, text: string): Slot => {
  const from = source(word, variables);
  const [only] = from.parts;
  if (from.parts.length === 1 && only?.kind === 'text') return slotOfPart(file, only);
  return wholeValue(file, word, text);
};

const entryOf = (script: string, { value }: Option, variables: Variables): HeaderEntry | undefined => {
  const word = source(value, variables);
  const file = sourcedFileOf(word) ?? script;
  const [first, ...others] = word.parts;
  const named = first?.kind === 'text' ? NAME.exec(first.value) : null;
  if (first?.kind !== 'text' || named === null) return undefined;
  const [lead, name = ''] = named;
  const left = tail(first, lead.length);
  const said: Word = {
    start: left.start,
    end: word.end,
    parts: left.value === '' ? others : [left, ...others],
  };
  const text: Text = textOfWord(file, said, variables);
  const flat = flatten(text);
  const nameAt = first.start + lead.indexOf(name);
  const nameSlot: Slot = {
    file,
    span: { start: nameAt, end: nameAt + name.length },
    value: name,
    spelling: 'plain',
  };
  const place = placeOf(file, said, variables, flat);
  // Curl sends each `-H`, also of one name.
  if (isPrintableHeader(name, flat))
    return { name: nameSlot, values: [text], place, certain: true, by: 'append' };
  return {
    name: nameSlot,
    values: undefined,
    place: { ...place, value: '', spelling: 'fixed' },
    certain: true,
  };
};

/** True for `-H 'Name;'` and `-H 'Name:'`, which send an empty header or none at all. */
const isEmpty = ({ value }: Option): boolean =>
  value.parts.length === 1 && /^[\w-]+\s*[;:]\s*$/.test(knownStart(value));

/** White space before a word, back to the previous word. */
const gapBefore = (text: string, at: number): string =>
  /(?:[ \t]|\\\r?\n)*$/.exec(text.slice(Math.max(0, at - 300), at))![0];

const like = (text: string, at: number): string => {
  const written = gapBefore(text, at);
  return written.includes('\n') ? written : ' ';
};

/**
 * Insertion point for one more header, in the style of the others: after the last header, else after the URL,
 * else after `curl`.
 */
const gapOf = (file: string, text: string, call: CurlCall): InsertionPoint => {
  const own = call.command.words;
  const last = call.options.findLast(
    ({ name, value, flag }) => name === 'header' && own.includes(flag) && value !== flag,
  );
  const headers = call.options.filter(
    ({ name, value }) => name === 'header' && sourcedFileOf(value) === undefined,
  );
  const quoted = headers.filter(({ value }) => text[value.start] === '"').length;
  const quote = quoted * 2 > headers.length ? '"' : "'";
  const address = call.addresses.find((word) => own.includes(word));
  const flag = last && /^--header$/.test(knownStart(last.flag)) ? '--header ' : call.program.header;
  const after = last?.value ?? address ?? call.at;
  const lead = like(text, (last?.flag ?? address ?? call.at).start);
  const before = `${after === call.at ? ' ' : lead}${flag}`;
  if (losesQuotes(call))
    return insertionPoint(file, { at: after.end, before, after: '' }, { ...PLAIN_MEMBER, separator: ':' });
  return insertionPoint(file, { at: after.end, before: before + quote, after: quote }, PLAIN_MEMBER);
};

/** Headers of a curl call, except those that curl adds itself. */
export const headersOf = (file: string, text: string, call: CurlCall, variables: Variables): HeaderSet => {
  const options = call.options.filter((option) => option.name === 'header' && !isEmpty(option));
  const entries = options.map((option) => entryOf(file, option, variables));
  const known = entries.filter((entry) => entry !== undefined);
  return {
    entries: known,
    complete: call.complete && known.length === entries.length,
    gap: gapOf(file, text, call),
  };
};
