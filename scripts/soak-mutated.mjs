// Rounds of what strangers could have written, in turn: a tree of mutated fixtures, a mutated recording, a mutated payload,
// and malformed requests to the reference service. `npm run soak -- --minutes 10 --seed 1`, or `--rounds 1000`; `--only 17`
// repeats round 17 of the seed and leaves its folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exchange, malformed } from '../bench/malformed.mjs';
import { seeded } from '../bench/random.mjs';
import { filesBelow, problemOfTree, spoiled, terminalIn } from './soak-trees.mjs';

const DAY = ['--today', '2026-11-21'];
const RECORDINGS = [
  'har',
  'burp',
  'cassette',
  'mitmproxy',
  'otlp',
  'curl-log',
  'access-log',
  'wiremock',
  'postman-yaml',
];
const REQUESTS = 60;

const say = async (run, args, folder) => {
  const { terminal, said } = terminalIn(folder);
  return { code: await run(args, terminal), ...said };
};

/** Runs a command twice: it must end without an internal error, and say the same. */
const problemOf = async (run, args, folder) => {
  const [first, second] = [await say(run, args, folder), await say(run, args, folder)];
  if (/internal error/.test(first.err)) return `${args.join(' ')}: ${first.err.slice(-500)}`;
  if (first.code === 2 && !/^migrate: /m.test(first.err))
    return `${args.join(' ')} ends with 2 and no reason`;
  return first.out === second.out && first.code === second.code
    ? undefined
    : `${args.join(' ')} says two things`;
};

const firstProblem = async (run, calls, folder) => {
  for (const args of calls) {
    const problem = await problemOf(run, args, folder);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

/** A file of one of the kinds, spoiled, in the folder. */
const spoil = (random, folder, sources) => {
  const path = random.pick(sources);
  const name = basename(path);
  writeFileSync(join(folder, name), spoiled(path, random, sources));
  return name;
};

const recordingRound = async ({ run, recordings }, random, folder) => {
  const name = spoil(random, folder, recordings);
  const calls = [
    ['scan', name, '--by-call', '--format', 'json', ...DAY],
    ['verify', name, ...DAY],
    ['versions', name, ...DAY],
  ];
  return firstProblem(run, calls, folder);
};

const payloadRound = async ({ run, payloads }, random, folder) => {
  const name = spoil(random, folder, payloads);
  return firstProblem(run, [['convert', name, ...DAY]], folder);
};

const treeRound = ({ run, sources }, random, folder) => problemOfTree(run, random, folder, sources);

const requestRound = async ({ service, token }, random) => {
  const requests = Array.from({ length: REQUESTS }, () => malformed(random, token));
  const answers = await Promise.all(requests.map((request) => exchange(service.port, request)));
  const at = answers.findIndex((statuses) => statuses.some((status) => /^5|hang/.test(status)));
  if (at !== -1)
    return `a request is answered ${answers[at]}: ${requests[at].toString('latin1').slice(0, 500)}`;
  const { status } = await fetch(`${service.url}/api/atlas/v1.0/groups`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return status === 200 ? undefined : `afterwards a right request is answered ${status}`;
};

const ROUNDS = [
  { name: 'trees', round: treeRound },
  { name: 'recordings', round: recordingRound },
  { name: 'payloads', round: payloadRound },
  { name: `${REQUESTS} requests`, round: requestRound },
];

const tokenOf = async ({ url }) => {
  const response = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('mdb_sa_id_reference:reference')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return (await response.json()).access_token;
};

const open = async () => {
  const { run } = await import('../dist/cli/main.js');
  const { startReferenceService } = await import('../dist/reference-service.js');
  const service = await startReferenceService();
  return {
    run,
    service,
    token: await tokenOf(service),
    sources: ['fixtures/cases', 'fixtures/corpus', 'fixtures/payloads'].flatMap(filesBelow),
    recordings: RECORDINGS.flatMap((kind) => filesBelow(`fixtures/cases/${kind}`)).filter(
      (path) => !path.endsWith('findings.txt'),
    ),
    payloads: filesBelow('fixtures/payloads'),
  };
};

/** One round, and what is wrong in it. */
const play = async (world, index, seed, keeps) => {
  const random = seeded(seed * 1_000_003 + index);
  const folder = mkdtempSync(join(tmpdir(), 'migrate-soak-'));
  const { name, round } = ROUNDS[index % ROUNDS.length];
  const before = process.cpuUsage();
  const problem = await round(world, random, folder).catch((error) => `it throws: ${error.stack}`);
  const { user, system } = process.cpuUsage(before);
  if (problem !== undefined) console.log(`round ${index} of seed ${seed}, ${name}: ${problem}`);
  if (keeps) console.log(`its folder: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  return { name, index, problem, seconds: (user + system) / 1e6 };
};

const table = (rounds) =>
  ROUNDS.map(({ name }) => {
    const own = rounds.filter((round) => round.name === name);
    const slowest = own.toSorted((a, b) => b.seconds - a.seconds)[0];
    return {
      name,
      rounds: own.length,
      wrong: own.filter(({ problem }) => problem !== undefined).length,
      'CPU s': Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0)),
      'slowest round': slowest && `${slowest.index}: ${slowest.seconds.toFixed(1)} s`,
    };
  });

/** Plays rounds until the time or their number is over; the number of rounds in which something is wrong. */
export const soakMutated = async ({ minutes = 60, rounds = Infinity, seed, only }) => {
  const world = await open();
  const end = performance.now() + minutes * 60_000;
  const played = [];
  const last = only ?? rounds - 1;
  for (let index = only ?? 0; index <= last && performance.now() < end; index++)
    played.push(await play(world, index, seed, only !== undefined));
  await world.service.close();
  console.table(table(played));
  console.log({ seed, peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024) });
  return played.filter(({ problem }) => problem !== undefined).length;
};
