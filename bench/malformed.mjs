// Requests that are wrong in one way or another, as the bytes of one connection: for the load of the reference service
// (bench/service.mjs) and its test.
import { connect } from 'node:net';

const GROUP = '5e2211c17a3e5a48f5497de3';
const V1 = `/api/atlas/v1.0/groups/${GROUP}/clusters`;
const V2 = `/api/atlas/v2/groups/${GROUP}/clusters`;
const TARGETS = [
  V1,
  V2,
  `${V1}/orders`,
  `${V2}/orders`,
  `/prometheus/v1.0/groups/${GROUP}/discovery`,
  '/api/oauth/token',
  '/api/oauth/revoke',
  `/api/atlas/v2/groups/${GROUP}/databaseUsers`,
  `/api/atlas/v2/groups/${GROUP}/accessList`,
  '/api/atlas/v2/groups',
  `/api/atlas/v1.5/groups/${GROUP}/clusters/orders`,
  '/',
];
const USUAL = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const METHODS = [...USUAL, ...USUAL, ...USUAL, 'HEAD', 'OPTIONS', 'TRACE', 'get', 'NONSENSE'];
const NAMES = [
  'name',
  'clusterType',
  'providerSettings',
  'providerName',
  'regionName',
  'instanceSizeName',
  'replicationSpecs',
  'replicationSpec',
  'regionsConfig',
  'regionConfigs',
  'numShards',
  'replicationFactor',
  'priority',
  'electableSpecs',
  'electableNodes',
  'instanceSize',
  'nodeCount',
  'diskSizeGB',
  'autoScaling',
  'compute',
  'backupEnabled',
  'providerBackupEnabled',
  'labels',
  '__proto__',
  'constructor',
  'toString',
  '',
  '~/\u0000',
];
const SCALARS = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  3,
  7,
  '',
  'AWS',
  'M10',
  'SHARDED',
  '\u2028',
  'x'.repeat(300),
];
const MEDIA = [
  'application/json',
  'application/vnd.atlas.2023-02-01+json',
  'application/vnd.atlas.2024-08-05+json',
  'application/vnd.atlas.2023-01-01+json',
  'application/vnd.atlas.9999-99-99+json',
  'application/vnd.atlas.preview+json',
  'application/x-www-form-urlencoded',
  'text/plain; charset=utf-16',
  ';;;,,,',
];

const json = (random, depth = 0) => {
  const kind = depth > 5 ? 0 : random.below(4);
  if (kind === 0) return random.pick(SCALARS);
  if (kind === 1) return Array.from({ length: random.below(4) }, () => json(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.below(6) }, () => [random.pick(NAMES), json(random, depth + 1)]),
  );
};

const bytes = (random, length) => Buffer.from(Array.from({ length }, () => random.below(256)));

/** A text with some characters changed, doubled or gone. */
const damaged = (random, text) => {
  let result = text;
  for (let times = 1 + random.below(3); times > 0; times -= 1) {
    const at = random.below(result.length + 1);
    const change = random.pick([
      '',
      String.fromCharCode(random.below(256)),
      result.slice(at, at + 20),
      '%',
      '"',
      '\r\n',
    ]);
    result = result.slice(0, at) + change + result.slice(at + random.below(3));
  }
  return result;
};

const authorization = (random, token) =>
  random.pick([
    `Bearer ${token}`,
    `Bearer ${token}`,
    `Bearer ${damaged(random, token)}`,
    'Basic bWRiX3NhX2lkX3JlZmVyZW5jZTpyZWZlcmVuY2U=',
    'Basic cHJvbTpyZWZlcmVuY2U=',
    `Basic ${bytes(random, 9).toString('base64')}`,
    damaged(
      random,
      'Digest username="public", realm="MMS Public API", nonce="a.b.c", uri="/", qop=auth, nc=00000001, cnonce="x", response="y"',
    ),
    'Digest '.padEnd(2000, ','),
    '',
  ]);

const bodyOf = (random) =>
  random.pick([
    () => JSON.stringify(json(random)),
    () => JSON.stringify({ name: 'x', clusterType: 'REPLICASET', ...Object(json(random, 1)) }),
    () => damaged(random, JSON.stringify(json(random))),
    () => damaged(random, 'grant_type=client_credentials&token=x&token_type_hint=access_token'),
    () => '['.repeat(random.below(3000)),
    () => bytes(random, random.below(200)).toString('latin1'),
    () => '',
  ])();

/** The bytes of a request; most are HTTP with something wrong behind it. `token` lets some of them in. */
export const malformed = (random, token) => {
  if (random.below(20) === 0) return bytes(random, random.below(400));
  const target = random.below(3) === 0 ? damaged(random, random.pick(TARGETS)) : random.pick(TARGETS);
  const query = random.pick([
    '',
    '',
    '?pretty=true',
    '?envelope=true',
    '?envelope=%',
    '?pageNum=-1',
    '?targetScheme=x',
  ]);
  const body = Buffer.from(bodyOf(random), 'latin1');
  const length = random.below(15) === 0 ? random.below(5000) : body.length;
  const lines = [
    `${random.pick(METHODS)} ${target}${query} HTTP/1.1`,
    'host: localhost',
    `authorization: ${authorization(random, token)}`,
    `accept: ${random.pick(MEDIA)}`,
    `content-type: ${random.pick(MEDIA)}`,
    random.below(12) === 0 ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    'connection: close',
    ...(random.below(10) === 0 ? [`authorization: ${authorization(random, token)}`] : []),
    ...(random.below(40) === 0 ? [`x: ${'y'.repeat(20_000)}`] : []),
  ];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  const whole = random.below(25) === 0 ? damaged(random, head) : head;
  return Buffer.concat([Buffer.from(whole, 'latin1'), body]);
};

/** Sends bytes on a connection of their own; the statuses that come back, none where it is just closed. */
export const exchange = (port, request, timeout = 5000) =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(request));
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(['hang']);
    }, timeout);
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Array.from(text.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => status));
    });
  });

/** Sends `count` malformed requests, some at a time; how often each status came back. */
export const sendMalformed = async (port, random, token, count) => {
  const counts = {};
  const lane = async (share) => {
    for (let at = 0; at < share; at += 1) {
      const [status = 'closed'] = await exchange(port, malformed(random, token));
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, () => lane(Math.ceil(count / 8))));
  return counts;
};
