import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonReader } from '../../../src/extract/documents/json/reader.ts';
import { loadJsonReader } from '../../../src/extract/documents/json/reader.ts';
import { plainText } from '../../../src/extract/documents/json/spelled-text.ts';
import type {
  DeclarationFact,
  Fact,
  PayloadFact,
  ReadFact,
  RequestFact,
  Tree,
} from '../../../src/model/index.ts';
import { Sample, applied, headers, judged, pointed, request } from './build.ts';

const DATED = 'application/vnd.atlas.2023-02-01+json';
const BASE = 'https://cloud.mongodb.com/api/atlas';

let readJson: JsonReader;
beforeAll(async () => {
  readJson = await loadJsonReader();
});

/** The tree of the JSON that stands in the sample. */
const treeIn = (sample: Sample, json: string): Tree =>
  readJson(sample.file, plainText(json, sample.place(json).span.start), 'json-string').tree!;

const CLUSTERS = '/groups/x/clusters';

/** A request of the versioned API with nothing wrong but perhaps its body. */
const sending = (method: string, path: string, json: string, more: Partial<RequestFact> = {}) => {
  const url = `${BASE}/${path}`;
  const sample = new Sample(`send('${url}', '${DATED}', ${json});`);
  const set = headers([{ ...sample.header(DATED, DATED), name: { ...sample.slot(DATED), value: 'Accept' } }]);
  const body = treeIn(sample, json);
  const more2 = { method, headers: set, body, hasBody: true, setsContentType: true, ...more };
  const call = request(sample.place('send('), [sample.textOf(url)], more2);
  return { sample, call, found: judged([sample], [call]) };
};

const shown = (found: ReturnType<typeof judged>) =>
  found.map(({ rule, data, pointer, fix }) => [rule, data['property'], pointer, fix?.safety]);

describe('properties in requests', () => {
  it('are found by place, not by name', () => {
    const { found } = sending(
      'POST',
      `v2${CLUSTERS}`,
      '{"numShards": 1, "autoScaling": {}, "replicationSpecs": [{"numShards": 1, "regionsConfig": {}, "regionConfigs": [{"autoScaling": {}}]}]}',
    );
    expect(shown(found)).toEqual([
      ['removed-cluster-property', 'numShards', '/numShards', undefined],
      ['removed-cluster-property', 'autoScaling', '/autoScaling', undefined],
      ['renamed-cluster-property', 'regionsConfig', '/replicationSpecs/0/regionsConfig', undefined],
    ]);
  });

  it('give the contract data, certainty and operation', () => {
    const { sample, found } = sending('PATCH', `v2${CLUSTERS}/c`, '{"replicationFactor": 3}');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      severity: 'error',
      certainty: 'certain',
      operation: 'clusters.modify',
      data: {
        property: 'replicationFactor',
        replacement: 'replicationSpecs[].regionConfigs[].electableSpecs.nodeCount',
        version: '2023-02-01',
      },
    });
    expect(pointed([sample], found)).toEqual(['removed-cluster-property: replicationFactor']);
  });

  it('that the service only answered go', () => {
    const { sample, found } = sending('PATCH', `v2${CLUSTERS}/c`, '{"paused": true, "mongoURI": "x"}');
    expect(found.map(({ fix }) => fix?.safety)).toEqual(['safe']);
    expect(applied(sample, found)).toContain(', {"paused": true});');
  });

  it('keep providerBackupEnabled under its new name, unless both are there', () => {
    const { sample, found } = sending('PATCH', `v2${CLUSTERS}/c`, '{"providerBackupEnabled": true}');
    expect(applied(sample, found)).toContain('{"backupEnabled": true}');
    const both = sending(
      'PATCH',
      `v2${CLUSTERS}/c`,
      '{"providerBackupEnabled": true, "backupEnabled": false}',
    );
    expect(both.found.map(({ fix }) => fix)).toEqual([undefined]);
  });

  it('warn of mongoDBVersion', () => {
    const { found } = sending('POST', `v2${CLUSTERS}`, '{"mongoDBVersion": "6.0.1"}');
    expect(found.map(({ severity, fix }) => [severity, fix?.safety])).toEqual([['warning', 'safe']]);
  });

  it('that stand twice are each reported and not fixed', () => {
    const { found } = sending('PATCH', `v2${CLUSTERS}/c`, '{"mongoURI": "x", "mongoURI": "y"}');
    expect(found.map(({ fix }) => fix)).toEqual([undefined, undefined]);
  });

  it.each([
    ['POST', `v2${CLUSTERS}/tenantUpgrade`],
    ['POST', 'v2/groups/x/serverless'],
    ['POST', 'v2/groups/x/flexClusters'],
  ])('of %s %s stay', (method, path) => {
    const { found } = sending(method, path, '{"providerSettings": {"instanceSizeName": "M10"}}');
    expect(found.filter(({ rule }) => rule.endsWith('property'))).toEqual([]);
  });

  it('of v1.5 are those of the new shape already', () => {
    const { found } = sending('POST', `v1.5${CLUSTERS}`, '{"replicationSpecs": [], "numShards": 1}');
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([['legacy-base-url', 'safe']]);
  });

  it('are right while the target is older', () => {
    const { sample, call } = sending('POST', `v2${CLUSTERS}`, '{"numShards": 1}');
    const found = judged([sample], [call], { target: '2023-01-01' });
    expect(found.filter(({ rule }) => rule.endsWith('property'))).toEqual([]);
  });

  it('that only a person can mend make the migration of the URL unsafe', () => {
    const { found } = sending(
      'PATCH',
      `v1.0${CLUSTERS}/c`,
      '{"providerSettings": {"instanceSizeName": "M30"}}',
    );
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([
      ['legacy-base-url', 'unsafe'],
      ['removed-cluster-property', undefined],
    ]);
  });

  it('that can be mended do not', () => {
    const { found } = sending('PATCH', `v1.0${CLUSTERS}/c`, '{"srvAddress": "x"}');
    expect(found.map(({ fix }) => fix?.safety)).toEqual(['safe', 'safe']);
  });

  it('never change a recording', () => {
    const more = { origin: 'recording', exchange: 2 } as const;
    const { found } = sending('PATCH', `v2${CLUSTERS}/c`, '{"srvAddress": "x"}', more);
    expect(found.map(({ severity, exchange, fix }) => [severity, exchange, fix])).toEqual([
      ['error', 2, undefined],
    ]);
  });
});

