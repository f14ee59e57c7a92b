import { describe, expect, it } from 'vitest';
import { addressOf, identify } from '../../../src/rules/api/identify.ts';
import type { CallIdentity } from '../../../src/rules/api/identify.ts';
import type { Endpoint, OperationInfo } from '../../../src/model/index.ts';
import { builtIn } from '../load/load.ts';
import { sketch } from './texts.ts';

const { api } = builtIn;
const identityOf = (method: string | undefined, pattern: string): CallIdentity =>
  identify(method, addressOf(sketch(pattern), api)!, api);

const LEGACY = 'https://cloud.mongodb.com/api/atlas/v1.0';
const V2 = '~/api/atlas/v2';

describe('operations', () => {
  it.each([
    ['POST', '/groups/~/clusters', 'clusters.create'],
    ['GET', '/groups/~/clusters', 'clusters.list'],
    ['GET', '/groups/5f1b/clusters/Cluster0', 'clusters.get'],
    ['PATCH', '/groups/~/clusters/~', 'clusters.modify'],
    ['DELETE', '/groups/~/clusters/~-prod', 'clusters.delete'],
    ['GET', '/groups/{groupId}/clusters/', 'clusters.list'],
    ['POST', '/groups/~/clusters/tenantUpgrade', 'POST /groups/{groupId}/clusters/tenantUpgrade'],
    ['DELETE', '/groups/~/clusters/tenantUpgrade', 'clusters.delete'],
    ['GET', '/groups/~/clusters/provider/regions', 'GET /groups/{groupId}/clusters/provider/regions'],
    ['GET', '/groups/byName/~', 'GET /groups/byName/{groupName}'],
    ['GET', '/groups/~', 'GET /groups/{groupId}'],
    ['GET', '/groups/~/accessList?pageNum=1', 'GET /groups/{groupId}/accessList'],
    [
      'GET',
      '/groups/~/processes/~:27017/measurements',
      'GET /groups/{groupId}/processes/{processId}/measurements',
    ],
    [
      'GET',
      '/groups/~/clusters/~/logs/mongodb.gz',
      'GET /groups/{groupId}/clusters/{hostName}/logs/{logName}.gz',
    ],
    ['GET', '/groups/~/clusters/~/logs/~', 'GET /groups/{groupId}/clusters/{hostName}/logs/{logName}.gz'],
    ['GET', '?pretty=true', 'GET /'],
    ['GET', '/groups/~/notThere', undefined],
    ['PUT', '/groups/~/clusters', undefined],
    ['POST', '/groups/~/clusters/~', undefined],
    [
      'POST',
      '/groups/~/clusters/~:pinFeatureCompatibilityVersion',
      'POST /groups/{groupId}/clusters/{clusterName}:pinFeatureCompatibilityVersion',
    ],
    ['GET', '/~', undefined],
    [undefined, '/groups/~/clusters', undefined],
    [
      undefined,
      '/groups/~/clusters/~/restartPrimaries',
      'POST /groups/{groupId}/clusters/{clusterName}/restartPrimaries',
    ],
  ])('%s %s is %s in both forms', (method, path, operation) => {
    expect(identityOf(method, LEGACY + path).operation).toBe(operation);
    expect(identityOf(method, V2 + path).operation).toBe(operation);
  });

  it.each([
    ['POST', '~/api/oauth/token', 'tokens.generate'],
    [undefined, '~/api/atlas/v2/oauth/token', 'tokens.generate'],
    ['POST', '/api/oauth/revoke', 'tokens.revoke'],
    ['GET', '~/prometheus/v1.0/groups/~/discovery', 'discovery.list'],
    ['GET', '~/prometheus/v2/groups/~/discovery', 'discovery.list'],
    ['GET', '~/prometheus/v1.0/groups/~', undefined],
    ['POST', '~/api/atlas/v2/oauth/~', undefined],
  ])('%s %s is %s', (method, pattern, operation) => {
    expect(identityOf(method, pattern).operation).toBe(operation);
  });

  it.each([
    [
      'POST',
      '/groups/~/clusters/Cluster0:pinFeatureCompatibilityVersion',
      'POST /groups/{groupId}/clusters/{clusterName}:pinFeatureCompatibilityVersion',
    ],
    [
      'POST',
      '/groups/~/clusters/~:pinFeatureCompatibilityVersion',
      'POST /groups/{groupId}/clusters/{clusterName}:pinFeatureCompatibilityVersion',
    ],
    ['POST', '/groups/:groupId:migrate', 'POST /groups/{groupId}:migrate'],
    ['POST', '/groups/~/flexClusters:tenantUpgrade', 'POST /groups/{groupId}/flexClusters:tenantUpgrade'],
  ])('of the versioned form only: %s %s', (method, path, operation) => {
    expect(identityOf(method, V2 + path).operation).toBe(operation);
  });

  it('names a removed endpoint by its own template', () => {
    const { operation, endpoint, info } = identityOf('POST', `${LEGACY}/groups/~/serverless`);
    expect([operation, endpoint?.fate, info]).toEqual([
      'POST /groups/{groupId}/serverless',
      'removed',
      undefined,
    ]);
  });

  it('names a renamed endpoint by the operation that takes its place', () => {
    const { operation, endpoint } = identityOf('GET', `${LEGACY}/groups/~/whitelist/~`);
    expect(operation).toBe('GET /groups/{groupId}/accessList/{entryValue}');
    expect(endpoint).toMatchObject({ fate: 'renamed', v2: '/groups/{}/accessList/{}' });
  });

  it('knows the media types of downloads', () => {
    const suffixes = identityOf('GET', `${LEGACY}/groups/~/clusters/~/logs/mongodb.gz`).info?.versions[0]
      ?.suffixes;
    expect(suffixes).toEqual(['gzip']);
  });
});

