// Writes programs at random, runs them before and after `fix` and `fix --unsafe`, and prints each broken invariant in a small
// program: `npm run soak -- --programs 1000000 --seed 1`. One process for each core. With `--trees 1000` mutated trees instead.
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
    share: { type: 'string' },
    trees: { type: 'string' },
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
  const { soak, textOf } = await import(bundle);
  const tally = await soak(JSON.parse(values.share), async (shrunk) => {
    process.stdout.write(`${await textOf(shrunk)}\n\n`);
  });
  process.send(tally);
};

const sum = (tallies) => {
  const total = { programs: 0, clean: 0, api: 0, migrated: 0, classes: {} };
  for (const { classes, ...numbers } of tallies) {
    for (const [key, value] of Object.entries(numbers)) total[key] += value;
    for (const [key, value] of Object.entries(classes))
      total.classes[key] = (total.classes[key] ?? 0) + value;
  }
  return total;
};

const main = async () => {
  await build();
  const of = Number(values.processes);
  const shares = Array.from({ length: of }, (_, index) => ({
    programs: Number(values.programs),
    seed: Number(values.seed),
    index,
    of,
  }));
  const start = performance.now();
  const tallies = await Promise.all(
    shares.map(
      (share) =>
        new Promise((resolve, reject) => {
          const child = fork(fileURLToPath(import.meta.url), ['--share', JSON.stringify(share)]);
          child.on('message', resolve);
          child.on('exit', (code) => code !== 0 && reject(new Error(`a share ended with ${code}`)));
        }),
    ),
  );
  const { classes, ...total } = sum(tallies);
  const seconds = (performance.now() - start) / 1000;
  for (const [key, times] of Object.entries(classes).sort((a, b) => b[1] - a[1]))
    console.log(`${times}  ${key}`);
  console.log({ ...total, seconds: Math.round(seconds), perSecond: Math.round(total.programs / seconds) });
  if (Object.keys(classes).length > 0) process.exitCode = 1;
};

const trees = async () => {
  const { soakTrees } = await import('./soak-trees.mjs');
  const only = values.only === undefined ? undefined : Number(values.only);
  const wrong = await soakTrees({ trees: Number(values.trees ?? 1), seed: Number(values.seed), only });
  if (wrong > 0) process.exitCode = 1;
};

if (values.share !== undefined) await work();
else await (values.trees === undefined && values.only === undefined ? main() : trees());
