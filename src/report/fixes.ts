import type { Finding } from '../model/index.ts';
import { printable } from './style.ts';

/** What settling tells of itself, as far as people are told. */
interface Told {
  readonly files: readonly { readonly applied: number }[];
  readonly dropped: readonly { readonly finding: Finding; readonly reason: string }[];
  readonly stopped: string | undefined;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const done = ({ files }: Told, diff: boolean): string => {
  if (files.length === 0) return 'Nothing to fix.\n';
  const fixes = files.reduce((sum, { applied }) => sum + applied, 0);
  const verb = diff ? 'Would apply' : 'Applied';
  return `${verb} ${counted(fixes, 'fix').replace('fixs', 'fixes')} in ${counted(files.length, 'file')}.\n`;
};

/** What `fix` did and what it left out, for people. */
export const fixText = (told: Told, { diff }: { readonly diff: boolean }): string => {
  const dropped = told.dropped.map(
    ({ finding, reason }) => `  not fixed: ${finding.rule} in ${printable(finding.file)}: ${reason}\n`,
  );
  const stopped = told.stopped === undefined ? '' : `${told.stopped}\n`;
  return done(told, diff) + [...new Set(dropped)].join('') + stopped;
};