describe('what can be told without a method, or of a path that goes on', () => {
  it.each([
    [undefined, '/groups/~/clusters', 'same'],
    [undefined, '/groups/~/whitelist', 'renamed'],
    [undefined, '/groups/~/pipelines', 'removed'],
    [undefined, '/groups/~/whitelist~', 'renamed'],
    ['GET', '/groups/~/dataLakes~', 'renamed'],
    [undefined, '/groups/~/clusters/~/fts/analyzers', 'removed'],
    [undefined, '/groups/~/serverless/~', undefined],
    [undefined, '/groups/~/~', undefined],
    [undefined, '/groups~', undefined],
    [undefined, '~', undefined],
    [undefined, '', undefined],
  ])('%s %s: %s', (method, path, fate) => {
    const address = addressOf(sketch(LEGACY + path), api)!;
    const identity = identify(method, address, api);
    expect(identity.endpoint?.fate).toBe(fate);
    if (path === '') expect(identity.operation).toBeUndefined();
  });
});

const fill = (path: string): string => path.replaceAll('{}', 'x1');

const legacyRow = (endpoint: Endpoint): string => {
  const {
    endpoint: found,
    info,
    operation,
  } = identityOf(
    endpoint.method,
    `https://cloud.mongodb.com/api/atlas/${endpoint.base}${fill(endpoint.path)}`,
  );
  const survives = endpoint.fate !== 'removed';
  return found === endpoint && (info !== undefined) === survives && operation !== undefined
    ? 'right'
    : `${endpoint.method} ${endpoint.path}`;
};
const operationRow = (row: OperationInfo): string =>
  identityOf(row.method, `~/api/atlas/v2${fill(row.path.replaceAll(/\{[^}]*\}/g, '{}'))}`).info === row
    ? 'right'
    : `${row.method} ${row.path}`;

describe('every row of the tables', () => {
  it('finds all 322 legacy endpoints, with a successor where one is left', () => {
    expect(api.endpoints).toHaveLength(322);
    expect(new Set(api.endpoints.map(legacyRow))).toEqual(new Set(['right']));
  });

  it('finds them with holes for parameters too', () => {
    for (const endpoint of api.endpoints) {
      const path = endpoint.path.replaceAll('{}', '~');
      expect(identityOf(endpoint.method, `~/api/atlas/${endpoint.base}${path}`).endpoint).toBe(endpoint);
    }
  });

  it('finds all 540 operations', () => {
    expect(api.operations).toHaveLength(540);
    expect(new Set(api.operations.map(operationRow))).toEqual(new Set(['right']));
  });

  it('identifies ten thousand calls in well under a second', () => {
    const address = addressOf(sketch(`${V2}/groups/~/clusters/~/backup/restoreJobs/~`), api)!;
    const start = performance.now();
    for (let call = 0; call < 10_000; call++) identify('GET', address, api);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('a path that only the legacy API has, on a base of the versioned one', () => {
  it.each<readonly [method: string | undefined, path: string, fate: string | undefined]>([
    ['GET', '/groups/~/whitelist', 'renamed'],
    ['GET', '/groups/~/clusters/~/fts/analyzers', 'removed'],
    // The versioned API has the path: a method that it no longer has is no slip of a migration.
    ['POST', '/groups/~/serverless', undefined],
    ['GET', '/groups/~/accessList', undefined],
    ['GET', '/groups/~/made-up', undefined],
    // More of the path may come.
    ['GET', '/groups/~/', undefined],
  ])('%s %s: %s', (method, path, fate) => {
    expect(identityOf(method, `${V2}${path}`).endpoint?.fate).toBe(fate);
  });
});
