import { readdirSync, readFileSync } from 'node:fs';

// The tests whose result a date could change run on two other days besides today: a leap day, and a day past every sunset
// that is listed. These are the tests that start the command line, or ask for the date.

/** Long before and long after all dates of the service that are known today. */
const DAYS = ['2024-02-29', '2031-03-01'];

/** Modules by which a test comes to the default of `--today`, the clock of the service, or a program of its own. */
const READS_DATE =
  /cli\/main\.ts|node:child_process|config\/options\.ts|reference-service\.ts|verify\/stage\.ts|fixtures\/(command|transcripts)\.ts|new Date\(\)|Date\.now\(\)/;

/** Tests that come to such a module, and whose result does not depend on the day: by why it does not. */
const WITHOUT: Readonly<Record<string, RegExp>> = {
  'sources, the package, memory or processes are examined, not what is found':
    /^(?:architecture|packaging\/|pipeline\/memory|io\/|robustness\/)/,
  'programs, texts, or calls passed on, are compared with themselves': /^(?:programs|capture)\/|^fix\/diff/,
  // Counted on 2031-03-01, with a clock that noted calls from src/, bin/ and dist/.
  'no code of the tool asks for the day while they run':
    /^(?:extract\/|report\/|config\/nested|pipeline\/result-cache|rules\/(?:checks|load)\/|rules\/(?:place-names|unknown-suppression)|cli\/commands\/(?:baseline|by-call|defects|excerpts|fix|fix-part|interactive|progress|reference|run-options|verify|versions)\.)/,
  // Not counted: read in their sources, most of which name the day.
  'their runs are given a day':
    /^(?:accounting|projects|corpus|canaries\/|clients\/|fix\/kept-requests|pipeline\/cache-edits|service\/(?:agreement|attacks|malformed|state-file)|cli\/(?:lsp|captured)\/)/,
  // Not counted: these take long.
  'exit codes, files and states of a repository are compared, not deadlines':
    /^(?:config\/code|docs\/(?:ci|hooks|fleets|commands|record)|cli\/commands\/(?:special-files|staged|git-states|changed|baseline-merge|bad-input|suppression-runs|init|merge))/,
};

const root = new URL('../', import.meta.url);

const datedTests = (): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts') && !Object.values(WITHOUT).some((named) => named.test(name)))
    .filter((name) => READS_DATE.test(readFileSync(new URL(name, root), 'utf8')))
    .map((name) => `test/${name}`);

const clock = new URL('clock.mjs', import.meta.url).href;

/** Settings of the projects that run on other days: `on 2024-02-29`, `on 2031-03-01`. */
export const datedProjects = () => {
  const include = datedTests();
  return DAYS.map((day) => ({
    name: `on ${day}`,
    isolate: false,
    include: [...include],
    // For the programs that the tests start, too.
    env: { TEST_DATE: day, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${clock}`.trim() },
  }));
};
