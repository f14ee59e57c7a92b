import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/index.ts';
import { legacyPayload } from '../payload/generated.ts';
import { V1, V2, accept, list, testService } from './world.ts';

const OLD = accept('2023-02-01');
const NEW = accept('2024-08-05');

const FLAT: JsonObject = {
  name: 'shop',
  numShards: 2,
  diskSizeGB: 40,
  providerBackupEnabled: true,
  autoScaling: { diskGBEnabled: true },
  providerSettings: { providerName: 'AWS', regionName: 'EU_WEST_1', instanceSizeName: 'M30' },
};

const region = (name: string, priority: number, rest: JsonObject = {}): JsonObject => ({
  providerName: 'AWS',
  regionName: name,
  priority,
  electableSpecs: { instanceSize: 'M30', nodeCount: priority === 7 ? 3 : 2 },
  ...rest,
});

const GEO: JsonObject = {
  name: 'geo',
  clusterType: 'GEOSHARDED',
  replicationSpecs: [
    { zoneName: 'EU', numShards: 2, regionConfigs: [region('EU_WEST_1', 7), region('EU_CENTRAL_1', 6)] },
    { zoneName: 'US', numShards: 1, regionConfigs: [region('US_EAST_1', 7)] },
  ],
};

const created = (service = testService()) => {
  expect(service.send('POST', V1, { body: FLAT }).status).toBe(201);
  return service;
};

describe('a cluster made by the unversioned API', () => {
  it('is said in every version', () => {
    const service = created();
    const legacy = service.send('GET', `${V1}/shop`).json;
    expect(legacy).toMatchObject({
      ...FLAT,
      clusterType: 'SHARDED',
      replicationFactor: 3,
      replicationSpec: { EU_WEST_1: { electableNodes: 3, priority: 7 } },
      replicationSpecs: [{ numShards: 2, regionsConfig: { EU_WEST_1: { electableNodes: 3 } } }],
      srvAddress: expect.stringMatching(/^mongodb\+srv:/),
      mongoURI: expect.not.stringContaining('?'),
      mongoURIWithOptions: expect.stringContaining('/?ssl=true'),
    });
    const old = service.send('GET', `${V2}/shop`, { headers: OLD }).json;
    expect(old).toMatchObject({
      diskSizeGB: 40,
      backupEnabled: true,
      replicationSpecs: [
        { numShards: 2, regionConfigs: [{ electableSpecs: { instanceSize: 'M30', nodeCount: 3 } }] },
      ],
    });
    const next = service.send('GET', `${V2}/shop`, { headers: NEW }).json;
    expect(list(next['replicationSpecs'])).toHaveLength(2);
    expect(next).toMatchObject({
      replicationSpecs: [{ regionConfigs: [{ electableSpecs: { diskSizeGB: 40 } }] }, {}],
    });
    expect(service.send('GET', `${V2}/shop`, { headers: accept('2023-01-01') }).json).toEqual(legacy);
  });

  it('has none of the removed properties in 2023-02-01 (§9.5)', () => {
    const service = created();
    const removed = [
      'mongoURIWithOptions',
      'providerBackupEnabled',
      'mongoURIUpdated',
      'srvAddress',
      'replicationSpec',
      'mongoURI',
      'numShards',
      'autoScaling',
      'providerSettings',
      'replicationFactor',
    ];
    const one = service.send('GET', `${V2}/shop`, { headers: OLD });
    const all = service.send('GET', V2, { headers: OLD });
    for (const cluster of [one.json, ...list(all.json['results'])])
      expect(Object.keys(cluster).filter((key) => removed.includes(key))).toEqual([]);
    expect([one.text, all.text].filter((text) => text.includes('"regionsConfig"'))).toEqual([]);
    expect(list(all.json['results']).map(({ name }) => name)).toEqual(['orders', 'shop']);
    const legacy = service.send('GET', `${V1}/shop`).json;
    expect(removed.filter((key) => !(key in legacy))).toEqual([]);
  });

  it('has zones of its own in v1.5', () => {
    const v15 = V1.replace('v1.0', 'v1.5');
    expect(created().send('GET', `${v15}/shop`).json).toMatchObject({
      replicationSpecs: [{ regionConfigs: [{}] }],
    });
  });
});

