#!/usr/bin/env node
/**
 * Prints how the reference service bears load, against a plain node:http server that says hello, in this one run, and what
 * malformed requests come to.
 *
 *   node bench/service.mjs            10,000 malformed requests, 5 seconds a measurement
 *   node bench/service.mjs --quick    1,000, and 1 second
 */
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { sendMalformed } from './malformed.mjs';
import { seeded } from './random.mjs';

const quick = process.argv.includes('--quick');
const seconds = quick ? 1 : 5;
const LANES = 32;
const GROUP = '5e2211c17a3e5a48f5497de3';

const HELLO = `require('node:http').createServer((_, response) => response.end('hello'))
  .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); })`;
const bin = fileURLToPath(new URL('../bin/migrate.js', import.meta.url));

const children = [];
const start = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    child.stdout.once('data', (chunk) => resolve({ url: String(chunk).trim(), child }));
  });

const ask = (url, { agent, ...options }) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, ...options }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end(options.body);
  });

const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Asks the same over and over on some connections that stay open. */
const load = async (url, options, wanted = 200) => {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const times = [];
  const until = Date.now() + seconds * 1000;
  const lane = async () => {
    while (Date.now() < until) {
      const before = performance.now();
      const { status } = await ask(url, { agent, ...options });
      if (status !== wanted) throw new Error(`${url} answered ${status}`);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  agent.destroy();
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, median: percentile(times, 0.5), tail: percentile(times, 0.99) };
};

const tokenOf = async (url) => {
  const { text } = await ask(`${url}/api/oauth/token`, {
    method: 'POST',
    auth: 'mdb_sa_id_reference:reference',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return JSON.parse(text).access_token;
};

const print = (what, { rate, median, tail }, hello) =>
  console.log(
    [
      what.padEnd(34),
      `${rate.toFixed(0)}/s`.padStart(9),
      `p50 ${median.toFixed(1)} ms`.padStart(12),
      `p99 ${tail.toFixed(1)} ms`.padStart(13),
      hello === undefined
        ? ''
        : `${(hello.rate / rate).toFixed(1)} × slower, p99 ${(tail / hello.tail).toFixed(1)} ×`,
    ].join('  '),
  );

try {
  const hello = await start(['-e', HELLO]);
  const service = await start([bin, 'serve', '--port', '0', '--today', '2026-11-21']);
  const token = await tokenOf(service.url);
  const clusters = `${service.url}/api/atlas/v2/groups/${GROUP}/clusters`;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.atlas.2023-02-01+json' };
  const floor = await load(hello.url, {});
  print('hello', floor);
  print('a cluster, versioned', await load(`${clusters}/orders`, { headers }), floor);
  print('a cluster, unversioned', await load(`${clusters.replace('v2', 'v1.0')}/orders`, { headers }), floor);
  print(
    'discovery',
    await load(`${service.url}/prometheus/v1.0/groups/${GROUP}/discovery`, { auth: 'prom:reference' }),
    floor,
  );
  print('a call without credentials (401)', await load(clusters, {}, 401), floor);
  const count = quick ? 1000 : 10_000;
  const counts = await sendMalformed(Number(new URL(service.url).port), seeded(8), token, count);
  const alive = (await ask(clusters, { headers })).status;
  console.log(`${count} malformed requests: ${JSON.stringify(counts)}; afterwards it answers ${alive}`);
  if (alive !== 200 || counts['500'] || counts.hang || service.child.exitCode !== null) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
}
