import type { ReportedUse, ReportedVersions } from './versions.ts';

const MAX_LENGTH = 75;

/** Lines of at most 75 octets, continued with a space (RFC 5545 §3.1); no character is cut. */
const folded = (line: string): string => {
  const lines: string[] = [];
  let current = '';
  for (const character of line) {
    if (Buffer.byteLength(current + character) > MAX_LENGTH) {
      lines.push(current);
      current = ' ';
    }
    current += character;
  }
  return [...lines, current].join('\r\n');
};

const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll('\n', '\\n');

const compact = (date: string): string => date.replaceAll('-', '');

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

interface Deadline {
  readonly deletion: string;
  readonly version: string;
  readonly uses: readonly ReportedUse[];
}

const deadlinesOf = ({ uses }: ReportedVersions): readonly Deadline[] => {
  const found = new Map<string, Deadline>();
  for (const use of uses) {
    const { deletion, version } = use;
    if (deletion === null || version === null) continue;
    const key = `${deletion} ${version}`;
    found.set(key, { deletion, version, uses: [...(found.get(key)?.uses ?? []), use] });
  }
  return [...found.values()];
};

const descriptionOf = ({ uses }: Deadline, asOf: string): string => {
  const lines = uses.map(({ operation, next }) => `${operation}${next === null ? '' : ` (next: ${next})`}`);
  return [...new Set(lines), `Dates as listed on ${asOf}; they can move.`].join('\n');
};

/** An event a month ahead rings; its UID stays the same while the date stays. */
const eventOf = (deadline: Deadline, { today, asOf }: ReportedVersions): readonly string[] => {
  const { deletion, version, uses } = deadline;
  const operations = new Set(uses.map(({ operation }) => operation)).size;
  const summary = `API version ${version} is deleted for ${operations} ${operations === 1 ? 'operation' : 'operations'}`;
  return [
    'BEGIN:VEVENT',
    `UID:${version}-${deletion}@atlas-api-migrate`,
    `DTSTAMP:${compact(today)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(deletion)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(deletion))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(descriptionOf(deadline, asOf))}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    'TRIGGER:-P30D',
    'END:VALARM',
    'END:VEVENT',
  ];
};

/** The days of deletion as a calendar (RFC 5545): one event for a day and version, the same bytes on the same day. */
export const versionCalendar = (report: ReportedVersions): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//atlas-api-migrate//versions//EN',
    'CALSCALE:GREGORIAN',
    ...deadlinesOf(report).flatMap((deadline) => eventOf(deadline, report)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