describe('creating (POST)', () => {
  it.each([
    ['the unversioned payload in 2023-02-01', V2, OLD, FLAT, ''],
    ['the payload of 2023-02-01 in the unversioned API', V1, {}, GEO, ''],
    ['the payload of 2023-02-01 in 2024-08-05', V2, NEW, GEO, '/replicationSpecs/0'],
    ['no name', V2, OLD, { clusterType: 'REPLICASET', replicationSpecs: GEO['replicationSpecs']! }, ''],
    [
      'a map in the place of the list',
      V2,
      OLD,
      { ...GEO, replicationSpecs: [{ numShards: 1, regionsConfig: {} }] },
      '/replicationSpecs/0',
    ],
    [
      'too many shards',
      V2,
      OLD,
      { ...GEO, replicationSpecs: [{ numShards: 1e9, regionConfigs: [region('EU_WEST_1', 7)] }] },
      '',
    ],
  ])('refuses %s', (_, target, headers, body, pointer) => {
    const { status, json } = testService().send('POST', target, { headers, body });
    expect([status, json['errorCode']]).toEqual([400, 'INVALID_ATTRIBUTE']);
    expect(String(list(json['parameters'])[0])).toContain(pointer);
    expect(json).toEqual({
      detail: expect.any(String),
      error: 400,
      errorCode: 'INVALID_ATTRIBUTE',
      parameters: expect.any(Array),
      reason: 'Bad Request',
    });
  });

  it('refuses a second cluster of the name', () => {
    const { status, json } = created().send('POST', V1, { body: FLAT });
    expect([status, json['errorCode']]).toEqual([409, 'DUPLICATE_CLUSTER_NAME']);
  });

  it('does not let a name out of its place', () => {
    const service = testService();
    const name = '__proto__/../x?y';
    expect(service.send('POST', V2, { headers: OLD, body: { ...GEO, name } }).status).toBe(201);
    expect(service.send('GET', `${V2}/${encodeURIComponent(name)}`, { headers: OLD }).json['name']).toBe(
      name,
    );
  });
});

const change = (target: string, body: JsonObject, headers = {}, service = created()) =>
  service.send('PATCH', target, { headers, body });

describe('modifying (PATCH)', () => {
  it('resizes by a legacy body that says only the size', () => {
    const body = { providerSettings: { providerName: 'AWS', instanceSizeName: 'M50' } };
    const service = created();
    expect(change(`${V1}/shop`, body, {}, service).json).toMatchObject({
      numShards: 2,
      providerSettings: { regionName: 'EU_WEST_1', instanceSizeName: 'M50' },
    });
    expect(service.send('GET', `${V2}/shop`, { headers: NEW }).json).toMatchObject({
      replicationSpecs: [
        { regionConfigs: [{ electableSpecs: { instanceSize: 'M50', diskSizeGB: 40 } }] },
        {},
      ],
    });
  });

  it.each([
    [{ numShards: 3 }, { numShards: 3, replicationSpecs: [{ numShards: 3 }] }],
    [{ replicationFactor: 5 }, { replicationFactor: 5, numShards: 2 }],
    [{ paused: true }, { paused: true, providerSettings: { instanceSizeName: 'M30' } }],
    [{ diskSizeGB: 80 }, { diskSizeGB: 80 }],
    [
      { autoScaling: { compute: { enabled: true } } },
      { autoScaling: { diskGBEnabled: true, compute: { enabled: true } } },
    ],
  ] as const)('takes the legacy body %j', (body, expected) => {
    const { status, json } = change(`${V1}/shop`, body);
    expect([status, json]).toEqual([200, expect.objectContaining({ name: 'shop' })]);
    expect(json).toMatchObject(expected);
  });

  it('refuses the same body in 2023-02-01', () => {
    const body = { providerSettings: { providerName: 'AWS', instanceSizeName: 'M50' } };
    expect(change(`${V2}/shop`, body, OLD)).toMatchObject({
      status: 400,
      json: { errorCode: 'INVALID_ATTRIBUTE' },
    });
  });

  it('replaces the list of zones as a whole', () => {
    const zones = [{ numShards: 1, regionConfigs: [region('US_EAST_1', 7)] }];
    const { json } = change(`${V2}/shop`, { clusterType: 'REPLICASET', replicationSpecs: zones }, OLD);
    expect(json).toMatchObject({
      diskSizeGB: 40,
      replicationSpecs: [{ numShards: 1, regionConfigs: [{ regionName: 'US_EAST_1' }] }],
    });
    expect(list(json['replicationSpecs'])).toHaveLength(1);
  });

  it('changes neither the name nor what the service says', () => {
    expect(change(`${V1}/shop`, { name: 'other' }).status).toBe(400);
    const service = created();
    const before = service.send('GET', `${V1}/shop`).json;
    const { json } = change(`${V1}/shop`, { id: 'x', stateName: 'DELETED', paused: true }, {}, service);
    expect([json['id'], json['stateName']]).toEqual([before['id'], 'IDLE']);
  });
});

