import { afterEach, describe, expect, it } from 'vitest';
import { realDate } from '../../src/config/options.ts';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';

const call = (date: string): string =>
  `export const f = () => fetch('https://cloud.mongodb.com/api/atlas/v2/groups/x/things', { headers: { Accept: 'application/vnd.atlas.${date}+json' } });\n`;

const version = (date: string, sunset?: string) => ({ date, ...(sunset === undefined ? {} : { sunset }) });

const pack = (versions: readonly object[]): string =>
  JSON.stringify({ api: { operations: [{ method: 'GET', path: '/groups/{groupId}/things', versions }] } });

interface Travel {
  readonly versions: readonly object[];
  readonly today: string;
  readonly more?: readonly string[];
}

/** What is said on a day of a call at 2023-02-01, and the exit code. */
const said = async ({ versions, today, more = [] }: Travel) => {
  const tree = {
    'a.ts': call('2023-05-01'),
    'pack.json': pack(versions),
    'migrate.config.json': '{"rulePacks":["pack.json"]}',
  };
  const { terminal, out } = recordingTerminal(temporaryTree(tree));
  const args = ['scan', 'a.ts', '-f', 'json', '--ignore-rule', 'unknown-version', '--today', today];
  const code = await run([...args, ...more], terminal);
  const { findings } = JSON.parse(out()) as {
    findings: { rule: string; severity: string; data: { daysLeft: number } }[];
  };
  return [code, ...findings.map(({ rule, severity, data }) => `${rule} ${severity} ${data.daysLeft}`)];
};

const LISTED = [version('2023-04-01', '2028-03-01'), version('2024-08-05')];
const RECKONED = [version('2023-04-01'), version('2024-02-29')];

describe('travelling to a day', () => {
  it.each([
    ['the day before a successor', LISTED, '2024-08-04', [0]],
    ['the day of a successor', LISTED, '2024-08-05', [0, 'deprecated-version warning 1304']],
    ['28 February of a leap year', LISTED, '2028-02-28', [0, 'deprecated-version warning 2']],
    ['29 February', LISTED, '2028-02-29', [0, 'deprecated-version warning 1']],
    ['the listed day', LISTED, '2028-03-01', [1, 'deleted-version error 0']],
    ['the day after it', LISTED, '2028-03-02', [1, 'deleted-version error -1']],
    [
      'a leap day on which a version is deprecated',
      RECKONED,
      '2024-02-29',
      [0, 'deprecated-version warning 365'],
    ],
    ['the last day of its twelve months', RECKONED, '2025-02-27', [0, 'deprecated-version warning 1']],
    ['the end of its twelve months', RECKONED, '2025-02-28', [1, 'deleted-version error 0']],
  ])('%s', async (_, versions, today, expected) => {
    expect(await said({ versions, today })).toEqual(expected);
  });

  it.each([
    ['90', '2027-12-01', 'warning', 0],
    ['90', '2027-12-02', 'error', 1],
    ['0', '2028-02-29', 'warning', 0],
  ])('counts as an error within --fail-within %s: on %s it is a %s', async (days, today, severity, code) => {
    const [exit, found] = await said({ versions: LISTED, today, more: ['--fail-within', days] });
    expect([exit, String(found).split(' ')[1]]).toEqual([code, severity]);
  });

  it.each(['2027-02-29', '2027-13-01', '2027-6-1', 'tomorrow'])('refuses the day %s', async (today) => {
    const { terminal } = recordingTerminal(temporaryTree({ 'a.ts': '' }));
    expect(await run(['scan', '--today', today], terminal)).toBe(2);
  });
});

describe('the real day', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo', 'UTC'])(
    'is that of UTC, as the dates of the service are, also in %s',
    async (there) => {
      process.env['TZ'] = there;
      expect(realDate()).toBe(new Date().toISOString().slice(0, 10));
      expect(await said({ versions: LISTED, today: '2028-02-29' })).toEqual([
        0,
        'deprecated-version warning 1',
      ]);
      expect(await said({ versions: LISTED, today: '2028-03-01' })).toEqual([1, 'deleted-version error 0']);
    },
  );
});
