import { optionsFrom, shardOf } from '../../config/options.ts';
import type { Options, RawFlags } from '../../config/options.ts';
import type { Terminal } from '../../io/terminal.ts';
import { checkListed, readListFile } from '../../io/text-file.ts';
import { UsageError } from '../../model/index.ts';

/**
 * Names in a list: one per line, or each followed by a zero character, as `find -print0` and `git ls-files
 * -z` write them.
 */
const namesIn = (list: string): readonly string[] =>
  list.split(list.includes('\0') ? '\0' : /\r?\n/).filter((name) => name !== '');

/** Paths on the command line, and those of `--files-from FILE`, `-` being standard input. */
const pathsOf = async (flags: RawFlags, terminal: Terminal): Promise<readonly string[]> => {
  const paths = flags['paths'] as readonly string[];
  const from = flags['files-from'];
  if (typeof from !== 'string') return paths;
  if (flags['stdin'] === true)
    throw new UsageError('--files-from and --stdin cannot be combined: leave one out.');
  const listed = namesIn(
    (from === '-' ? await terminal.stdin() : readListFile(terminal.cwd, from)).toString('utf8'),
  );
  checkListed(terminal.cwd, from === '-' ? 'standard input' : from, listed);
  // No path at all would mean the working directory.
  if (paths.length + listed.length === 0) throw new UsageError(`--files-from ${from} names no file.`);
  return [...paths, ...listed];
};

/** The options of a run, with what flags leave to a list or to the engine that runs the job. */
export const runOptions = async (
  { 'files-from': from, ...flags }: RawFlags,
  terminal: Terminal,
  command: 'scan' | 'fix',
): Promise<Options> => {
  const paths = await pathsOf({ ...flags, 'files-from': from }, terminal);
  const shard = flags['shard'] === 'auto' ? { shard: shardOf(terminal.env) } : {};
  return optionsFrom({ ...flags, ...shard }, paths, command);
};