describe('clusters that an older version cannot say', () => {
  const ASYMMETRIC: JsonObject = {
    name: 'uneven',
    clusterType: 'SHARDED',
    replicationSpecs: ['M30', 'M50'].map((instanceSize) => ({
      regionConfigs: [region('EU_WEST_1', 7, { electableSpecs: { instanceSize, nodeCount: 3 } })],
    })),
  };

  it('are refused there by name, and hidden in the list', () => {
    const service = testService();
    expect(service.send('POST', V2, { headers: NEW, body: ASYMMETRIC }).status).toBe(201);
    expect(service.send('GET', `${V2}/uneven`, { headers: NEW }).status).toBe(200);
    const refused = service.send('GET', `${V2}/uneven`, { headers: OLD });
    expect(refused).toMatchObject({ status: 400, json: { errorCode: 'UNREPRESENTABLE_CLUSTER' } });
    expect(service.send('GET', V2, { headers: OLD }).json['totalCount']).toBe(1);
    expect(service.send('GET', V2, { headers: NEW }).json['totalCount']).toBe(2);
  });

  it('are those of several providers for the unversioned API', () => {
    const service = testService();
    const zones = [
      {
        numShards: 1,
        regionConfigs: [region('EU_WEST_1', 7), region('WESTERN_EUROPE', 6, { providerName: 'GCP' })],
      },
    ];
    expect(service.send('POST', V2, { headers: OLD, body: { ...GEO, replicationSpecs: zones } }).status).toBe(
      201,
    );
    expect(service.send('GET', `${V1}/geo`).status).toBe(400);
    expect(service.send('GET', `${V2}/geo`, { headers: OLD }).status).toBe(200);
  });
});

describe('deleting', () => {
  it('takes the cluster away', () => {
    const service = created();
    const { status, headers } = service.send('DELETE', `${V2}/shop`, { headers: NEW });
    expect([status, headers['content-type']]).toEqual([
      202,
      'application/vnd.atlas.2023-02-01+json;charset=utf-8',
    ]);
    expect(service.send('GET', `${V1}/shop`)).toMatchObject({
      status: 404,
      json: { errorCode: 'CLUSTER_NOT_FOUND' },
    });
    expect(service.send('DELETE', `${V1}/shop`).status).toBe(404);
  });
});

describe('any complete legacy payload', () => {
  it('comes back as it was meant', () => {
    fc.assert(
      fc.property(legacyPayload, (payload) => {
        const service = testService();
        const body = { ...payload, name: 'any' } as JsonObject;
        const made = service.send('POST', V1, { body });
        fc.pre(made.status === 201);
        const shown = service.send('GET', `${V2}/any`, { headers: NEW }).json;
        service.send('DELETE', `${V1}/any`);
        const again = service.send('POST', V1, { body: made.json });
        expect(again.status, JSON.stringify(again.json)).toBe(201);
        const { id: _, createDate: __, ...rest } = service.send('GET', `${V2}/any`, { headers: NEW }).json;
        expect(rest).toEqual(Object.fromEntries(Object.entries(shown).filter(([key]) => key in rest)));
      }),
      { numRuns: 60 },
    );
  });
});
