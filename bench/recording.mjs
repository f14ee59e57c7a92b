import { closeSync, openSync, writeSync } from 'node:fs';
import { seeded } from './random.mjs';

const GROUP = '5e2211c17a3e5a48f5497de3';

const entry = (url, method, seconds, answer) => ({
  startedDateTime: new Date(Date.UTC(2026, 8, 1) + seconds * 1000).toISOString(),
  time: 40,
  request: {
    method,
    url,
    httpVersion: 'HTTP/2',
    headers: [
      { name: 'accept', value: 'application/json' },
      { name: 'user-agent', value: 'bench/1' },
    ],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 0,
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'HTTP/2',
    headers: [{ name: 'content-type', value: 'application/json' }],
    cookies: [],
    content: { size: answer.length, mimeType: 'application/json', text: answer },
    redirectURL: '',
    headersSize: -1,
    bodySize: answer.length,
  },
  cache: {},
  timings: { send: 0, wait: 40, receive: 0 },
});

/** Answers of a web application, between 2 and 60 kB. */
function answers(random) {
  return Array.from({ length: 64 }, () => {
    const rows = Array.from({ length: 10 + random.below(300) }, (_, id) => ({
      id,
      sku: `sku-${random.below(1e9).toString(36)}`,
      note: 'said "ready" \\ shipped at 10:00, size {L}',
      amount: random.below(100_000) / 100,
    }));
    return JSON.stringify({ rows });
  });
}

const cluster = (index) => ({
  name: `c${index}`,
  clusterType: 'REPLICASET',
  connectionStrings: { standardSrv: `mongodb+srv://c${index}.example.net` },
  replicationSpecs: [
    {
      id: GROUP,
      regionConfigs: [{ priority: 7, electableSpecs: { instanceSize: 'M10', nodeCount: 3 } }],
    },
  ],
  stateName: 'IDLE',
});

/**
 * Writes a HAR of `count` exchanges that are all calls of the API: of the versioned one as they should be, or of the
 * legacy one.
 */
export function writeDenseHar(path, count, version) {
  const file = openSync(path, 'w');
  writeSync(file, '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
  for (let index = 0; index < count; index += 1) {
    const url = `https://cloud.mongodb.com/api/atlas/${version}/groups/${GROUP}/clusters/c${index}`;
    const call = entry(url, 'GET', index, JSON.stringify(cluster(index)));
    if (version === 'v2') call.request.headers[0].value = 'application/vnd.atlas.2023-02-01+json';
    writeSync(file, (index === 0 ? '\n' : ',\n') + JSON.stringify(call));
  }
  writeSync(file, '\n]}}\n');
  closeSync(file);
}

/**
 * Writes a HAR of about `bytes`, in which one entry in 100 calls the legacy API.
 * @returns {number} how many do
 */
export function writeHar(path, bytes, seed = 2) {
  const random = seeded(seed);
  const bodies = answers(random);
  const file = openSync(path, 'w');
  let written = writeSync(
    file,
    '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[',
  );
  let planted = 0;
  for (let index = 0; written < bytes; index += 1) {
    const legacy = index % 100 === 50;
    if (legacy) planted += 1;
    const url = legacy
      ? `https://cloud.mongodb.com/api/atlas/v1.0/groups/${GROUP}/alerts`
      : `https://shop.example.com/api/orders?page=${index}`;
    const text = JSON.stringify(entry(url, 'GET', index, legacy ? '{"results":[]}' : random.pick(bodies)));
    written += writeSync(file, (index === 0 ? '\n' : ',\n') + text);
  }
  writeSync(file, '\n]}}\n');
  closeSync(file);
  return planted;
}
