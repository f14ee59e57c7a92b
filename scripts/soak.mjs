// Writes programs at random, runs them before and after `fix` and `fix --unsafe`, and prints each broken invariant in a small
// program: `npm run soak -- --programs 1000000 --seed 1`. One process for each core. With `--minutes 10`, or
// `--rounds 1000`, mutated trees, recordings and payloads and malformed requests instead: `scripts/soak-mutated.mjs`.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(availableParallelism()) },
    // Counterexamples that are made small: each takes seconds.
    shrinks: { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
    // Parts of programs that are left out: `--without ways,uses`.
    without: { type: 'string' },
    // Properties of which a program has to have one; the others are not run: `--having read:,body:`.
    having: { type: 'string' },
    // All that a program can be made of, also what is known to break something.
    wide: { type: 'boolean', default: false },
    // Programs of Python, which have to be run with requests and httpx installed.
    python: { type: 'boolean', default: false },
    share: { type: 'string' },
    minutes: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
  },
});

const bundle = path('dist/soak/soak.mjs');

const build = async () => {
  // Two levels below the package's root, as the modules of src/ that ask where they lie.
  const built = await rolldown({
    input: path('test/programs/soak.ts'),
    platform: 'node',
    external: /^[^./]/,
    checks: { ineffectiveDynamicImport: false },
  });
  await built.write({
    dir: path('dist/soak'),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
};

const work = async () => {
  const { soak } = await import(bundle);
  const tally = await soak(JSON.parse(values.share), Number(values.shrinks), (counterexample) =>
    process.send({ counterexample }),
  );
  process.send({ tally });
};

/** Adds up numbers, in objects at any depth. */
const sum = (a, b) =>
  typeof b === 'number'
    ? (a ?? 0) + b
    : Object.fromEntries(
        [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].map((key) => [
          key,
          sum(a?.[key], b?.[key] ?? (typeof a?.[key] === 'number' ? 0 : {})),
        ]),
      );

/** What one process finds; `tell` gets its counterexamples. */
const inProcess = (share, tell) =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [
      '--share',
      JSON.stringify(share),
      '--shrinks',
      values.shrinks,
    ]);
    child.on('message', ({ tally, counterexample }) =>
      tally === undefined ? tell(counterexample) : resolve(tally),
    );
    child.on('exit', (code) => code !== 0 && reject(new Error(`a share ended with ${code}`)));
  });

const print = ({ classes, ingredients, ...total }, seconds) => {
  for (const [key, times] of Object.entries(classes).sort((a, b) => b[1] - a[1]))
    console.log(`${times}  ${key}`);
  const { programs, complete } = ingredients.all ?? { programs: 0, complete: 0 };
  const perSecond = Math.round(total.programs / seconds);
  console.log({ ...total, calling: programs, complete, seconds: Math.round(seconds), perSecond });
};

const main = async () => {
  await build();
  const of = Number(values.processes);
  const [programs, seed] = [Number(values.programs), Number(values.seed)];
  const [without, having] = [values.without, values.having].map((list) => list?.split(','));
  const counterexamples = [];
  const tell = (text) => (values.json ? counterexamples.push(text) : console.log(`${text}\n`));
  const start = performance.now();
  const tallies = await Promise.all(
    Array.from({ length: of }, (_, index) =>
      inProcess(
        {
          programs,
          seed,
          index,
          of,
          without,
          having,
          wide: values.wide,
          ...(values.python && { python: path('test/programs/python/runner.py') }),
        },
        tell,
      ),
    ),
  );
  const total = tallies.reduce(sum);
  if (values.json) return console.log(JSON.stringify({ ...total, counterexamples }));
  print(total, (performance.now() - start) / 1000);
  if (Object.keys(total.classes).length > 0) process.exitCode = 1;
};

const number = (text) => (text === undefined ? undefined : Number(text));

const mutated = async () => {
  const { soakMutated } = await import('./soak-mutated.mjs');
  const { minutes, rounds, only } = values;
  const wrong = await soakMutated({
    minutes: number(minutes),
    rounds: number(rounds),
    seed: Number(values.seed),
    only: number(only),
  });
  if (wrong > 0) process.exitCode = 1;
};

const isMutated = [values.minutes, values.rounds, values.only].some((value) => value !== undefined);
if (values.share !== undefined) await work();
else await (isMutated ? mutated() : main());
