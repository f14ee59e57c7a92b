import { packedText } from '../../documents/json/spelled.ts';
import { entryText, isWhole } from '../entries/entry-text.ts';
import { KeyFinder } from '../entries/finder.ts';
import { EntryScanner } from '../entries/scanner.ts';
import type { RawEntry } from '../entries/scanner.ts';
import type { RecordedExchange } from '../recorded/exchange.ts';
import type { Recording } from '../recorded/extractor.ts';
import { exchangeIn } from './exchange.ts';

/** Finds the interactions of a cassette in JSON. */
export const interactionScanner = (words: readonly string[] | undefined): EntryScanner =>
  new EntryScanner(new KeyFinder({ keys: ['http_interactions', 'interactions'] }), words);

/** The exchange of an interaction in JSON; one that breaks off is none. */
export const exchangeInJson = ({ file, json }: Recording, raw: RawEntry): RecordedExchange | undefined => {
  const entry = entryText(file, raw.bytes.toString('utf8'), raw.offset, json);
  const { tree } = entry.parse();
  if (tree === undefined || !isWhole(tree)) return undefined;
  return exchangeIn({
    tree,
    index: raw.index,
    textOf: ({ slot, span, value }) =>
      slot === undefined ? packedText(String(value), span) : entry.spelledIn(slot),
  });
};
