import { describe, expect, it } from 'vitest';
import { textOfSlot } from '../../../src/model/index.ts';
import type { RequestFact } from '../../../src/model/index.ts';
import { Sample, applied, headers, judged, pointed, request } from './build.ts';

const HOST = 'https://cloud.mongodb.com';
const V2 = `${HOST}/api/atlas/v2/groups`;
const DATED = 'application/vnd.atlas.2023-02-01+json';

const rules = (found: ReturnType<typeof judged>): readonly string[] => found.map(({ rule }) => rule);

/** A call `get('<url>', { Accept: '<accept>' })`. */
const withAccept = (accept: string, url = V2, more: Partial<RequestFact> = {}) => {
  const sample = new Sample(`get('${url}', { Accept: '${accept}' });`);
  const set = headers([sample.header('Accept', accept)]);
  const call = request(sample.place(sample.text.slice(0, -1)), [sample.textOf(url)], {
    headers: set,
    ...more,
  });
  return { sample, found: judged([sample], [call]) };
};

describe('missing-version-header', () => {
  it('replaces an Accept without a version', () => {
    const { sample, found } = withAccept('application/json');
    expect(rules(found)).toEqual(['missing-version-header']);
    expect(applied(sample, found)).toBe(`get('${V2}', { Accept: '${DATED}' });`);
  });

  it.each([
    ['/groups/x/clusters/h/logs/mongodb.gz', 'application/gzip', 'gzip'],
    ['/groups/x/clusters/h/logs/mongodb.gz', '*/*', 'gzip'],
    ['/orgs/x/invoices/i/csv', 'text/csv', 'csv'],
    ['/orgs/x/invoices/i', 'text/csv', 'csv'],
    ['/orgs/x/invoices/i', 'application/json', 'json'],
  ])('takes the suffix of %s (%s)', (path, accept, suffix) => {
    const { found } = withAccept(accept, `${HOST}/api/atlas/v2${path}`);
    expect(found[0]?.data['value']).toBe(`application/vnd.atlas.2023-02-01+${suffix}`);
  });

  it('asks for a date that the operation has', () => {
    const { found } = withAccept('application/json', `${HOST}/api/atlas/v2/groups/x/flexClusters`);
    expect(found[0]?.data['value']).toBe('application/vnd.atlas.2024-11-13+json');
  });

  it('writes the name in the letter case of its neighbours', () => {
    const sample = new Sample(`get('${V2}', { 'user-agent': 'x', });`);
    const set = headers([sample.header('user-agent', 'x')], sample.gapAfter("'x',"));
    const call = request(sample.place('get('), [sample.textOf(V2)], { headers: set });
    expect(applied(sample, judged([sample], [call]))).toContain(`'x', accept: '${DATED}',`);
  });

  it.each([
    'application/vnd.atlas.2023-02-01+json',
    'application/vnd.atlas.preview+json',
    'application/json, application/vnd.atlas.2023-02-01+json',
  ])('takes %s', (accept) => expect(withAccept(accept).found).toEqual([]));

  it('takes a date that is computed at run time', () => {
    const sample = new Sample(`get('${V2}', { Accept: \`application/vnd.atlas.\${d}+json\` });`);
    const value = sample.textOf('application/vnd.atlas.', undefined, '+json');
    const entry = { ...sample.header('Accept', 'application/vnd.atlas.'), values: [value] };
    const call = request(sample.place('get('), [sample.textOf(V2)], { headers: headers([entry]) });
    expect(judged([sample], [call])).toEqual([]);
  });

  it('is likely missing where the value, or whether there is one, cannot be seen', () => {
    const sample = new Sample(`get('${V2}', { Accept: type });`);
    const hidden = { ...sample.header('Accept', 'type'), values: undefined };
    const calls = [headers([hidden]), headers([], undefined, false)].map((set) =>
      request(sample.place('get('), [sample.textOf(V2)], { headers: set }),
    );
    const found = calls.map((call) =>
      judged([sample], [call]).map(({ rule, certainty }) => `${certainty} ${rule}`),
    );
    expect(found).toEqual([['likely missing-version-header'], ['likely missing-version-header']]);
  });

  it('stands once at a wrapper, safe only while no other service shares it', () => {
    const sample = new Sample(
      `send({}); call('${V2}'); call('${HOST}/api/atlas/v2/orgs'); call('https://x.io/a');`,
    );
    const shared = { headersAt: sample.place('send({})'), headers: headers([], sample.gapAfter('send({')) };
    const ours = [V2, `${HOST}/api/atlas/v2/orgs`].map((url) =>
      request(sample.place(`call('${url}')`), [sample.textOf(url)], shared),
    );
    const other = request(sample.place("call('https://x.io/a')"), [sample.textOf('https://x.io/a')], shared);
    const alone = judged([sample], ours);
    expect(pointed([sample], alone)).toEqual(['missing-version-header: send({})']);
    expect([alone[0]?.fix?.safety, alone[0]?.operation]).toEqual(['safe', undefined]);
    expect(judged([sample], [...ours, other])[0]?.fix).toBeUndefined();
  });

  it('reports a shared header of another file where it stands', () => {
    const shared = new Sample("export const H = { Accept: 'application/json' };", 'h.ts');
    const sample = new Sample(`get('${V2}', H);`);
    const set = headers([shared.header('Accept', 'application/json')]);
    const call = request(sample.place('get('), [sample.textOf(V2)], { headers: set });
    const found = judged([sample, shared], [call]);
    expect(found.map(({ file }) => file)).toEqual(['h.ts']);
    expect(applied(shared, found)).toBe(`export const H = { Accept: '${DATED}' };`);
  });

  it('never edits a recording', () => {
    const { found } = withAccept('application/json', V2, { origin: 'recording', exchange: 3 });
    expect(found.map(({ rule, fix, exchange }) => [rule, fix, exchange])).toEqual([
      ['missing-version-header', undefined, 3],
    ]);
  });

  it('is silent about other products under a path of the same form', () => {
    const sample = new Sample("get('/api/atlas/v2/entity/guid/1');");
    const call = request(sample.place('get('), [sample.textOf('/api/atlas/v2/entity/guid/1')]);
    expect(judged([sample], [call])).toEqual([]);
  });
});

