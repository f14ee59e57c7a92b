// Runs the tests whose result a date could change on other days than today, which `npm run unit` runs them on: a leap day,
// and a day past every sunset that is listed. These are the tests that start the command line, or ask for the date.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const clock = new URL('../test/fixtures/clock.mjs', import.meta.url).href;

/** Long before and long after all dates of the service that are known today. */
const DAYS = ['2024-02-29', '2031-03-01'];

/** Modules by which a test comes to the default of `--today`, the clock of the service, or a program of its own. */
const READS_DATE =
  /cli\/main\.ts|node:child_process|config\/options\.ts|reference-service\.ts|verify\/stage\.ts|fixtures\/(command|transcripts)\.ts|new Date\(\)|Date\.now\(\)/;

/** Tests that start the command line and do not depend on the day, and take long. */
const WITHOUT =
  /^(?:architecture|programs\/|fix\/kept-requests|pipeline\/(?:memory|cache-edits)|packaging\/|capture\/|clients\/|canaries\/|robustness\/|io\/|accounting|projects|corpus|docs\/(?:ci|hooks|fleets|commands|record)|config\/code|service\/(?:agreement|attacks|malformed|state-file)|cli\/lsp\/|cli\/captured\/|cli\/commands\/(?:staged|git-states|changed|baseline-merge|bad-input|suppression-runs|init|merge))/;

const tests = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !WITHOUT.test(name))
  .filter((name) => READS_DATE.test(readFileSync(`${root}test/${name}`, 'utf8')))
  .map((name) => `test/${name}`);

for (const day of DAYS) {
  console.log(`\n${tests.length} test files on ${day}`);
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--reporter=dot', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATE: day,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${clock}`.trim(),
      VITEST_REPORT: '',
    },
  });
  if (status !== 0) process.exitCode = 1;
}
