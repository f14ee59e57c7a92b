import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../src/rules/checks/check.ts';
import type { ResponseFact } from '../../../src/model/index.ts';
import { Sample, headers, judged, pointed, request } from './build.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v2';
const CLUSTERS = `${BASE}/groups/x/clusters`;

const accepting = (date: string, settings: Partial<Settings> = {}, urls: readonly string[] = [CLUSTERS]) => {
  const accept = `application/vnd.atlas.${date}+json`;
  const sample = new Sample(`const A = '${accept}'; ${urls.map((url) => `get('${url}', A);`).join(' ')}`);
  const set = headers([{ ...sample.header('A', accept), name: { ...sample.slot('A'), value: 'Accept' } }]);
  const calls = urls.map((url) =>
    request(sample.place(`get('${url}', A)`), [sample.textOf(url)], { headers: set }),
  );
  return { sample, found: judged([sample], calls, settings) };
};

const told = (date: string, settings: Partial<Settings> = {}) =>
  accepting(date, settings).found.map(({ rule, severity }) => [rule, severity]);

const toldOfInvites = (date: string, settings = {}) =>
  accepting(date, settings, [`${BASE}/groups/x/invites`])
    .found.filter(({ rule }) => rule === 'deprecated-version')
    .map(({ message }) => message);

describe('deprecated-version', () => {
  it('names the deletion date and the days left, where the date is written', () => {
    const { sample, found } = accepting('2023-01-01');
    expect(pointed([sample], found)).toEqual(['deprecated-version: 2023-01-01']);
    expect(found[0]).toMatchObject({
      severity: 'warning',
      operation: 'clusters.list',
      data: { version: '2023-01-01', deletion: '2027-07-01', daysLeft: 222, next: '2023-02-01' },
    });
  });

  it('says nothing of the target until its end is near', () => {
    expect(accepting('2023-02-01').found).toEqual([]);
    expect(accepting('2023-02-01', { failWithin: 221 }).found).toEqual([]);
    const near = accepting('2023-02-01', { failWithin: 222 }).found;
    expect(near.map(({ rule, severity }) => [rule, severity])).toEqual([['deprecated-version', 'error']]);
  });

  it('says nothing of the target where an older version answers it and none follows', () => {
    expect(toldOfInvites('2023-02-01')).toEqual([]);
    const [earlier] = toldOfInvites('2023-01-01');
    expect(earlier).toContain('No later version is listed: the operation ends as a whole.');
    expect(earlier).not.toContain('The next version');
    expect(toldOfInvites('2023-02-01', { failWithin: 300 })).toHaveLength(1);
  });

  it('is judged for each operation, and told once for a shared date', () => {
    expect(accepting('2023-01-01', {}, [`${BASE}/groups`]).found).toEqual([]);
    const both = accepting('2023-01-01', {}, [`${BASE}/groups`, CLUSTERS]).found;
    expect(both.map(({ operation }) => operation)).toEqual(['clusters.list']);
  });
});

describe('deleted-version', () => {
  it('counts from the day of deletion on', () => {
    expect(told('2023-01-01', { today: '2027-06-30' })).toEqual([['deprecated-version', 'warning']]);
    expect(told('2023-01-01', { today: '2027-07-01' })).toEqual([['deleted-version', 'error']]);
  });
});

describe('unknown-version', () => {
  it('is an error before the first version, and news between two', () => {
    expect(told('2022-01-01')).toEqual([['unknown-version', 'error']]);
    expect(told('2026-01-01')).toEqual([['unknown-version', 'info']]);
    expect(told('2023-05-01')).toEqual([['unknown-version', 'info']]);
    expect(told('2023-01-15')).toEqual([
      ['deprecated-version', 'warning'],
      ['unknown-version', 'info'],
    ]);
    expect(told('preview')).toEqual([]);
  });
});

/** The refusals in a recording of one exchange: its index and status. */
const answered = (status: number, path: string) => {
  const url = `https://cloud.mongodb.com/api/atlas/${path}`;
  const sample = new Sample(`${url} ${status}`, 'trace.har');
  const call = request(sample.place(url), [sample.textOf(url)], {
    origin: 'recording',
    exchange: 4,
    headers: headers([], undefined, false),
  });
  const answer: ResponseFact = {
    kind: 'response',
    ...sample.place(String(status)),
    origin: 'recording',
    request: call.id,
    status,
    headers: headers([]),
    body: undefined,
    exchange: 4,
  };
  const found = judged([sample], [call, answer]).filter(({ rule }) => rule === 'version-rejected');
  return found.map(({ exchange, data }) => [exchange, data['status']]);
};

describe('version-rejected', () => {
  it('is an answer 406 or 410 of the versioned API', () => {
    expect(answered(406, 'v2/groups')).toEqual([[4, 406]]);
    expect(answered(410, 'v2/groups')).toEqual([[4, 410]]);
    expect(answered(404, 'v2/groups')).toEqual([]);
    expect(answered(410, 'v1.0/groups')).toEqual([]);
  });
});