describe('malformed-version-header', () => {
  it.each([
    ['application/vnd.atlas.2023-2-1+json', DATED],
    ['application/vnd.atlas.v2023-02-01+json', DATED],
    ['application/vnd.atlas.2023-02-01', DATED],
    ['application/vnd.atlas+json', DATED],
    ['application/vnd.atlas.2023-02-01+xml', DATED],
    ['application/vnd.mongodb.2023-02-01+json', DATED],
    ['vnd.atlas.2023-02-01+json', DATED],
    ['text/plain, application/vnd.atlas.20230201+json;q=0.9', `text/plain, ${DATED};q=0.9`],
  ])('%s', (wrong, right) => {
    const { sample, found } = withAccept(wrong);
    expect(rules(found)).toEqual(['malformed-version-header']);
    expect(found[0]?.fix?.safety).toBe('safe');
    expect(applied(sample, found)).toBe(`get('${V2}', { Accept: '${right}' });`);
  });

  it('is unsafe where the date is no date', () => {
    expect(withAccept('application/vnd.atlas.2023-13-45+json').found[0]?.fix?.safety).toBe('unsafe');
  });

  it('corrects only the part that is wrong of a type in pieces', () => {
    const sample = new Sample(
      `const V = '2023-2-1'; get('${V2}', { Accept: 'application/vnd.atlas.' + V + '+json' });`,
    );
    const value = sample.textOf('application/vnd.atlas.', '2023-2-1', '+json');
    const entry = { ...sample.header('Accept', 'application/vnd.atlas.'), values: [value] };
    const call = request(sample.place('get('), [sample.textOf(V2)], { headers: headers([entry]) });
    const found = judged([sample], [call]);
    expect(pointed([sample], found)).toEqual(['malformed-version-header: 2023-2-1']);
    expect(applied(sample, found)).toContain("const V = '2023-02-01';");
  });

  it('does not change a type that another endpoint shares and needs', () => {
    const sample = new Sample(
      `const A = '${DATED}'; get('${V2}', A); get('${V2}/x/clusters/h/logs/mongodb.gz', A);`,
    );
    const set = headers([{ ...sample.header('A', DATED), name: { ...sample.slot('A'), value: 'Accept' } }]);
    const urls = [V2, `${V2}/x/clusters/h/logs/mongodb.gz`];
    const found = judged(
      [sample],
      urls.map((url) => request(sample.place(`get('${url}', A)`), [sample.textOf(url)], { headers: set })),
    );
    expect(found.map(({ rule, fix }) => [rule, fix])).toEqual([['malformed-version-header', undefined]]);
  });
});

describe('missing-content-type', () => {
  const bodied = (more: Partial<RequestFact>) => {
    const sample = new Sample(`post('${V2}', { Accept: '${DATED}', });`);
    const set = headers([sample.header('Accept', DATED)], sample.gapAfter(`'${DATED}',`));
    const call = { method: 'POST', hasBody: true, headers: set, ...more };
    const found = judged([sample], [request(sample.place('post('), [sample.textOf(V2)], call)]);
    return { sample, found };
  };

  it('is added where a body is sent', () => {
    const { sample, found } = bodied({});
    expect(rules(found)).toEqual(['missing-content-type']);
    expect(applied(sample, found)).toContain("'Content-Type': 'application/json',");
  });

  it.each<Partial<RequestFact>>([
    { hasBody: false },
    { hasBody: undefined },
    { setsContentType: true },
    { method: 'DELETE' },
  ])('is not needed with %j', (more) => expect(bodied(more).found).toEqual([]));

  it.each(['application/json', 'application/json; charset=utf-8', DATED])('takes %s', (type) => {
    const sample = new Sample(`post('${V2}', { A: '${DATED}', 'Content-Type': '${type}' });`);
    const accept = { ...sample.header('A', DATED), name: { ...sample.slot('A'), value: 'Accept' } };
    const typed = { ...sample.header('Content-Type', type), values: [textOfSlot(sample.slot(type))] };
    const call = { method: 'PATCH', hasBody: true, headers: headers([accept, typed]) };
    expect(judged([sample], [request(sample.place('post('), [sample.textOf(V2)], call)])).toEqual([]);
  });
});
