import { versionUses } from '../../rules/checks/version-uses.ts';
import { toolVersion } from '../../io/package.ts';
import type { Terminal } from '../../io/terminal.ts';
import { findingsOf } from '../../pipeline/analyse.ts';
import { openRun } from '../../pipeline/open-run.ts';
import { choice, flag, optionsFrom, text } from '../../config/options.ts';
import type { RawFlags } from '../../config/options.ts';
import { rendered, word } from '../../redact/gate.ts';
import { reportedVersions } from '../../report/versions.ts';
import type { ReportedVersions } from '../../report/versions.ts';
import { printUnread } from './unread.ts';

type Render = (report: ReportedVersions) => string;

const RENDERERS: Readonly<Record<string, () => Promise<Render>>> = {
  table: async () => (await import('../../report/versions.ts')).versionTable,
  markdown: async () => (await import('../../report/versions.ts')).versionMarkdown,
  json: async () => (await import('../../report/versions.ts')).versionJson,
  ics: async () => (await import('../../report/calendar.ts')).versionCalendar,
};

const rendererIn = (flags: RawFlags): (() => Promise<Render>) => {
  const given = text(flags, 'format') ?? 'table';
  const format = choice(given === 'pretty' ? 'table' : given, 'format', Object.keys(RENDERERS));
  return RENDERERS[flag(flags, 'ics') ? 'ics' : format]!;
};

/**
 * `migrate versions [paths..]`: the operations that the files call, the version that each resolves to, and until when.
 * Exit 0 whatever it finds: `scan` judges.
 */
export const versionsCommand = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const render = rendererIn(flags);
  const { format: _, ...others } = flags;
  const options = optionsFrom(others, flags['paths'] as readonly string[], 'scan');
  const run = await openRun({ ...options, keepsRecordings: true }, terminal);
  const { ruleset, settings } = run;
  const { view, failed } = await findingsOf(run);
  const uses = view === undefined ? [] : versionUses(view, ruleset.api, settings);
  const { target, today } = settings;
  printUnread(failed, terminal);
  if (uses.length === 0)
    terminal.err(word('No call of the administration API with a known operation was found.\n'));
  const report = reportedVersions({ target, today, asOf: ruleset.api.asOf, uses }, toolVersion());
  terminal.out(rendered(await render(), report));
  return 0;
};
