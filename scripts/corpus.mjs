// Prints recall, precision and correctness of fixes on fixtures/corpus, per family of idioms and in total; what the
// tool is known to get wrong is named below. Exit code 1 when a figure is under its threshold (test/corpus.test.ts).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', 'test/corpus.test.ts', '--reporter=dot', '--disable-console-intercept'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CORPUS_TABLE: '1' } },
);
process.exitCode = status ?? 1;
