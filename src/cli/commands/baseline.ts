import { basename, join, relative, resolve } from 'node:path';
import { baselineText } from '../../pipeline/baseline.ts';
import { DEFAULT_BASELINE } from '../../config/baseline-file.ts';
import { ATTRIBUTES, unionLine, unionStep } from '../init/attributes.ts';
import { isSymbolicLink, mergeStateOf, type MergeState } from '../../io/attributes.ts';
import { writeOutputs } from '../../io/output.ts';
import { writeSetupFile } from '../../io/setup.ts';
import type { Terminal } from '../../io/terminal.ts';
import { readIfThere } from '../../io/text-file.ts';
import { readBaseline, baselineScopeOf } from '../../pipeline/compare-baseline.ts';
import { findingsWithFixes } from '../../pipeline/analyse.ts';
import { collect } from '../../pipeline/collect.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { UsageError, type Redacted } from '../../model/index.ts';
import { optionsFrom, type RawFlags } from '../../config/options.ts';
import { say, word } from '../../redact/gate.ts';
import { redactPath } from '../../redact/names.ts';
import { identitiesOf } from '../../report/identity.ts';

const counted = (count: number): Redacted => say`${count} ${word(count === 1 ? 'finding' : 'findings')}`;

/** Adds the line to the repository's attributes; false where that cannot be done, which is no reason to fail. */
const addUnion = ({ root, name }: MergeState): boolean => {
  const path = join(root, ATTRIBUTES);
  try {
    if (isSymbolicLink(path)) return false;
    writeSetupFile(root, unionStep(ATTRIBUTES, readIfThere(path), name));
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
};

/**
 * Configures git to merge the file by union if two branches change it, unless the repository's attributes
 * already cover it; returns the note for the user.
 */
const letMerge = async (path: string, isNew: boolean): Promise<Redacted> => {
  const state = await mergeStateOf(path);
  if (state === undefined || state.ignored || state.merge !== 'unspecified') return word('');
  const line = redactPath(JSON.stringify(unionLine(state.name)).slice(1, -1));
  if (isNew && addUnion(state))
    return say`${word(ATTRIBUTES)}: added "${line}", so that branches that change ${redactPath(basename(path))} merge without a conflict.\n`;
  return say`hint: with "${line}" in ${word(ATTRIBUTES)}, branches that change it merge without a conflict.\n`;
};

/**
 * `migrate baseline [paths..]`: saves the current findings. Entries of files outside the paths stay; other
 * entries without a finding are removed.
 */
export const baselineCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const options = optionsFrom(flags, flags['paths'] as readonly string[], 'scan');
  const run = await openRun(options, terminal);
  const path = run.baselineFile ?? resolve(terminal.cwd, DEFAULT_BASELINE);
  const found = await findingsWithFixes(run, await collect(run));
  const covers = baselineScopeOf(run, found);
  const old = readBaseline(path, 'both sides');
  const others = (old ?? []).filter((entry) => !covers(entry));
  const chosen = found.findings.filter(({ file }) => found.files.isChosen(file));
  const entries = [...others, ...identitiesOf(chosen, run.inRepository)];
  writeOutputs([{ path, text: baselineText(entries) }], terminal);
  const shown = redactPath(relative(terminal.cwd, path));
  terminal.err(
    say`${shown}: ${counted(entries.length)}, ${old?.length ?? 0} before. Use it with --baseline ${shown}, or name it under "baseline" in the configuration.\n`,
  );
  terminal.err(await letMerge(path, old === undefined && flags['gitattributes'] !== false));
  return 0;
};
