import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryTree } from './temporary.ts';

const bin = fileURLToPath(new URL('../bin/migrate.js', import.meta.url));

/** Ordinary code, some 11 kB of it, with one call. */
const source = (index: number): string => {
  const ordinary = Array.from(
    { length: 60 },
    (_, n) =>
      `export function sum${n}(rows, limit = ${n}) {\n  const seen = new Map();\n  for (const row of rows) {\n    if (row.id > limit) seen.set(row.id, { ...row, total: row.a + row.b * ${n} });\n  }\n  return [...seen.values()];\n}\n`,
  );
  return `${ordinary.join('')}export const list${index} = (id) => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/' + id);\n`;
};

it('lets go of what it has parsed', { timeout: 120_000 }, () => {
  const cwd = temporaryTree({});
  mkdirSync(join(cwd, 'src'));
  const files = 400;
  for (let index = 0; index < files; index++) writeFileSync(join(cwd, 'src', `f${index}.js`), source(index));
  // Their trees take over 200 MB together; the rest of the run needs some 50.
  const child = spawnSync(process.execPath, ['--max-old-space-size=110', bin, 'scan', '.', '-f', 'json'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(child.status, child.stderr.slice(-300)).toBe(1);
  const report = JSON.parse(child.stdout) as { findings: readonly { rule: string }[] };
  expect(report.findings.filter(({ rule }) => rule === 'legacy-base-url')).toHaveLength(files);
});
