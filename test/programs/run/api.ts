/**
 * What the service is like, written down a second time: what the tool believes is data in `rules/`, and an oracle
 * that read the same file would share its mistakes.
 */

/** Where a request goes. */
export type Target = 'legacy' | 'versioned' | 'elsewhere';

interface Endpoint {
  readonly method: string;
  readonly legacy: RegExp;
  readonly versioned: RegExp;
  /** Path of the versioned API, with the groups of `legacy`; none where the endpoint is gone. */
  readonly moved: string | undefined;
  readonly suffix: 'json' | 'gzip' | 'csv';
}

const same = (method: string, path: string, suffix: Endpoint['suffix'] = 'json'): Endpoint => {
  const pattern = new RegExp(`^${path.replaceAll('*', '([^/]+)')}$`);
  let group = 0;
  return {
    method,
    legacy: pattern,
    versioned: pattern,
    moved: path.replaceAll('*', () => `$${(group += 1)}`),
    suffix,
  };
};

const ENDPOINTS: readonly Endpoint[] = [
  ...['GET', 'POST'].map((method) => same(method, '/groups/*/clusters')),
  ...['GET', 'PATCH', 'DELETE'].map((method) => same(method, '/groups/*/clusters/*')),
  same('POST', '/groups/*/clusters/tenantUpgrade'),
  ...['GET', 'POST'].map((method) => same(method, '/groups/*/alertConfigs')),
  same('GET', '/groups/*/alerts'),
  same('GET', '/groups/*/processes'),
  same('GET', '/groups/*'),
  same('GET', '/groups'),
  same('GET', '/groups/*/clusters/*/logs/mongodb.gz', 'gzip'),
  same('GET', '/orgs/*/invoices/*/csv', 'csv'),
  {
    ...same('GET', '/groups/*/whitelist'),
    versioned: /^\/groups\/([^/]+)\/accessList$/,
    moved: '/groups/$1/accessList',
  },
  { ...same('GET', '/groups/*/clusters/*/fts/analyzers'), versioned: /^$/, moved: undefined },
];

const HOSTS = /^https:\/\/(?:[^/@]*@)?cloud(?:-dev|-qa)?\.mongodb(?:gov)?\.com(?=\/)/;
const LEGACY = /^\/api\/atlas\/v1(?:\.0|\.5)(?=\/|\?|$)/;
const VERSIONED = /^\/api\/atlas\/v2(?=\/|\?|$)/;
const DATED = /^application\/vnd\.atlas\.\d{4}-\d\d-\d\d\+(\w+)$/;

const pathOf = (url: string): string => url.replace(HOSTS, '');

export const targetOf = (url: string): Target => {
  if (!HOSTS.test(url)) return 'elsewhere';
  const path = pathOf(url);
  return LEGACY.test(path) ? 'legacy' : VERSIONED.test(path) ? 'versioned' : 'elsewhere';
};

/** Path below the base, without query and slash at the end. */
const below = (url: string): string =>
  pathOf(url)
    .replace(LEGACY, '')
    .replace(VERSIONED, '')
    .replace(/\?.*$/, '')
    .replace(/(?<=.)\/$/, '');

const find = (method: string, url: string, form: 'legacy' | 'versioned'): Endpoint | undefined =>
  ENDPOINTS.find((endpoint) => endpoint.method === method && endpoint[form].test(below(url)));

/** What a legacy address is in the versioned API; `undefined` where it has no twin. */
export const movedUrl = (method: string, url: string): string | undefined => {
  const endpoint = find(method, url, 'legacy');
  if (endpoint?.moved === undefined) return undefined;
  const [base] = url.split(below(url));
  const path = below(url);
  const rest = url.slice(base!.length + path.length);
  return `${base!.replace(/\/api\/atlas\/v1\.[05]$/, '/api/atlas/v2')}${path.replace(endpoint.legacy, endpoint.moved)}${rest}`;
};

/** The one version header that a request has to carry at an endpoint that there is, or why it does not. */
export const headerTrouble = (
  method: string,
  url: string,
  headers: readonly (readonly [string, string])[],
): string | undefined => {
  const values = headers.filter(([name]) => name.toLowerCase() === 'accept').map(([, value]) => value);
  if (values.length === 0) return 'no Accept';
  if (values.length > 1) return `${values.length} Accept headers`;
  const suffix = DATED.exec(values[0]!)?.[1];
  if (suffix === undefined) return `Accept: ${values[0]}`;
  if (find(method, url, 'legacy') && !find(method, url, 'versioned')) return 'no such endpoint';
  const right = find(method, url, 'versioned')?.suffix ?? 'json';
  return suffix === right ? undefined : `+${suffix} where the endpoint has +${right}`;
};

const LEGACY_CLUSTER = {
  name: 'c0',
  mongoURI: 'mongodb://h1,h2',
  mongoURIWithOptions: 'mongodb://h1,h2/?ssl=true',
  srvAddress: 'mongodb+srv://h',
  providerBackupEnabled: true,
  providerSettings: { providerName: 'AWS', regionName: 'US_EAST_1', instanceSizeName: 'M30' },
  stateName: 'IDLE',
};

const CLUSTER = {
  name: 'c0',
  connectionStrings: { standard: 'mongodb://h1,h2/?ssl=true', standardSrv: 'mongodb+srv://h' },
  backupEnabled: true,
  replicationSpecs: [
    {
      regionConfigs: [
        { providerName: 'AWS', regionName: 'US_EAST_1', electableSpecs: { instanceSize: 'M30' } },
      ],
    },
  ],
  stateName: 'IDLE',
};

export interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly type: string;
}

/** What the service answers; bodies of other endpoints than clusters are the same in both forms. */
export const answerTo = (
  method: string,
  url: string,
  headers: readonly (readonly [string, string])[],
): Answer => {
  const target = targetOf(url);
  const asked = headers.find(([name]) => name.toLowerCase() === 'accept')?.[1];
  const type = target === 'versioned' ? (asked ?? 'application/json') : 'application/json';
  if (target === 'elsewhere') return { status: 200, json: { ok: true, results: [] }, type };
  if (target === 'versioned' && headerTrouble(method, url, headers) !== undefined)
    return { status: 406, json: { errorCode: 'INVALID_VERSION_DATE' }, type };
  const cluster = target === 'legacy' ? LEGACY_CLUSTER : CLUSTER;
  const links = linksOf(url);
  if (below(url).endsWith('/clusters') && method === 'GET')
    return { status: 200, json: { results: [cluster], links }, type };
  if (/\/clusters(\/[^/]+)?$/.test(below(url))) return { status: 200, json: cluster, type };
  return { status: 200, json: { results: [{ id: 'r0' }], id: 'r0', links }, type };
};

/** Links of a list with two pages, with addresses of the version that was asked. */
const linksOf = (url: string): readonly { readonly rel: string; readonly href: string }[] => {
  const self = { rel: 'self', href: url };
  return url.includes('?') ? [self] : [self, { rel: 'next', href: `${url}?pageNum=2` }];
};
