import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['scripts/generate.mjs'],
    testTimeout: 30_000,
  },
});
