import { conclude } from '../conclude.ts';
import type { Terminal } from '../io/terminal.ts';
import { openJob } from '../main.ts';
import { optionsFrom } from '../options.ts';
import type { RawFlags } from '../options.ts';

/** `migrate scan`: findings to standard output, counts and the reason for the exit code to standard error. */
export const scan = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const job = await openJob(optionsFrom(flags, flags['paths'] as readonly string[], 'scan'), terminal);
  const found = await job.project.scan(new Map());
  return conclude(job, found, job.project, terminal);
};
