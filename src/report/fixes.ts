import { groupBy, reasonOf } from '../model/index.ts';
import type { Clean, Finding, Note, Place, Redacted } from '../model/index.ts';
import { joined, say, separated, word } from '../redact/gate.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import { printed } from './style.ts';

/** Result of applying fixes, as far as it is printed. */
interface Told {
  readonly files: readonly { readonly applied: number }[];
  readonly dropped: readonly {
    readonly finding: Finding;
    readonly reason: string;
    readonly note: Note | undefined;
  }[];
  readonly stopped: string | undefined;
  /** Remaining findings. */
  readonly findings: readonly Finding[];
  /** Number of remaining findings that only the fixed texts have. */
  readonly revealed: number;
  readonly unproven: readonly Note[];
  readonly assumed: readonly Note[];
}

type LineOf = (place: Place) => number;

/** A count with its noun: `1 finding`, `2 findings`. */
export const countOf = <T extends string>(count: number, one: Clean<T>, many: Clean<T>): Redacted =>
  say`${count} ${word(count === 1 ? one : many)}`;

const done = ({ files }: Told, diff: boolean): Redacted => {
  if (files.length === 0) return word('Nothing to fix.\n');
  const fixes = files.reduce((sum, { applied }) => sum + applied, 0);
  if (fixes === 0) return word('No fix was applied.\n');
  const fixed = files.filter(({ applied }) => applied > 0).length;
  const verb = word(diff ? 'Would fix' : 'Fixed');
  return say`${verb} ${countOf(fixes, 'finding', 'findings')} in ${countOf(fixed, 'file', 'files')}.\n`;
};

const revealedText = ({ revealed }: Told): Redacted =>
  revealed === 0
    ? word('')
    : say`New with these changes, and not fixed: ${countOf(revealed, 'finding', 'findings')}.\n`;

/** Locations beyond these are counted only. */
const MAX_PLACES = 5;

const placesOf = (notes: readonly Note[], lineOf: LineOf): Redacted => {
  const all = new Set(notes.map((note) => say`${printed(redactPath(note.file))}:${lineOf(note)}`));
  const shown = [...all].slice(0, MAX_PLACES);
  const more = all.size - shown.length;
  return more > 0 ? say`${separated(shown)} and ${more} more` : separated(shown);
};

/** Sentences under a heading, each once with its locations. */
const listed = (heading: Redacted, notes: readonly Note[], lineOf: LineOf): Redacted => {
  const texts = groupBy(notes, (note) => note.text);
  if (texts.size === 0) return word('');
  const lines = Array.from(texts, ([text, own]) => say`  ${redactText(text)} (${placesOf(own, lineOf)})\n`);
  return joined([say`${heading}\n`, ...lines]);
};

/** Reasons why unsafe fixes were not applied, one for each group. */
const leftFor = ({ findings }: Told): readonly Note[] => findings.flatMap(({ fix }) => reasonOf(fix) ?? []);

/** Reasons why existing fixes were not applied: they need files that this run does not edit. */
const outOfReach = ({ findings }: Told): readonly Note[] => findings.flatMap(({ blocked }) => blocked ?? []);

/** Summary of `fix`: what was changed, what was not, and why. */
export const fixText = (
  told: Told,
  { diff, unsafe, lineOf }: { readonly diff: boolean; readonly unsafe: boolean; readonly lineOf: LineOf },
): Redacted => {
  const dropped = told.dropped.map(
    ({ finding: { rule, file }, reason, note }) =>
      say`  not fixed: ${redactText(rule)} in ${printed(redactPath(file))}: ${redactText(reason)}${redactText(note === undefined ? '' : `: ${note.text}`)}\n`,
  );
  const stopped = told.stopped === undefined ? word('') : say`${redactText(told.stopped)}\n`;
  return joined([
    done(told, diff),
    revealedText(told),
    ...new Set(dropped),
    listed(word('Not fixed, because another file has to change too:'), outOfReach(told), lineOf),
    listed(
      word('Not fixed, because it needs a review (--unsafe applies it):'),
      unsafe ? [] : leftFor(told),
      lineOf,
    ),
    listed(word('Applied without proof, so review it:'), told.unproven, lineOf),
    listed(word('Check by hand:'), told.assumed, lineOf),
    stopped,
  ]);
};
