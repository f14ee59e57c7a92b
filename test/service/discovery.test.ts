import { describe, expect, it } from 'vitest';
import { ANSWER_VALIDATORS } from '../../src/rules/load/answers.ts';
import type { JsonObject } from '../../src/model/index.ts';
import { GROUP, V2, accept, basic, testService } from './world.ts';
import type { TestService } from './world.ts';

const TARGET = `/prometheus/v1.0/groups/${GROUP}/discovery`;
const USER = { authorization: basic('prom', 'reference') };

const discover = (service: TestService, target = TARGET, headers: Readonly<Record<string, string>> = USER) =>
  service.send('GET', target, { headers });

interface Entry {
  readonly targets: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

const entriesOf = (text: string): readonly Entry[] => JSON.parse(text) as readonly Entry[];

const region = (providerName: string, priority: number): JsonObject => ({
  providerName,
  regionName: `${providerName}_1`,
  priority,
  electableSpecs: { instanceSize: 'M30', nodeCount: 2 },
  readOnlySpecs: { instanceSize: 'M30', nodeCount: 1 },
  analyticsSpecs: { instanceSize: 'M30', nodeCount: 1 },
});

describe('discovery (§2.1, §2.2, §4.1)', () => {
  it('lists the nodes of the clusters that exist, as our own rule wants them', () => {
    const { status, headers, text } = discover(testService());
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    const entries = entriesOf(text);
    expect(ANSWER_VALIDATORS['discovery-answer'](entries)).toBe(true);
    expect(entries).toHaveLength(3);
    expect(entries[0]).toEqual({
      targets: [expect.stringMatching(/^orders-shard-00-00\.[0-9a-f]{5}\.example\.net:27018$/)],
      labels: {
        availability_zone: 'EU_WEST_1-az1',
        cl_name: 'orders',
        group_id: GROUP,
        group_name: 'shop',
        node_type: 'ELECTABLE',
        org_id: '5e2211c17a3e5a48f5497de2',
        provider: 'AWS',
        region: 'EU_WEST_1',
        replica_set_name: expect.stringMatching(/^atlas-[0-9a-f]{5}-shard-0$/),
      },
    });
  });

  it('knows every kind of node, shard and provider', () => {
    const service = testService();
    const body = {
      name: 'Big one',
      clusterType: 'SHARDED',
      replicationSpecs: [{ numShards: 2, regionConfigs: [region('AZURE', 7), region('GCP', 6)] }],
    };
    expect(service.send('POST', V2, { headers: accept('2023-02-01'), body }).status).toBe(201);
    const entries = entriesOf(discover(service).text).filter(({ labels }) => labels['cl_name'] === 'Big one');
    expect(entries).toHaveLength(16);
    expect(new Set(entries.map(({ targets }) => targets[0])).size).toBe(16);
    expect(new Set(entries.map(({ labels }) => labels['node_type']))).toEqual(
      new Set(['ELECTABLE', 'READ_ONLY', 'ANALYTICS']),
    );
    expect(new Set(entries.map(({ labels }) => labels['availability_zone']))).toContain('GCP_1-b');
    expect(ANSWER_VALIDATORS['discovery-answer'](entries)).toBe(true);
  });

  it('gives private hosts where they are asked for', () => {
    const service = testService();
    const hosts = (query: string) =>
      entriesOf(discover(service, TARGET + query).text).flatMap(({ targets }) => targets);
    expect(hosts('?targetScheme=PUBLIC')).toEqual(hosts(''));
    expect(hosts('?targetScheme=PRIVATE').every((host) => host.includes('-pri.'))).toBe(true);
  });

  it('may leave the optional labels out', () => {
    const seed = { configuration: { discovery: { optionalLabels: false } } };
    expect(Object.keys(entriesOf(discover(testService({ seed })).text)[0]!.labels)).not.toContain(
      'group_name',
    );
  });

  it.each([
    ['another scheme', `${TARGET}?targetScheme=private`, USER, 400],
    ['no credentials', TARGET, {}, 401],
    ['a wrong password', TARGET, { authorization: basic('prom', 'x') }, 401],
    ['a token', TARGET, { authorization: 'Bearer x' }, 401],
    ['a key pair', TARGET, { authorization: basic('public', 'private') }, 401],
    ['an unknown project', TARGET.replace(GROUP, 'ffffffffffffffffffffffff'), USER, 404],
    ['another version', TARGET.replace('v1.0', 'v2'), USER, 404],
  ])('refuses %s', (_, target, headers, expected) => {
    const { status, json, headers: given } = discover(testService(), target, headers);
    expect([status, json['error']]).toEqual([expected, expected]);
    if (expected === 401) expect(given['www-authenticate']).toMatch(/^Digest /);
  });

  it('shows a user its own project only', () => {
    const seed = { discoveryUsers: [{ username: 'prom', password: 'reference', groupId: 'abc' }] };
    expect(discover(testService({ seed })).status).toBe(404);
  });

  it('knows one method', () => {
    const { status, headers } = testService().send('POST', TARGET, { headers: USER });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
