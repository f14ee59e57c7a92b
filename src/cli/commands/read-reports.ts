import { validate } from '../../generated/report.ts';
import type { Terminal } from '../../io/terminal.ts';
import { readTextFile } from '../../io/text-file.ts';
import { UsageError } from '../../model/index.ts';
import { redactGiven } from '../../redact/read-report.ts';
import type { Unredacted } from '../../redact/read-report.ts';
import type { NamedReport } from '../../report/merge.ts';
import type { Report } from '../../report/report.ts';
import { complaint } from '../../rules/load/complaint.ts';

const parsed = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError(`${name} is not valid JSON. Merge what "migrate scan --format json" wrote.`);
  }
};

/** The report that a JSON text holds, redacted again. Throws UsageError for anything else. */
export const reportIn = (name: string, text: string): NamedReport => {
  const value = parsed(name, text);
  if (validate(value)) return { name, report: redactGiven<Report>(value as Unredacted<Report>) };
  const why = complaint(validate.errors![0]!, value);
  throw new UsageError(
    `${name} is not a report of this version: ${why} Merge what "migrate scan -f json" wrote.`,
  );
};

/** JSON reports of files. Throws UsageError for one that is none. */
export const readReports = (paths: readonly string[], { cwd }: Terminal): readonly NamedReport[] =>
  paths.map((path) => reportIn(path, readTextFile(cwd, path)));