/** The findings about an answer in a recording. */
const answered = (method: string, path: string, json: string) => {
  const sample = new Sample(`{"url": "${BASE}/${path}", "answer": ${json}}`, 'trace.har');
  const call = request(sample.place(`${BASE}/${path}`), [sample.textOf(`${BASE}/${path}`)], {
    method,
    origin: 'recording',
    exchange: 0,
    headers: headers([], undefined, false),
  });
  const body = treeIn(sample, json);
  const place = sample.place(json);
  const answer: Fact = {
    kind: 'response',
    ...place,
    origin: 'recording',
    request: call.id,
    status: 200,
    headers: headers([]),
    body,
    exchange: 0,
  };
  return judged([sample], [call, answer]);
};

describe('properties in answers', () => {
  it('are evidence, once a property and exchange', () => {
    const found = answered(
      'GET',
      `v2${CLUSTERS}`,
      '{"results": [{"mongoURI": "a"}, {"mongoURI": "b", "srvAddress": "c"}]}',
    );
    expect(
      found.map(({ severity, pointer, data, fix }) => [severity, pointer, data['property'], fix]),
    ).toEqual([
      ['info', '/results/0/mongoURI', 'mongoURI', undefined],
      ['info', '/results/1/srvAddress', 'srvAddress', undefined],
    ]);
  });

  it('of another resource are none', () => {
    expect(answered('GET', 'v2/groups/x/serverless/s', '{"providerSettings": {}, "mongoURI": "x"}')).toEqual(
      [],
    );
  });
});

