import { isAllowed, isFixable, fixKey, fixGroupsOf } from '../../fix/fix-groups.ts';
import type { Fixable, FixGroup } from '../../fix/fix-groups.ts';
import { applyFixes, scanWith, writableIn } from '../../pipeline/apply-fixes.ts';
import type { Fixed } from '../../pipeline/apply-fixes.ts';
import { collect, withEdits } from '../../pipeline/collect.ts';
import type { FileSet, Findings, Run } from '../../pipeline/run.ts';
import { suppress } from '../../pipeline/suppress.ts';
import type { WantedSuppression } from '../../pipeline/suppress.ts';
import { groupBy, UsageError } from '../../model/index.ts';
import { wantsColor } from '../../io/terminal.ts';
import { say, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { redactText } from '../../redact/redact.ts';
import { countOf } from '../../report/fixes.ts';
import { printed } from '../../report/style.ts';
import { decisionOn, showGroup } from './questions.ts';
import type { Asker } from './questions.ts';

/** Throws UsageError, before anything is read, where nobody can answer a prompt. */
export const askerOf = ({ terminal }: Pick<Run, 'terminal'>): Asker => {
  const { ask } = terminal;
  if (ask === undefined || !terminal.errIsTty)
    throw new UsageError(
      '--interactive asks about each fix, so it needs a terminal: "migrate fix --diff" shows all of them.',
    );
  return { ask, show: terminal.err };
};

/** Groups whose findings read alike are one question: nothing else distinguishes their fixes. */
const questionsOf = (groups: readonly FixGroup[]): readonly FixGroup[] => {
  const questions: { findings: Fixable[]; keys: Set<string> }[] = [];
  for (const { findings } of groups) {
    const keys = findings.map(fixKey);
    const known = questions.find((question) => keys.some((key) => question.keys.has(key)));
    if (known === undefined) questions.push({ findings: [...findings], keys: new Set(keys) });
    else {
      known.findings.push(...findings);
      for (const key of keys) known.keys.add(key);
    }
  }
  return questions;
};

/** Decisions of the user. */
interface Decided {
  /** Keys of the fixes to apply. */
  readonly accepted: ReadonlySet<string>;
  readonly remembered: readonly WantedSuppression[];
}

/** Findings of a group by the line that they are on: a comment silences one line. */
const byLine = ({ findings }: FixGroup, { text }: FileSet, reason: string): readonly WantedSuppression[] => {
  const lines = groupBy(findings, ({ file, span }) => {
    const line = (text(file) ?? '').lastIndexOf('\n', span.start - 1);
    return `${file}\n${line}`;
  });
  return [...lines.values()].map((own) => ({ findings: own, reason }));
};

const REASON = word('Reason (empty: write no comment): ');

const decide = async (
  run: Run,
  files: FileSet,
  groups: readonly FixGroup[],
  asker: Asker,
): Promise<Decided> => {
  const color = wantsColor({ ...run.terminal, outIsTty: run.terminal.errIsTty }, run.options.color);
  const { rules } = run.ruleset;
  const accepted = new Set<string>();
  const remembered: WantedSuppression[] = [];
  const accept = (some: readonly FixGroup[]): void => {
    for (const { findings } of some) for (const finding of findings) accepted.add(fixKey(finding));
  };
  for (const [index, group] of groups.entries()) {
    const shown = await showGroup(group, files, index + 1, { count: groups.length, color, rules });
    const decision = await decisionOn(asker, shown);
    if (decision === 'quit') break;
    if (decision === 'all') {
      accept(groups.slice(index));
      break;
    }
    if (decision === 'yes') accept([group]);
    if (decision !== 'remember') continue;
    const reason = (await asker.ask(REASON)).trim();
    // The end of the input answers "no".
    if (reason !== '' && reason !== 'no') remembered.push(...byLine(group, files, reason));
  }
  return { accepted, remembered };
};

/** The fixes as they were applied, with the texts that comments were written into. */
const withTexts = (
  run: Run,
  files: FileSet,
  fixed: Fixed,
  texts: ReadonlyMap<string, string>,
  left: Findings,
): Fixed => {
  const applied = new Map(fixed.settled.files.map((file) => [file.file, file.applied]));
  const changed = Array.from(texts, ([file, after]) => ({
    file,
    before: files.text(file) ?? '',
    after,
    applied: applied.get(file) ?? 0,
  })).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  return {
    settled: { ...fixed.settled, files: changed, findings: left.findings },
    left: { ...left, files: withEdits(run, files, texts) },
  };
};

/** Asks about each group of fixes, and applies those that were agreed to; a "no" may be kept as a suppression comment. */
export const review = async (run: Run): Promise<Fixed> => {
  const asker = askerOf(run);
  const files = await collect(run);
  const found = await scanWith(run, files, new Map());
  const safety = run.options.unsafe ? 'unsafe' : 'safe';
  const writable = writableIn(files);
  const groups = fixGroupsOf(found.findings).filter(
    (group) => isAllowed(group, safety) && group.findings.every(({ file }) => writable(file)),
  );
  const { accepted, remembered } = await decide(run, files, questionsOf(groups), asker);
  const fixed = await applyFixes(run, files, (findings) =>
    findings.filter((finding) => isFixable(finding) && accepted.has(fixKey(finding))),
  );
  const edits = new Map(fixed.settled.files.map(({ file, after }) => [file, after]));
  // The report lists all remaining findings, not only those of accepted groups.
  const after = await scanWith(run, files, edits);
  const kept = await suppress(run, files, { texts: edits, found: after }, remembered);
  const suppressed = after.findings.length - kept.left.findings.length;
  if (suppressed > 0)
    asker.show(say`Suppressed ${countOf(suppressed, 'finding', 'findings')} with comments.\n`);
  const refused = kept.refused.map(
    ({ file, rule, span }) =>
      say`${redactText(rule)} in ${printed(redactPath(file))}:${(files.text(file) ?? '').slice(0, span.start).split('\n').length}`,
  );
  for (const place of new Set(refused))
    asker.show(
      say`not remembered: ${place}: a comment there would not suppress exactly this finding; list it under "ignore" in the configuration.\n`,
    );
  return withTexts(run, files, fixed, kept.texts, kept.left);
};
