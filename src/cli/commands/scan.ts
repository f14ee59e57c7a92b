import { findingsWithFixes } from '../../pipeline/analyse.ts';
import { collect } from '../../pipeline/collect.ts';
import { outcome } from '../../pipeline/outcome.ts';
import { printOutcome } from '../../pipeline/print-outcome.ts';
import type { Terminal } from '../../io/terminal.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { writesPage } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { runOptions } from './run-options.ts';

/** `migrate scan`: findings to standard output, counts and the reason for the exit code to standard error. */
export const scanCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const options = await runOptions(flags, terminal, 'scan');
  const printed = flags['print-config'];
  if (typeof printed === 'string')
    return (await import('./print-config.ts')).printConfig(printed || '.', options, terminal);
  if (options.fix) return (await import('./fix.ts')).fixWith(options, terminal);
  const run = await openRun(options, terminal);
  const files = await collect(run);
  const work = async () => {
    const all = await findingsWithFixes(run, files);
    const isDrawn = writesPage(options) && options.history;
    const { progressInReport } = isDrawn ? await import('../progress/in-report.ts') : {};
    return outcome(run, all, { progress: await progressInReport?.(options, terminal.cwd) });
  };
  const cached = run.contents && (await import('../../pipeline/result-cache.ts')).cachedOutcome;
  return printOutcome(await (cached === undefined ? work() : cached(run, files, work)), terminal);
};
