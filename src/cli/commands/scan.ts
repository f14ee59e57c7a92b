import { conclusionOf } from '../../pipeline/build-outcome.ts';
import { announce } from '../../pipeline/outcome.ts';
import type { Terminal } from '../../io/terminal.ts';
import { openJob } from '../../pipeline/open-run.ts';
import { optionsFrom } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';

/** `migrate scan`: findings to standard output, counts and the reason for the exit code to standard error. */
export const scan = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const options = optionsFrom(flags, flags['paths'] as readonly string[], 'scan');
  const printed = flags['print-config'];
  if (typeof printed === 'string')
    return (await import('./print-config.ts')).printConfig(printed || '.', options, terminal);
  if (options.fix) return (await import('./fix.ts')).fixWith(options, terminal);
  const job = await openJob(options, terminal);
  const work = async () => conclusionOf(job, await job.project.scan(new Map()), job.project, terminal);
  const kept = job.contents && (await import('../../pipeline/result-cache.ts')).concludeWithCache;
  return announce(await (kept === undefined ? work() : kept(job, terminal, work)), terminal);
};
