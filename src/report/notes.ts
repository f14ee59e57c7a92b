import type { ReportedFinding, ReportedNote } from './report.ts';

const noteText = (label: string, { text, file, line }: ReportedNote): string =>
  `${label}: ${text} (${file}:${line})`;

/**
 * Why the fix is unsafe, and what it asks a person to look at, a line each: `unsafe: … (src/a.ts:12)`. What the message
 * says already is not said again. Reports of older versions have neither.
 */
export const noteLines = ({ fix, message }: ReportedFinding): readonly string[] => {
  const reason = fix?.reason;
  const why = reason && !message.includes(reason.text) ? [noteText('unsafe', reason)] : [];
  return [...why, ...(fix?.assumes ?? []).map((note) => noteText('check by hand', note))];
};
