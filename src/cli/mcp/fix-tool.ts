import { unifiedDiff } from '../../fix/diff.ts';
import { silentTerminal } from '../../io/terminal.ts';
import { applyFixes } from '../../pipeline/apply-fixes.ts';
import { collect } from '../../pipeline/collect.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { reportOf } from '../../pipeline/outcome.ts';
import { fixSummary, writeFixes } from '../../pipeline/write-fixes.ts';
import { joined, say, word } from '../../redact/gate.ts';
import { maskedDiff, maskedDiffText } from '../../report/masked-diff.ts';
import { done, toolOptions, refuseReadOnly } from './session.ts';
import type { Tool } from './session.ts';

const MASKED = word(
  'Values that may be credentials are masked in this diff: write the fixes with "write".\n',
);

/** Shows what the fixes change, with what may be a credential masked, or writes them. */
export const fixTool: Tool = async (given, session) => {
  const { cwd } = session.terminal;
  const isWritten = given['write'] === true;
  if (isWritten) refuseReadOnly(session, '"write"');
  const unsafe = given['unsafe'] === true;
  const options = toolOptions(given, session, 'fix', { unsafe, diff: !isWritten });
  const run = await openRun(options, silentTerminal(cwd));
  const fixed = await applyFixes(run, await collect(run));
  if (isWritten) await writeFixes(fixed.settled, run);
  const diffs = await Promise.all(
    fixed.settled.files.map(async ({ file, before, after }) =>
      maskedDiff({ file, before, after, diff: await unifiedDiff(file, before, after) }),
    ),
  );
  const { report } = await reportOf(run, fixed.left);
  return done(
    joined([
      ...diffs.map((diff) => maskedDiffText(diff)),
      ...(diffs.some(({ isMasked }) => isMasked) && !isWritten ? [MASKED] : []),
      fixSummary(fixed, options),
      say`${report.summary.findings} findings are left.\n`,
    ]),
  );
};
