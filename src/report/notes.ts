import { evidenceText } from './evidence-text.ts';
import type { Presentation, ReportedFinding, ReportedNote } from './report.ts';
import { daysAway, deadlineOf } from './tally.ts';

/** Lines of one note; further ones are only counted. */
const MAX_NOTED = 3;

/** Sentences of notes, each once with its lines: `… (src/a.ts:12, src/b.ts:3)`. */
export const groupedNotes = (notes: readonly ReportedNote[]): readonly string[] => {
  const lines = new Map<string, Set<string>>();
  for (const { text, file, line } of notes)
    lines.set(text, (lines.get(text) ?? new Set()).add(`${file}:${line}`));
  return Array.from(
    lines,
    ([text, own]) =>
      `${text} (${[...own].slice(0, MAX_NOTED).join(', ')}${own.size > MAX_NOTED ? ` and ${own.size - MAX_NOTED} more` : ''})`,
  );
};

const noteText = (label: string, { text, file, line }: ReportedNote): string =>
  `${label}: ${text} (${file}:${line})`;

/**
 * Notes of a fix, one per line: why it is unsafe, and what to review: `unsafe: … (src/a.ts:12)`. Notes that
 * repeat the message are omitted. Reports of older versions have none.
 */
export const noteLines = ({ fix, message, blocked }: ReportedFinding): readonly string[] => {
  const reason = fix?.reason;
  const why = reason && !message.includes(reason.text) ? [noteText('unsafe', reason)] : [];
  const held = blocked === undefined ? [] : [noteText('not fixable in this run', blocked)];
  return [...why, ...held, ...groupedNotes(fix?.assumes ?? []).map((text) => `check by hand: ${text}`)];
};

/**
 * Advice for a manual fix, where there is no automatic one; not for recorded calls, which are not edited, and
 * not where the message already states it.
 */
export const adviceFor = (
  { rule, fix, exchange, blocked }: ReportedFinding,
  rules: Presentation['rules'],
): string | undefined => {
  const text = rules.get(rule);
  if (
    fix !== null ||
    blocked !== undefined ||
    exchange !== null ||
    text === undefined ||
    text.advised ||
    text.advice === ''
  )
    return undefined;
  return text.advice;
};

/** Lines on the deadline of a finding and on how often its call was recorded, where known. */
export const circumstanceLines = (finding: ReportedFinding, today: string): readonly string[] => {
  const deadline = deadlineOf(finding);
  const seen = evidenceText(finding);
  return [
    ...(deadline === undefined ? [] : [`Deadline: ${deadline} (${daysAway(today, deadline)})`]),
    ...(seen === undefined ? [] : [`In recordings: ${seen}`]),
  ];
};
