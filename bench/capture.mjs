// What record and prove cost a test suite of 1,000 calls, one a test of node:test: `node bench/capture.mjs [calls]`. The suite
// calls a server without TLS, which makes it as cheap as a suite can be, the same by a relay of a few lines, which is what any
// process on the way costs it, and a server with TLS, as the API is. Prints CPU time of the suite itself and of the whole,
// migrate's own process with it, and the added milliseconds a call, of the best rounds.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CertificateAuthority } from '../dist/capture/certificate/authority.js';

const bin = fileURLToPath(new URL('../bin/migrate.js', import.meta.url));
const calls = Number(process.argv[2] ?? 1000);
const ROUNDS = 5;
const GROUP = '5e2211c17a3e5a48f5497de3';

const SUITE = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
const headers = { accept: 'application/vnd.atlas.2023-02-01+json', authorization: 'Bearer x' };
const clusters = async (page) => {
  const response = await fetch(\`\${process.env.BASE}/api/atlas/v2/groups/${GROUP}/clusters?itemsPerPage=\${page}\`, { headers });
  assert.equal(response.status, 200);
  return (await response.json()).results.map(({ id, name }) => ({ id, name }));
};
const first = await clusters(1);
for (let page = 1; page < ${calls}; page++)
  test('page ' + page, async () => assert.deepEqual(await clusters(1 + (page % 100)), first));
`;

const folder = mkdtempSync(join(tmpdir(), 'migrate-bench-'));
writeFileSync(join(folder, 'suite.test.mjs'), SUITE);
const clusters = [{ name: 'orders', id: '000000000000000000000001' }];
const body = JSON.stringify({ results: clusters, totalCount: clusters.length, links: [] });
const respond = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
};
const authority = new CertificateAuthority(['localhost']);
const contextFor = (host, done) => done(null, authority.contextFor(host));
const servers = [createServer(respond), createSecureServer({ SNICallback: contextFor }, respond)];
for (const server of servers) await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const [plain, secure] = servers.map(
  (server, at) => `http${at === 1 ? 's' : ''}://localhost:${server.address().port}`,
);
const trusted = join(folder, 'authority.pem');
writeFileSync(trusted, authority.pem);
writeFileSync(join(folder, 'migrate.config.json'), JSON.stringify({ hosts: ['localhost'] }));

const relay = join(folder, 'relay.mjs');
writeFileSync(
  relay,
  `import { Agent, createServer, request } from 'node:http';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = createServer((asked, answer) => {
  const { method, url: path, headers } = asked;
  asked.pipe(request({ agent, port: ${servers[0].address().port}, method, path, headers }, (got) => {
    got.pipe(answer.writeHead(got.statusCode, got.headers));
  }));
});
server.listen(0, '127.0.0.1', () => console.log('http://localhost:' + server.address().port));`,
);
const relaying = spawn(process.execPath, [relay], { stdio: ['ignore', 'pipe', 'inherit'] });
const relayed = await new Promise((told) =>
  relaying.stdout.once('data', (line) => told(String(line).trim())),
);

const own = join(folder, 'own.cjs');
writeFileSync(
  own,
  `process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  require('fs').writeFileSync('cpu', String((userCPUTime + systemCPUTime) / 1000));
});`,
);

/** Milliseconds in `0m1.250s 0m0.100s`, the second line of the shell's `times`. */
const cpuOfChildren = (told) => {
  const line = told.trimEnd().split('\n').at(-1) ?? '';
  return Array.from(line.matchAll(/(\d+)m([\d.]+)s/g)).reduce(
    (sum, [, m, s]) => sum + 60_000 * m + 1000 * s,
    0,
  );
};

/** What a command costs: CPU of the suite and of all processes, and wall time, in milliseconds. */
const run = (words, base) =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const env = { ...process.env, BASE: base, NODE_EXTRA_CA_CERTS: trusted };
    const line = words.map((word) => `'${word}'`).join(' ');
    const child = spawn('bash', ['-c', `${line} >out 2>err && times`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    child.stdout.on('data', (piece) => (told += piece));
    child.on('close', (code) => {
      const wall = performance.now() - start;
      if (code !== 0)
        return reject(new Error(`${line} ended with ${code}: ${readFileSync(join(folder, 'err'), 'utf8')}`));
      resolve({ suite: Number(readFileSync(join(folder, 'cpu'), 'utf8')), whole: cpuOfChildren(told), wall });
    });
  });

const suite = [process.execPath, '--require', own, 'suite.test.mjs'];
const CLOUD = 'https://cloud.mongodb.com';
const recorded = [process.execPath, bin, 'record', '-o', 'calls.har', '--', ...suite];
const proved = [process.execPath, bin, 'prove', '--', ...suite];
const [ALONE, ALONE_SECURE] = ['the suite alone', 'the suite alone, with TLS'];
const WAYS = {
  [ALONE]: { run: () => run(suite, plain), to: ALONE },
  'the suite, by a relay': { run: () => run(suite, relayed), to: ALONE },
  record: { run: () => run(recorded, plain), to: ALONE },
  prove: { run: () => run(proved, CLOUD), to: ALONE },
  [ALONE_SECURE]: { run: () => run(suite, secure), to: ALONE_SECURE },
  'record, with TLS': { run: () => run(recorded, secure), to: ALONE_SECURE },
};
const found = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, way] of Object.entries(WAYS)) found[name].push(await way.run());
/** The least of the rounds: whatever else the machine does only adds to it. */
const best = (name, of) => Math.min(...found[name].map((round) => round[of]));
const added = (name, of) => best(name, of) - best(WAYS[name].to, of);
console.table(
  Object.keys(WAYS).map((name) => ({
    way: name,
    'CPU of the suite, ms': Math.round(best(name, 'suite')),
    'added CPU ms a call': (added(name, 'suite') / calls).toFixed(3),
    'ratio (promised: 1.05)': (best(name, 'suite') / best(WAYS[name].to, 'suite')).toFixed(3),
    'CPU of all processes, ms': Math.round(best(name, 'whole')),
    'added wall ms a call (promised: 2)': (added(name, 'wall') / calls).toFixed(2),
  })),
);
relaying.kill();
for (const server of servers) server.close();
rmSync(folder, { recursive: true, force: true });