describe('properties in payloads without a call', () => {
  const CALLER = new Sample(`get('${BASE}/v2/groups', '${DATED}');`, 'api.ts');
  const caller = (): Fact =>
    request(CALLER.place('get('), [CALLER.textOf(`${BASE}/v2/groups`)], {
      headers: headers([
        { ...CALLER.header(DATED, DATED), name: { ...CALLER.slot(DATED), value: 'Accept' } },
      ]),
    });

  const payload = (json: string, more: Partial<PayloadFact> = {}, others: readonly Fact[] = [caller()]) => {
    const sample = new Sample(json, 'c.json');
    const place = sample.place(json);
    const fact: PayloadFact = {
      kind: 'payload',
      ...place,
      origin: 'authored',
      tree: treeIn(sample, json),
      operation: undefined,
      ...more,
    };
    return judged([sample, CALLER], [fact, ...others]);
  };

  it('count by a distinctive member in a project that calls the API', () => {
    const json = '{"numShards": 1, "providerSettings": {"instanceSizeName": "M10"}}';
    const found = payload(json);
    expect(found.map(({ data, certainty }) => [data['property'], certainty])).toEqual([
      ['numShards', 'likely'],
      ['providerSettings', 'likely'],
    ]);
    expect(payload(json, {}, [])).toEqual([]);
    expect(payload('{"numShards": 1, "replicationFactor": 3, "autoScaling": {}}')).toEqual([]);
  });

  it('are certain where the configuration says so', () => {
    const found = payload('{"numShards": 1}', { operation: 'clusters.create' }, []);
    expect(found.map(({ certainty, operation }) => [certainty, operation])).toEqual([
      ['certain', 'clusters.create'],
    ]);
  });

  it('are evidence in a saved answer', () => {
    const found = payload('{"results": [{"mongoURIWithOptions": "x"}]}', { origin: 'recording' });
    expect(found.map(({ severity, pointer }) => [severity, pointer])).toEqual([
      ['info', '/results/0/mongoURIWithOptions'],
    ]);
  });

  it('are not those of a replication spec of its own', () => {
    expect(payload('{"zoneName": "Z", "numShards": 1, "replicationSpecs": []}')).toEqual([]);
  });

  it('are declared by types that have a distinctive member', () => {
    const json = '{"mongoURIWithOptions": "string", "numShards": "number"}';
    const sample = new Sample(json, 't.ts');
    const fact: DeclarationFact = {
      kind: 'declaration',
      ...sample.place(json),
      origin: 'authored',
      name: 'Cluster',
      tree: treeIn(sample, json),
      used: true,
      isType: false,
    };
    const found = judged([sample, CALLER], [fact, caller()]);
    expect(found.map(({ data }) => data['property'])).toEqual(['mongoURIWithOptions', 'numShards']);
    // A type is not told to add up values, as code that reads them is.
    expect(found[1]!.message).toMatch(/Declare replicationSpecs\[\]\.numShards instead\.$/);
  });
});

