import { basename, relative } from 'node:path';
import { baselineText } from '../baseline.ts';
import { mergeAttribute } from '../io/git.ts';
import { writeOutputs } from '../io/output.ts';
import type { Terminal } from '../io/terminal.ts';
import { readBaseline, scopeOf } from '../known.ts';
import { openJob } from '../main.ts';
import { optionsFrom } from '../options.ts';
import type { RawFlags } from '../options.ts';
import { identitiesOf } from '../report/identity.ts';

const DEFAULT_FILE = 'migrate-baseline.txt';

const counted = (count: number): string => `${count} ${count === 1 ? 'finding' : 'findings'}`;

/**
 * `migrate baseline [paths..]`: writes the findings of now as known ones. Entries of files that the paths do not cover
 * stay; of the others those that nothing stands for go.
 */
export const baseline = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const options = optionsFrom(flags, flags['paths'] as readonly string[], 'scan');
  const job = await openJob(options, terminal);
  const path = job.baselineFile ?? DEFAULT_FILE;
  const { findings } = await job.project.scan(new Map());
  const covers = scopeOf(job);
  const old = readBaseline(job.baselineFile ?? `${terminal.cwd}/${DEFAULT_FILE}`) ?? [];
  const others = old.filter((entry) => !covers(entry));
  const entries = [...others, ...identitiesOf(findings, job.project.inRepository)];
  writeOutputs([{ path, text: baselineText(entries) }], terminal);
  const shown = job.baselineFile === undefined ? path : relative(terminal.cwd, path);
  terminal.err(
    `${shown}: ${counted(entries.length)}, ${old.length} before. Use it with --baseline ${shown}.\n`,
  );
  if ((await mergeAttribute(terminal.cwd, path)) === 'unspecified')
    terminal.err(
      `hint: with "${basename(path)} merge=union" in .gitattributes, branches that change it merge without a conflict.\n`,
    );
  return 0;
};
