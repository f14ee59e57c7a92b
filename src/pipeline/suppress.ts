import { applyEdits } from '../fix/edits/apply.ts';
import { isFixable, fixKey } from '../fix/fix-groups.ts';
import type { Finding } from '../model/index.ts';
import { suppressionComment } from '../rules/suppressions/comment.ts';
import { scanWith } from './apply-fixes.ts';
import type { FileSet, Findings, Run } from './run.ts';

/** Findings of one line, and why they are to be left alone. */
export interface WantedSuppression {
  readonly findings: readonly Finding[];
  readonly reason: string;
}

/** Texts with the effective comments, the findings in them, and the findings that no comment suppresses. */
export interface Suppressed {
  readonly texts: ReadonlyMap<string, string>;
  readonly left: Findings;
  readonly refused: readonly Finding[];
}

/** Identity of a finding, independent of its line. */
const identity = (finding: Finding): string =>
  isFixable(finding)
    ? fixKey(finding)
    : JSON.stringify([finding.rule, finding.file, finding.anchor, finding.pointer]);

const countOf = (findings: readonly Finding[], key: string): number =>
  findings.filter((finding) => identity(finding) === key).length;

/** True when the comments suppress exactly the wanted findings; an unused comment is itself a finding. */
const works = (before: Findings, after: Findings, wanted: readonly Finding[]): boolean =>
  after.failed.length <= before.failed.length &&
  after.findings.length === before.findings.length - wanted.length &&
  wanted.every(
    (finding) => countOf(after.findings, identity(finding)) < countOf(before.findings, identity(finding)),
  );

/**
 * Inserts suppression comments above lines, in memory, one after the other: each has to suppress exactly its
 * findings in a new scan, or is removed. `texts` are the files after fixes, `found` their findings.
 */
export const suppress = async (
  run: Run,
  files: FileSet,
  start: { readonly texts: ReadonlyMap<string, string>; readonly found: Findings },
  wanted: readonly WantedSuppression[],
): Promise<Suppressed> => {
  let [texts, left] = [start.texts, start.found];
  const refused: Finding[] = [];
  for (const { findings, reason } of wanted) {
    const keys = new Set(findings.map(identity));
    // Comments above have moved the lines below them.
    const now = left.findings.filter((finding) => keys.has(identity(finding)));
    const file = findings[0]!.file;
    const text = texts.get(file) ?? files.text(file);
    const edit = text === undefined ? undefined : suppressionComment(text, now, reason);
    if (text === undefined || edit === undefined) {
      refused.push(...findings);
      continue;
    }
    const tried = new Map([...texts, [file, applyEdits(text, [edit])]]);
    const after = await scanWith(run, files, tried);
    if (works(left, after, now)) [texts, left] = [tried, after];
    else refused.push(...findings);
  }
  return { texts, left, refused };
};