describe('properties read from answers', () => {
  const URL = `${BASE}/v2${CLUSTERS}/c`;

  /** The findings about reads of `path` (dots) in code; each name's last occurrence is its slot. */
  const reading = (code: string, path: string, more: Partial<ReadFact> = {}, url = URL) => {
    const sample = new Sample(`get('${url}', '${DATED}'); ${code}`);
    const accept = { ...sample.header(DATED, DATED), name: { ...sample.slot(DATED), value: 'Accept' } };
    const call = request(sample.place('get('), [sample.textOf(url)], { headers: headers([accept]) });
    const names = path.split('.');
    const steps = names.map((name) => {
      const start = sample.text.lastIndexOf(name);
      const span = { start, end: start + name.length };
      const element = name === '*' || more.form === 'element';
      const slot = {
        file: sample.file,
        span,
        value: name,
        spelling: element ? 'js-single' : 'js-name',
      } as const;
      return {
        name,
        slot: name === '*' ? undefined : slot,
        optional: sample.text.slice(start - 2, start) === '?.',
      };
    });
    const read: ReadFact = {
      kind: 'read',
      file: sample.file,
      span: steps.at(-1)!.slot!.span,
      origin: 'authored',
      request: call.id,
      path: steps,
      form: 'member',
      bothShapes: false,
      ...more,
    };
    const found = judged([sample], [call, read]);
    return {
      found,
      after: applied(sample, found, ['safe', 'unsafe']).split('; ').slice(1).join('; '),
      sample,
    };
  };

  it.each<[string, string, string, string, Partial<ReadFact>]>([
    ['c.srvAddress', 'srvAddress', 'c.connectionStrings.standardSrv', 'safe', {}],
    ['c?.mongoURIWithOptions', 'mongoURIWithOptions', 'c?.connectionStrings.standard', 'safe', {}],
    ['c.mongoURI', 'mongoURI', 'c.connectionStrings.standard', 'unsafe', {}],
    ['c.providerBackupEnabled', 'providerBackupEnabled', 'c.backupEnabled', 'safe', {}],
    ["c['srvAddress']", 'srvAddress', "c['connectionStrings']['standardSrv']", 'safe', { form: 'element' }],
    [
      'const { srvAddress } = c',
      'srvAddress',
      'const { connectionStrings: { standardSrv: srvAddress } } = c',
      'safe',
      { form: 'binding-shorthand' },
    ],
    [
      'const { srvAddress: s } = c',
      'srvAddress',
      'const { connectionStrings: { standardSrv: s } } = c',
      'safe',
      { form: 'binding' },
    ],
    [
      'const { providerBackupEnabled: b } = c',
      'providerBackupEnabled',
      'const { backupEnabled: b } = c',
      'safe',
      { form: 'binding' },
    ],
    [
      'c.providerSettings.instanceSizeName',
      'providerSettings.instanceSizeName',
      'c.replicationSpecs[0].regionConfigs[0].electableSpecs.instanceSize',
      'unsafe',
      {},
    ],
    [
      'c.providerSettings?.diskIOPS',
      'providerSettings.diskIOPS',
      'c.replicationSpecs?.[0]?.regionConfigs?.[0]?.electableSpecs?.diskIOPS',
      'unsafe',
      {},
    ],
    [
      'c.autoScaling.compute.enabled',
      'autoScaling.compute.enabled',
      'c.replicationSpecs[0].regionConfigs[0].autoScaling.compute.enabled',
      'unsafe',
      {},
    ],
  ])('%s', (code, path, right, safety, more) => {
    const { found, after } = reading(code, path, more);
    expect(found.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([['removed-cluster-property', safety]]);
    expect(after).toBe(right);
  });

  it.each<[string, string, Partial<ReadFact>]>([
    ['const { srvAddress = "" } = c', 'srvAddress', { form: 'binding-shorthand' }],
    ['const { srvAddress: { length } } = c', 'srvAddress', { form: 'binding' }],
    ['c.mongoURIUpdated', 'mongoURIUpdated', {}],
    ['c.numShards', 'numShards', {}],
    ['c.srvAddress = 1', 'srvAddress', { form: 'write' }],
    ['const p = c.providerSettings, s = p.instanceSizeName', 'providerSettings.instanceSizeName', {}],
  ])('%s is for a person', (code, path, more) => {
    const { found, after } = reading(code, path, more);
    expect(found.map(({ severity, fix }) => [severity, fix])).toEqual([['error', undefined]]);
    expect(after).toBe(code);
  });

  it('are silent where the code handles both shapes', () => {
    expect(reading('c.srvAddress', 'srvAddress', { bothShapes: true }).found).toEqual([]);
  });

  it('are found in lists under results', () => {
    const list = reading(
      'results.map(* => *.srvAddress)',
      'results.*.srvAddress',
      {},
      `${BASE}/v2${CLUSTERS}`,
    );
    expect(list.found.map(({ operation, fix }) => [operation, fix?.safety])).toEqual([
      ['clusters.list', 'safe'],
    ]);
    expect(reading('c.srvAddress', 'srvAddress', {}, `${BASE}/v2${CLUSTERS}`).found).toEqual([]);
  });

  it('of other resources are none', () => {
    const { found } = reading('c.mongoURI', 'mongoURI', {}, `${BASE}/v2/groups/x/serverless/s`);
    expect(found.filter(({ rule }) => rule.endsWith('property'))).toEqual([]);
  });

  it('without a safe replacement make the migration of the URL unsafe', () => {
    const url = `${BASE}/v1.0${CLUSTERS}/c`;
    const safeties = (code: string) =>
      reading(code, code.slice(2), {}, url).found.map(({ fix }) => fix?.safety);
    expect(safeties('c.mongoURI')).toEqual(['unsafe', 'unsafe']);
    expect(safeties('c.srvAddress')).toEqual(['safe', 'safe']);
  });
});
