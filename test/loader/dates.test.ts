import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const day = (date: Date): string => date.toISOString().slice(0, 10);

it('tests of a project with a day, and programs that they start, run on that day', () => {
  const { stdout } = spawnSync(process.execPath, ['-p', 'new Date().toISOString().slice(0, 10)'], {
    encoding: 'utf8',
  });
  expect([day(new Date()), stdout.trim()]).toEqual(
    process.env['TEST_DATE']
      ? [process.env['TEST_DATE'], process.env['TEST_DATE']]
      : [stdout.trim(), day(new Date())],
  );
});
