import { addTo } from '../model/index.ts';
import type { Redacted } from '../model/index.ts';
import { rendered } from '../redact/gate.ts';
import type { Report } from './report.ts';
import { silencedText, unreadText } from './accounts.ts';
import { printable } from './style.ts';
import { counted } from './tally.ts';

interface Summarised {
  readonly report: Report;
  /** True: every file is named. */
  readonly verbose: boolean;
  /** Files that the run was limited to. */
  readonly changes?: { readonly kind: 'staged' | 'changed' | 'since' } | undefined;
  /** True after fixes, made or shown: the findings are those that are left. */
  readonly isLeft?: boolean;
}

const NOTHING = {
  all: 'No files to scan: these paths contain no file of a supported kind. Name files, or see "migrate scan --help".',
  staged: 'No files to scan: no file of a supported kind is staged.',
  changed: 'No files to scan: no file of a supported kind has uncommitted changes.',
  since: 'No files to scan: no file of a supported kind has changed since then.',
} as const;

const nothingLine = ({ report: { shard }, changes }: Summarised): string =>
  shard === undefined
    ? NOTHING[changes?.kind ?? 'all']
    : `Shard ${shard.index}/${shard.count} has no file to report: the other shards have them all.`;

const fileLine = (summarised: Summarised): string => {
  const { discovered, scanned, skipped, failed } = summarised.report.summary;
  if (discovered === 0) return nothingLine(summarised);
  const parts = [
    `${scanned} scanned`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return `${counted(discovered, 'file')}: ${parts.join(', ')}.`;
};

const findingLine = ({ report: { summary }, isLeft }: Summarised): string => {
  const { findings, errors, warnings, infos, fixable, scanned, discovered } = summary;
  if (findings === 0)
    return scanned < discovered ? 'No findings in the files that were scanned.' : 'No findings.';
  const kinds = [
    counted(errors, 'error'),
    counted(warnings, 'warning'),
    ...(infos > 0 ? [counted(infos, 'info')] : []),
  ];
  return `${counted(findings, 'finding')}${isLeft === true ? ' left' : ''} (${kinds.join(', ')}), ${fixable.safe} fixable, ${fixable.unsafe} more with --unsafe.`;
};

const reasonLines = (
  entries: readonly { file: string; text: string }[],
  label: string,
  all: boolean,
): readonly string[] => {
  const byReason = new Map<string, string[]>();
  for (const { file, text } of entries) addTo(byReason, text, file);
  return [...byReason].map(([reason, files]) => {
    const named = all ? files : files.slice(0, 3);
    const more = files.length - named.length;
    return `  ${label} (${printable(reason)}): ${named.map(printable).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  });
};

const textOf = (summarised: Summarised): string => {
  const { report, verbose } = summarised;
  const skipped = report.skipped.map(({ file, reason }) => ({ file, text: reason }));
  const failed = report.failed.map(({ file, message }) => ({ file, text: message }));
  const lines = [
    fileLine(summarised),
    ...reasonLines(skipped, 'skipped', verbose),
    ...reasonLines(failed, 'failed', verbose),
    ...(report.summary.discovered === 0 ? [] : [findingLine(summarised)]),
    ...[silencedText(report)].filter((line) => line !== ''),
  ];
  return lines.join('\n') + '\n' + unreadText(report, { verbose });
};

/** Counts for people, on stderr: every file is accounted for, with the reason where it was not scanned. */
export const summaryText = (
  report: Report,
  { verbose, changes, isLeft = false }: Omit<Summarised, 'report'>,
): Redacted => rendered(textOf, { report, verbose, changes, isLeft });
