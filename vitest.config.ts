import { defineConfig } from 'vitest/config';

/** Where totals are written for a script to read, besides the report for people. */
const report = process.env['VITEST_REPORT'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['scripts/generate.mjs'],
    testTimeout: 30_000,
    maxWorkers: '100%',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
