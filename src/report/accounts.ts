import type { Place, Redacted, SilenceReason } from '../model/index.ts';
import { joined, rendered, say, word } from '../redact/gate.ts';
import type { Position, Report, ReportedUnread } from './report.ts';
import { printable } from './style.ts';
import { placeText } from './traces.ts';

/** Locations that one line names. */
const MAX_NAMED = 3;

const LEGACY = 'the legacy API';
const BASE = '/api/atlas/v1.0';

const placesOf = (unread: readonly ReportedUnread[], all: boolean): string => {
  const named = all ? unread : unread.slice(0, MAX_NAMED);
  const places = named.map(({ file, line }) => `${printable(file)}:${line}`).join(', ');
  const more = unread.length - named.length;
  return more > 0 ? `${places} and ${more} more` : places;
};

/** The first text of each file. */
const firstOfEach = (unread: readonly ReportedUnread[]): readonly ReportedUnread[] =>
  [...new Map(unread.toReversed().map((each) => [each.file, each])).values()].toReversed();

const otherFiles = (unread: readonly ReportedUnread[], all: boolean): string => {
  const files = firstOfEach(unread);
  if (files.length === 0) return '';
  const [noun, verb, was] = files.length === 1 ? ['file', 'mentions', 'was'] : ['files', 'mention', 'were'];
  const kinds = [...new Set(unread.map(({ reason }) => reason.replace(/ is not analysed$/, '')))];
  const shown = kinds.length > 4 ? [...kinds.slice(0, 4), '…'] : kinds;
  return `${files.length} other ${noun} ${verb} ${BASE} and ${was} not analysed (${shown.map(printable).join(', ')}): ${placesOf(all ? unread : files, all)}.`;
};

const unknownUses = (unread: readonly ReportedUnread[], all: boolean): string => {
  if (unread.length === 0) return '';
  const [noun, verb] = unread.length === 1 ? ['text', 'is'] : ['texts', 'are'];
  return `${unread.length} ${noun} that can be a URL of ${LEGACY} ${verb} not accounted for, because its use is unknown: ${placesOf(unread, all)}.`;
};

interface Told {
  readonly unread: readonly ReportedUnread[];
  readonly verbose: boolean;
}

const lineOf = ({ unread, verbose }: Told): string => {
  const parts = [
    otherFiles(
      unread.filter(({ analysed }) => !analysed),
      verbose,
    ),
    unknownUses(
      unread.filter(({ analysed }) => analysed),
      verbose,
    ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(' ')}\n`;
};

/** One line about texts that can be URLs of the legacy API and were not analysed; printed even with `--quiet`. */
export const unreadText = ({ unread = [] }: Report, { verbose }: { readonly verbose: boolean }): Redacted =>
  rendered(lineOf, { unread, verbose });

/** Number of texts that are no URLs of the legacy API, or are not to be reported, by the reason. */
export const silencedText = ({ silenced = {} }: Report): string => {
  const counts = Object.entries(silenced);
  if (counts.length === 0) return '';
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const [what, it] = total === 1 ? ['mention of', 'it'] : ['mentions of', 'them'];
  const reasons = counts.map(([reason, count]) => `${reason} ${count}`).join(', ');
  return `${total} more ${what} ${LEGACY} left alone (${reasons}); --verbose lists ${it}.`;
};

interface Listed {
  readonly silenced: readonly (Place & { readonly by: SilenceReason; readonly count: number })[];
}

/** Lists each text that is left alone, with the reason, for `--verbose`. */
export const silencedLines = (
  { silenced }: Listed,
  locate: (file: string, offsets: readonly number[]) => ReadonlyMap<number, Position>,
): Redacted =>
  joined(silenced.map((place) => say`  left alone (${word(place.by)}): ${placeText(place, locate)}\n`));
