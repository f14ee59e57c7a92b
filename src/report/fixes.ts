import type { Clean, Finding, Redacted } from '../model/index.ts';
import { joined, say, word } from '../redact/gate.ts';
import { redactPath } from '../redact/names.ts';
import { redactText } from '../redact/redact.ts';
import { printed } from './style.ts';

/** What settling tells of itself, as far as people are told. */
interface Told {
  readonly files: readonly { readonly applied: number }[];
  readonly dropped: readonly { readonly finding: Finding; readonly reason: string }[];
  readonly stopped: string | undefined;
}

const counted = <T extends string>(count: number, one: Clean<T>, many: Clean<T>): Redacted =>
  say`${count} ${word(count === 1 ? one : many)}`;

const done = ({ files }: Told, diff: boolean): Redacted => {
  if (files.length === 0) return word('Nothing to fix.\n');
  const fixes = files.reduce((sum, { applied }) => sum + applied, 0);
  const verb = word(diff ? 'Would apply' : 'Applied');
  return say`${verb} ${counted(fixes, 'fix', 'fixes')} in ${counted(files.length, 'file', 'files')}.\n`;
};

/** What `fix` did and what it left out, for people. */
export const fixText = (told: Told, { diff }: { readonly diff: boolean }): Redacted => {
  const dropped = told.dropped.map(
    ({ finding: { rule, file }, reason }) =>
      say`  not fixed: ${redactText(rule)} in ${printed(redactPath(file))}: ${redactText(reason)}\n`,
  );
  const stopped = told.stopped === undefined ? word('') : say`${redactText(told.stopped)}\n`;
  return joined([done(told, diff), ...new Set(dropped), stopped]);
};
