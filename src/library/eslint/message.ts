import { printable } from '../../report/style.ts';
import type { ReportedFinding, ReportedNote } from '../../report/report.ts';

/** A text with punctuation at its end. It may begin with a name: its case stays. */
const closed = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const see = ({ file, line }: ReportedNote): string => `See ${file}:${line}.`;

const noteOf = ({ fix, blocked, message }: ReportedFinding, isHere: boolean): readonly string[] => {
  if (blocked !== undefined) return [closed(blocked.text), see(blocked)];
  const reason = fix?.reason;
  if (reason)
    return message.includes(reason.text)
      ? ['The fix is unsafe for this reason.', see(reason)]
      : [`The fix is unsafe: ${closed(reason.text)}`, see(reason)];
  return fix !== null && !isHere ? ['Its fix changes several files: run "npx atlas-api-migrate fix".'] : [];
};

/**
 * Message of a finding for ESLint, in sentences: what was found, and why its fix is not applied. `isHere`: the fix
 * changes the linted file alone.
 */
export const lintMessage = (finding: ReportedFinding, isHere: boolean): string =>
  printable([closed(finding.message), ...noteOf(finding, isHere)].join(' '));
