import type { PendingFinding } from './checks/check.ts';
import { heldBack } from '../model/index.ts';
import type { FailedFile, Finding, Note } from '../model/index.ts';
import { because, message } from './checks/message.ts';

/** Offset at which a file broke; `Infinity` when it failed without saying where, `undefined` when it did not fail. */
export type BreakOf = (file: string) => number | undefined;

/** Looks up where files broke; `fileOf` gives the file of a text inside one of its strings. */
export const breakOf = (
  failed: readonly FailedFile[],
  chainOf: (path: string) => readonly string[],
): BreakOf => {
  const breaks = new Map(failed.map(({ file, from }) => [file, from ?? Infinity]));
  return (file) => {
    const broken = [file, ...chainOf(file)].find((each) => breaks.has(each));
    return broken === undefined ? undefined : broken === file ? breaks.get(file) : Infinity;
  };
};

/**
 * True for a finding before the syntax error: code after it may have another meaning, so it is not reported.
 */
export const isBeforeBreak = ({ file, span }: Finding, broken: BreakOf): boolean =>
  span.end <= (broken(file) ?? Infinity);

const brokenAt = ({ file, span }: Finding, from: number): Note =>
  because({ file, span: Number.isFinite(from) ? { start: from, end: from } : span }, message('brokenFile'));

/**
 * Makes the fixes in a file with a syntax error unsafe, and those in the same group; nothing is edited after
 * the error.
 */
export const withoutSafety = (draft: PendingFinding, broken: BreakOf): PendingFinding => {
  const { finding } = draft;
  const from = broken(finding.file);
  if (finding.fix === undefined || from === undefined) return draft;
  const isKept = finding.fix.edits.every(({ span }) => span.end <= from);
  return {
    ...draft,
    finding: { ...finding, fix: isKept ? heldBack(finding.fix, brokenAt(finding, from)) : undefined },
  };
};
