import { defineConfig } from 'vitest/config';
import { datedProjects } from './test/loader/dates.ts';
import { LongestFirst } from './test/loader/order.ts';

/** Where totals are written for a script to read, besides the report for people. */
const report = process.env['VITEST_REPORT'];

/** Tests that measure memory, or that look at what lies on the disk: nothing that ran before may count. */
const APART = ['test/packaging/**/*.test.ts', 'test/pipeline/memory.test.ts'];

/** Tests that measure time: with modules of their own, which other tests have not filled. */
const TIMED = [
  'test/extract/source/{bounds,requests}.test.ts',
  'test/extract/bait.test.ts',
  'test/payload/convert.test.ts',
  'test/redact/linear.test.ts',
  'test/pipeline/correlate/*.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // Removing the copies of all fixtures takes longer than ten seconds on a slow disk.
    hookTimeout: 120_000,
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    globalSetup: ['scripts/generate.mjs'],
    // Modules of the platform, which run a quarter faster than those that Vitest evaluates; nothing here replaces a module.
    execArgv: ['--import', new URL('test/loader/register.mjs', import.meta.url).href],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    // Most tests only call functions, so that files may share modules: loading these takes longer than the tests.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...APART, ...TIMED],
        },
      },
      { extends: true, test: { name: 'timed', isolate: false, include: TIMED } },
      { extends: true, test: { name: 'apart', include: APART } },
      ...datedProjects().map((test) => ({ extends: true as const, test })),
    ],
  },
});
