import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../src/extract/forms/detect.ts';
import { scanOf } from '../../../fixtures/pipeline.ts';
import { writers } from './writers.ts';
import type { Exchange, Kept, Writer } from './writers.ts';

const HOST = 'https://cloud.mongodb.com';
const LEGACY = `${HOST}/api/atlas/v1.0`;
const CURRENT = `${HOST}/api/atlas/v2`;
const GROUP = '/groups/5e2211c17a3e5a48f5497de3';
const DATED = 'application/vnd.atlas.2023-02-01+json';
const JSON_ACCEPT = { Accept: 'application/json', 'User-Agent': 'x/1' };
const DATED_ACCEPT = { Accept: DATED, 'User-Agent': 'x/1' };

interface Trap {
  readonly name: string;
  /** What a form has to keep for it. */
  readonly needs: readonly Kept[];
  readonly exchanges: readonly Exchange[];
  /** Exchange, severity where it is no error, and rule. */
  readonly found: readonly string[];
}

const sent = { providerSettings: { providerName: 'AWS', instanceSizeName: 'M10', regionName: 'US_EAST_1' } };

const TRAPS: readonly Trap[] = [
  {
    name: 'legacy calls',
    needs: [],
    exchanges: [
      { url: `${LEGACY}${GROUP}/alerts`, headers: DATED_ACCEPT },
      { url: `${HOST}/api/atlas/v1.5${GROUP}/clusters`, headers: DATED_ACCEPT },
    ],
    found: ['0 legacy-base-url', '1 legacy-base-url'],
  },
  {
    name: 'moved endpoints',
    needs: [],
    exchanges: [{ url: `${LEGACY}${GROUP}/whitelist`, headers: DATED_ACCEPT }],
    found: ['0 legacy-base-url', '0 renamed-endpoint'],
  },
  {
    name: 'missing headers',
    needs: ['headers'],
    exchanges: [
      { url: `${CURRENT}${GROUP}/alerts`, headers: JSON_ACCEPT },
      { url: `${CURRENT}${GROUP}/alerts`, headers: DATED_ACCEPT },
    ],
    found: ['0 missing-version-header'],
  },
  {
    name: 'headers not kept',
    needs: ['calls without headers'],
    exchanges: [{ url: `${CURRENT}${GROUP}/alerts` }],
    found: [],
  },
  {
    name: 'preflights',
    needs: [],
    exchanges: [{ method: 'OPTIONS', url: `${LEGACY}${GROUP}/alerts`, status: 204 }],
    found: [],
  },
  {
    name: 'no response',
    needs: ['no status'],
    exchanges: [{ url: `${LEGACY}${GROUP}/alerts`, status: 0 }],
    found: [],
  },
  {
    name: 'sockets',
    needs: ['sockets'],
    exchanges: [{ url: `wss://cloud.mongodb.com/api/atlas/v1.0${GROUP}/alerts`, status: 101 }],
    found: [],
  },
  {
    name: 'Digest logins',
    needs: [],
    exchanges: [
      {
        url: `${LEGACY}${GROUP}/alerts`,
        headers: { 'User-Agent': 'x' },
        status: 401,
        answers: { 'WWW-Authenticate': 'Digest realm="x", nonce="y"' },
      },
      {
        url: `${LEGACY}${GROUP}/alerts`,
        headers: { 'User-Agent': 'x', Accept: DATED, Authorization: 'Digest username="x"' },
      },
    ],
    found: ['1 legacy-base-url'],
  },
  {
    name: 'URLs that are not calls',
    needs: [],
    exchanges: [
      { url: `https://shop.example.com/?to=${encodeURIComponent(`${LEGACY}/groups`)}` },
      { url: 'https://www.mongodb.com/docs/api/atlas/v1.0/groups' },
      { url: `${HOST}/api/public/v1.0/groups` },
    ],
    found: [],
  },
  {
    name: 'URLs in responses',
    needs: ['answers'],
    exchanges: [
      {
        url: `${CURRENT}${GROUP}/alerts`,
        headers: DATED_ACCEPT,
        answers: { 'Content-Type': DATED },
        answer: JSON.stringify({ links: [{ href: `${LEGACY}/groups`, rel: 'self' }] }),
      },
    ],
    found: [],
  },
  {
    name: 'removed properties in responses',
    needs: ['answers'],
    exchanges: [
      {
        url: `${CURRENT}${GROUP}/clusters/c`,
        headers: DATED_ACCEPT,
        answers: { 'Content-Type': DATED },
        answer: JSON.stringify({ name: 'c', replicationFactor: 3 }),
      },
    ],
    found: ['0 info removed-cluster-property'],
  },
  {
    name: 'removed properties that are sent',
    needs: ['sent bodies'],
    exchanges: [
      {
        method: 'POST',
        url: `${CURRENT}${GROUP}/clusters`,
        headers: { ...DATED_ACCEPT, 'Content-Type': DATED },
        body: JSON.stringify({ name: 'c', ...sent }),
        status: 201,
      },
    ],
    found: ['0 removed-cluster-property'],
  },
  {
    name: 'refused versions',
    needs: [],
    exchanges: [
      { url: `${CURRENT}${GROUP}/alerts`, headers: DATED_ACCEPT, status: 406 },
      { url: `${CURRENT}/orgs`, headers: DATED_ACCEPT, status: 410 },
    ],
    found: ['0 version-rejected', '1 version-rejected'],
  },
  {
    name: 'sunset dates in responses',
    needs: ['headers', 'answers'],
    exchanges: [
      {
        url: `${CURRENT}${GROUP}/alerts`,
        headers: { Accept: 'application/vnd.atlas.2023-01-01+json', 'User-Agent': 'x' },
        answers: { Sunset: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      },
    ],
    found: ['0 deleted-version'],
  },
  {
    name: 'too many tokens',
    needs: ['times'],
    exchanges: Array.from({ length: 11 }, (_, seconds) => ({
      method: 'POST',
      url: `${HOST}/api/oauth/token`,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: `Basic ${seconds}`,
      },
      body: 'grant_type=client_credentials',
      seconds,
    })),
    found: ['10 warning token-rate-limit'],
  },
];

