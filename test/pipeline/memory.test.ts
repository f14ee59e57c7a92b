import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';

const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));

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

/** An exchange of the versioned API that is as it should be, with a cluster in its answer. */
const exchange = (index: number): object => {
  const url = `https://cloud.mongodb.com/api/atlas/v2/groups/5e2211c17a3e5a48f5497de3/clusters/c${index}`;
  const regionConfigs = [{ priority: 7, electableSpecs: { instanceSize: 'M10', nodeCount: 3 } }];
  const cluster = { name: `c${index}`, replicationSpecs: [{ id: 'a', regionConfigs }], stateName: 'IDLE' };
  return {
    request: {
      method: 'GET',
      url,
      headers: [
        { name: 'accept', value: 'application/vnd.atlas.2023-02-01+json' },
        { name: 'user-agent', value: 'memory/1' },
        { name: 'authorization', value: 'Digest username="x"' },
      ],
    },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/vnd.atlas.2023-02-01+json' }],
      content: { mimeType: 'application/json', text: JSON.stringify(cluster) },
    },
  };
};

it(
  'lets go of the exchanges of a recording, also where all are calls of the API',
  { timeout: 120_000 },
  () => {
    const entries = Array.from({ length: 6000 }, (_, index) => JSON.stringify(exchange(index)));
    const har = `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[${entries.join(',\n')}]}}`;
    // Their facts take over 100 MB together; the rest of the run needs some 30.
    const child = spawnSync(process.execPath, ['--max-old-space-size=45', bin, 'scan', '.', '-f', 'json'], {
      cwd: temporaryTree({ 'a.har': har }),
      encoding: 'utf8',
    });
    expect(child.status, child.stderr.slice(-300)).toBe(0);
    const report = JSON.parse(child.stdout) as { calls: { elsewhere: readonly { count: number }[] } };
    expect(report.calls.elsewhere).toMatchObject([{ operation: 'clusters.get', count: 6000 }]);
  },
);
