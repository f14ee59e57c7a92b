import { conclude } from '../conclude.ts';
import type { Terminal } from '../io/terminal.ts';
import { openJob } from '../main.ts';
import { optionsFrom } from '../options.ts';
import type { RawFlags } from '../options.ts';

/** `migrate scan`: findings to standard output, counts and the reason for the exit code to standard error. */
export const scan = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const options = optionsFrom(flags, flags['paths'] as readonly string[], 'scan');
  const printed = flags['print-config'];
  if (typeof printed === 'string')
    return (await import('./print-config.ts')).printConfig(printed || '.', options, terminal);
  if (options.fix) return (await import('./fix.ts')).fixWith(options, terminal);
  const job = await openJob(options, terminal);
  const found = await job.project.scan(new Map());
  return conclude(job, found, job.project, terminal);
};