const foundIn = async (
  { file, write }: Writer,
  exchanges: readonly Exchange[],
): Promise<readonly string[]> => {
  const { findings, failed } = await scanOf({ [file]: write(exchanges) }, 'in batches');
  expect(failed).toEqual([]);
  return findings
    .map(({ exchange, severity, rule }) =>
      [exchange, ...(severity === 'error' ? [] : [severity]), rule].join(' '),
    )
    .toSorted();
};

const isFor = ({ keeps }: Writer, { needs }: Trap): boolean => needs.every((need) => keeps.includes(need));

describe.each(writers)('$name', (writer) => {
  it('is told by what it holds', () => {
    const form = detectFormat(writer.write([{ url: `${LEGACY}/groups` }, { url: `${LEGACY}/orgs` }]), true);
    expect(writer.name.startsWith(form ?? '?')).toBe(true);
  });

  it.each(TRAPS.filter((trap) => isFor(writer, trap)))('$name', async ({ exchanges, found }) => {
    expect(await foundIn(writer, exchanges)).toEqual(found.toSorted());
  });
});

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const formOf = ({ name }: Writer): string => name.split(',')[0]!;

/** The first dialect of each form: all dialects of a form keep the same. */
const forms = [...new Map(writers.toReversed().map((writer) => [formOf(writer), writer]))].toSorted(
  ([a], [b]) => (a < b ? -1 : 1),
);

/** A trap and a form: tried above in every dialect of it, or not to be had there. */
const table = (): readonly string[] => [
  row(['trap', ...forms.map(([form]) => `\`${form}\``)]),
  ...TRAPS.map((trap) =>
    row([trap.name, ...forms.map(([, writer]) => (isFor(writer, trap) ? 'yes' : 'not kept'))]),
  ),
];

it('docs/inputs.md says what is tried of each form', () => {
  const text = readFileSync(fileURLToPath(new URL('../../../../docs/inputs.md', import.meta.url)), 'utf8');
  const lines = text.split('\n').map((line) => line.replaceAll(/ +\|/g, ' |'));
  expect(lines).toEqual(expect.arrayContaining([...table()]));
});
