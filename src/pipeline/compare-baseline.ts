import { countOf } from '../report/fixes.ts';
import { basename, relative, resolve } from 'node:path';
import { settingsFor } from '../rules/checks/check.ts';
import { compare, parseBaseline } from './baseline.ts';
import type { BaselineEntry, Compared } from './baseline.ts';
import { isIgnored, layerOf } from '../io/ignores.ts';
import { fileExists, readIfThere } from '../io/text-file.ts';
import type { Findings, Run } from './run.ts';
import { UsageError } from '../model/index.ts';
import type { Redacted } from '../model/index.ts';
import { rendered, say, word } from '../redact/gate.ts';
import { printable } from '../report/style.ts';

/**
 * True for entries that a run can match: of rules that it runs and of files below its paths, without
 * unreadable files and files that only this run ignores.
 */
export const baselineScopeOf = (
  { options, settings, root, inRepository }: Run,
  { files, failed }: Pick<Findings, 'files' | 'failed'>,
): ((entry: BaselineEntry) => boolean) => {
  const paths = options.stdin === undefined ? options.paths : [options.stdin];
  const covered = paths.map(inRepository);
  const unread = new Set([...failed, ...files.inventory.skipped].map(({ file }) => inRepository(file)));
  const passedOver = layerOf(resolve(root, inRepository('.')), options.ignorePatterns, undefined);
  return ({ file, rule }) =>
    options.changes === undefined &&
    options.shard === undefined &&
    !unread.has(file) &&
    !isIgnored(passedOver, resolve(root, file), false) &&
    (settingsFor(settings, resolve(root, file)).enabled?.has(rule) ?? true) &&
    covered.some((path) => path === '' || file === path || file.startsWith(`${path}/`));
};

/** The entries of a baseline file; `undefined` where it is not there yet. */
export const readBaseline = (
  file: string,
  conflicts: 'refused' | 'both sides' = 'refused',
): readonly BaselineEntry[] | undefined => {
  const text = readIfThere(file);
  return text === undefined ? undefined : parseBaseline(text, basename(file), conflicts);
};

/** Compares the findings with the baseline of the run, if it has one. Throws UsageError when it cannot be read. */
export const compareWithBaseline = (run: Run, found: Findings): Compared => {
  const { baselineFile, root, inRepository } = run;
  const findings = found.findings.filter(({ file }) => found.files.isChosen(file));
  if (baselineFile === undefined) return { fresh: findings, known: 0, stale: [] };
  const entries = readBaseline(baselineFile);
  if (entries === undefined)
    throw new UsageError(
      `there is no baseline ${relative(root, baselineFile)}. "migrate baseline" writes one.`,
    );
  const exists = (file: string): boolean => fileExists(root, file);
  return compare(findings, { entries, inRepository, inScope: baselineScopeOf(run, found), exists });
};

/** Note about a baseline, if one was used. */
export const baselineNote = ({ known, stale }: Compared): Redacted => {
  const hidden =
    known === 0 ? word('') : say`${countOf(known, 'finding is', 'findings are')} in the baseline.\n`;
  if (stale.length === 0) return hidden;
  const files = [...new Set(stale.map(({ file }) => file))].slice(0, 3);
  const names = rendered((texts: readonly Redacted[]) => texts.map(printable).join(', '), files);
  return say`${hidden}${countOf(stale.length, 'entry', 'entries')} of the baseline found nothing (${names}): "migrate baseline" removes them.\n`;
};
