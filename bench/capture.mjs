// What record and prove cost a test suite of 1,000 calls: `node bench/capture.mjs [calls]`. Prints CPU time of the command alone
// and of the whole of migrate, as ratios of one run, and the added milliseconds a call.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../bin/migrate.js', import.meta.url));
const calls = Number(process.argv[2] ?? 1000);
const ROUNDS = 3;
const GROUP = '5e2211c17a3e5a48f5497de3';

/** Each call with the work of a test around it, so that the whole takes as long as a suite does. */
const SUITE = `
import assert from 'node:assert';
const base = process.env.BASE;
const headers = { accept: 'application/vnd.atlas.2023-02-01+json', authorization: 'Bearer x' };
for (let at = 0; at < ${calls}; at++) {
  const answer = await fetch(base + '/api/atlas/v2/groups/${GROUP}/clusters?at=' + at, { headers });
  const body = await answer.json();
  for (let times = 0; times < 60; times++) assert.deepEqual(JSON.parse(JSON.stringify(body)), body);
}
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.stdout.write(String((userCPUTime + systemCPUTime) / 1000));
`;

const folder = mkdtempSync(join(tmpdir(), 'migrate-bench-'));
writeFileSync(join(folder, 'suite.mjs'), SUITE);
const clusters = Array.from({ length: 20 }, (_, at) => ({ name: `c${at}`, id: `${at}`.padStart(24, '0') }));
const body = JSON.stringify({ results: clusters, totalCount: clusters.length, links: [] });
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const address = `http://localhost:${server.address().port}`;
writeFileSync(
  join(folder, 'migrate.config.json'),
  JSON.stringify({ hosts: [`localhost:${server.address().port}`, 'localhost'] }),
);

/** CPU milliseconds that the suite says it took, and wall milliseconds. */
const run = (args, base) =>
  new Promise((resolve, reject) => {
    const start = performance.now();
    const env = { ...process.env, BASE: base };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (piece) => (out += piece));
    child.stderr.on('data', (piece) => (err += piece));
    child.on('exit', (code) =>
      Number(out) > 0 && code === 0
        ? resolve({ cpu: Number(out), wall: performance.now() - start })
        : reject(new Error(`${args.join(' ')} ended with ${code}: ${out}${err}`)),
    );
  });

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const suite = ['suite.mjs'];
const WAYS = {
  'the suite alone': () => run(suite, address),
  record: () => run([bin, 'record', '-o', 'calls.har', '--', process.execPath, ...suite], address),
  prove: () => run([bin, 'prove', '--', process.execPath, ...suite], 'https://cloud.mongodb.com'),
};
const found = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, way] of Object.entries(WAYS)) found[name].push(await way());
const alone = found['the suite alone'];
console.table(
  Object.entries(found).map(([name, rounds]) => {
    const [cpu, wall] = [median(rounds.map((each) => each.cpu)), median(rounds.map((each) => each.wall))];
    return {
      way: name,
      'CPU of the suite, ms': Math.round(cpu),
      'added CPU ms a call': ((cpu - median(alone.map((each) => each.cpu))) / calls).toFixed(2),
      'ratio (promised: 1.05)': (cpu / median(alone.map((each) => each.cpu))).toFixed(3),
      'added ms a call (promised: 2)': ((wall - median(alone.map((each) => each.wall))) / calls).toFixed(2),
    };
  }),
);
server.close();
rmSync(folder, { recursive: true, force: true });
