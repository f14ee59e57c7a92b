import { versionUses } from '../checks/version-uses.ts';
import { toolVersion } from '../io/package.ts';
import type { Terminal } from '../io/terminal.ts';
import { openJob } from '../main.ts';
import type { VersionReport } from '../model/index.ts';
import { choice, flag, optionsFrom, text } from '../options.ts';
import type { RawFlags } from '../options.ts';

type Render = (report: VersionReport) => string | Promise<string>;

const RENDERERS: Readonly<Record<string, Render>> = {
  table: async (report) => (await import('../report/versions.ts')).versionTable(report),
  markdown: async (report) => (await import('../report/versions.ts')).versionMarkdown(report),
  json: async (report) => (await import('../report/versions.ts')).versionJson(report, toolVersion()),
  ics: async (report) => (await import('../report/calendar.ts')).versionCalendar(report),
};

const rendererIn = (flags: RawFlags): Render => {
  const given = text(flags, 'format') ?? 'table';
  const format = choice(given === 'pretty' ? 'table' : given, 'format', Object.keys(RENDERERS));
  return RENDERERS[flag(flags, 'ics') ? 'ics' : format]!;
};

/**
 * `migrate versions [paths..]`: the operations that the files call, the version that answers each, and how long.
 * Exit 0 whatever it finds: `scan` judges.
 */
export const versions = async (flags: RawFlags, terminal: Terminal): Promise<number> => {
  const render = rendererIn(flags);
  const { format: _, ...others } = flags;
  const options = optionsFrom(others, flags['paths'] as readonly string[], 'scan');
  const { project, ruleset, settings } = await openJob(options, terminal);
  const { view, failed } = await project.scan(new Map());
  const uses = view === undefined ? [] : versionUses(view, ruleset.api, settings);
  const { target, today } = settings;
  for (const { file, message } of failed) terminal.err(`${file}: ${message}\n`);
  if (uses.length === 0)
    terminal.err('No call of the administration API was found whose operation can be told.\n');
  terminal.out(await render({ target, today, asOf: ruleset.api.asOf, uses }));
  return 0;
};
