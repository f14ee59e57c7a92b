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

const countOf = (findings: readonly Finding[], { rule, file }: Finding): number =>
  findings.filter((finding) => finding.rule === rule && finding.file === file).length;

/** True when comments suppress exactly the wanted findings; an unused comment is itself a finding. */
const works = (before: Findings, after: Findings, wanted: readonly Finding[]): boolean =>
  after.failed.length <= before.failed.length &&
  after.findings.length === before.findings.length - wanted.length &&
  wanted.every(
    (finding) =>
      countOf(after.findings, finding) === countOf(before.findings, finding) - countOf(wanted, finding),
  );

/** Findings of one line, as they are in the texts that comments are written into. */
interface Line {
  readonly wanted: WantedSuppression;
  readonly now: readonly Finding[];
}

/** The wanted lines, the last of each file first: a comment leaves the lines above it where they are. */
const linesOf = (found: Findings, wanted: readonly WantedSuppression[]): readonly Line[] => {
  const taken = new Set<Finding>();
  const lines = wanted.map((each) => {
    const keys = new Set(each.findings.map(identity));
    const now = found.findings.filter((finding) => keys.has(identity(finding)) && !taken.has(finding));
    for (const finding of now) taken.add(finding);
    return { wanted: each, now };
  });
  return lines.toSorted((a, b) => (b.now[0]?.span.start ?? 0) - (a.now[0]?.span.start ?? 0));
};

/**
 * Inserts suppression comments above lines, in memory: all of them, or where that suppresses anything else, one after the
 * other, and each that does not suppress exactly its findings is left out. `texts` are the files after fixes, `found` their findings.
 */
export const suppress = async (
  run: Run,
  files: FileSet,
  start: { readonly texts: ReadonlyMap<string, string>; readonly found: Findings },
  wanted: readonly WantedSuppression[],
): Promise<Suppressed> => {
  let [texts, left] = [start.texts, start.found];
  const refused: Finding[] = [];
  const commented = (to: ReadonlyMap<string, string>, { wanted: { reason }, now }: Line) => {
    const file = now[0]?.file ?? '';
    const text = to.get(file) ?? files.text(file);
    const edit = text === undefined ? undefined : suppressionComment(text, now, reason);
    return text === undefined || edit === undefined
      ? undefined
      : new Map([...to, [file, applyEdits(text, [edit])]]);
  };
  const attempt = async (lines: readonly Line[]): Promise<boolean> => {
    let tried: ReadonlyMap<string, string> | undefined = texts;
    for (const line of lines) tried = tried && commented(tried, line);
    if (tried === undefined) return false;
    const after = await scanWith(run, files, tried);
    if (
      !works(
        left,
        after,
        lines.flatMap(({ now }) => now),
      )
    )
      return false;
    [texts, left] = [tried, after];
    return true;
  };
  const lines = linesOf(start.found, wanted);
  if (lines.length === 0 || (await attempt(lines))) return { texts, left, refused };
  for (const line of lines) if (!(await attempt([line]))) refused.push(...line.wanted.findings);
  return { texts, left, refused };
};
