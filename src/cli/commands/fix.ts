import { applyFixes } from '../../pipeline/apply-fixes.ts';
import type { Fixed } from '../../pipeline/apply-fixes.ts';
import { collect } from '../../pipeline/collect.ts';
import { outcome } from '../../pipeline/outcome.ts';
import { printOutcome } from '../../pipeline/print-outcome.ts';
import type { Run } from '../../pipeline/run.ts';
import { unifiedDiff } from '../../fix/diff.ts';
import type { FixLoopResult } from '../../fix/fix-loop.ts';
import type { Terminal } from '../../io/terminal.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { fixSummary, writeFixes } from '../../pipeline/write-fixes.ts';
import type { Redacted } from '../../model/index.ts';
import type { Options, RawFlags } from '../../config/options.ts';
import { exempt, word } from '../../redact/gate.ts';
import { runOptions } from './run-options.ts';

const diffOf = async ({ files }: FixLoopResult): Promise<Redacted> => {
  const diffs = files.map(({ file, before, after }) => unifiedDiff(file, before, after));
  return exempt('diff', (await Promise.all(diffs)).join(''));
};

/** Text on standard output in place of a report: a patch, or the fixed standard input. */
const instead = async ({ settled, left }: Fixed, { diff, stdin }: Options): Promise<Redacted | undefined> => {
  if (diff) return diffOf(settled);
  return stdin === undefined ? undefined : exempt('fixed standard input', left.files.text(stdin) ?? '');
};

const finish = async (run: Run, fixed: Fixed): Promise<number> => {
  const { options, terminal } = run;
  const printed = await instead(fixed, options);
  if (printed !== undefined && printed !== '') terminal.out(printed);
  if (!options.quiet) terminal.err(fixSummary(fixed, options));
  const outputs = options.outputs.filter(({ path }) => printed === undefined || path !== undefined);
  const { diff, unsafe } = options;
  const made = fixed.settled.files.length === 0 ? undefined : { written: !diff, unsafe };
  const shown = await outcome({ ...run, options: { ...options, outputs } }, fixed.left, { fixed: made });
  const code = printOutcome(shown, terminal);
  if (code !== 0 || !options.diff || options.exitZero || fixed.settled.files.length === 0) return code;
  terminal.err(word('migrate: exit 1: the patch is not empty.\n'));
  return 1;
};

/** The fixes of a run, applied in memory: all, or those that a person agrees to. */
const fixedIn = async (run: Run): Promise<Fixed> =>
  run.options.interactive
    ? (await import('../review/review.ts')).review(run)
    : applyFixes(run, await collect(run));

/** `migrate fix`: applies fixes, writes the files, then reports the remaining findings like `scan`. */
export const fixWith = async (options: Options, terminal: Terminal): Promise<number> => {
  if (options.interactive) (await import('../review/review.ts')).askerOf({ terminal });
  const run = await openRun(options, terminal);
  const fixed = await fixedIn(run);
  if (!options.diff && options.stdin === undefined) await writeFixes(fixed.settled, run);
  return finish(run, fixed);
};

export const fixCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> =>
  fixWith(await runOptions(flags, terminal, 'fix'), terminal);
