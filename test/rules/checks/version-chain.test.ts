import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { Report } from '../../../src/report/report.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const NEXT = ['--target', '2024-08-05'];

const migrate = async (cwd: string, ...args: readonly string[]): Promise<string> => {
  const { terminal, out } = recordingTerminal(cwd);
  await run(args, terminal);
  return out();
};

const properties = async (code: string, ...flags: readonly string[]) => {
  const out = await migrate(temporaryTree({ 'a.js': code }), 'scan', '-f', 'json', ...flags);
  return (JSON.parse(out) as Report).findings
    .filter(({ rule }) => rule.endsWith('cluster-property'))
    .map(({ data, fix }) => `${data['property']} ${data['version']} ${fix?.safety ?? 'by hand'}`);
};

const fixed = async (code: string, ...flags: readonly string[]): Promise<string> => {
  const cwd = temporaryTree({ 'a.js': code });
  await migrate(cwd, 'fix', ...flags);
  return readFileSync(join(cwd, 'a.js'), 'utf8');
};

/** A call of `version` (`v2`, `v1.5`) with a dated header, if any. */
const call = (version: string, date: string | undefined, body: string, method = 'POST'): string =>
  `fetch('https://cloud.mongodb.com/api/atlas/${version}/groups/g/clusters${method === 'PATCH' ? '/c' : ''}', {
  method: '${method}',
  headers: {${date === undefined ? '' : ` Accept: 'application/vnd.atlas.${date}+json',`} 'Content-Type': 'application/json' },
  body: JSON.stringify(${body}),
});
`;

const REGION =
  "{ providerName: 'AWS', regionName: 'US_EAST_1', priority: 7, electableSpecs: { instanceSize: 'M30', nodeCount: 3 } }";
const BODY = `{ name: 'c', clusterType: 'SHARDED', diskSizeGB: 40, replicationSpecs: [{ numShards: 2, regionConfigs: [${REGION}] }] }`;
const BOTH = ['diskSizeGB 2024-08-05', 'numShards 2024-08-05'];

describe('what 2024-08-05 took away', () => {
  it('is right for an earlier target', async () => {
    expect(await properties(call('v2', '2023-02-01', BODY))).toEqual([]);
    expect(await properties(call('v1.5', undefined, BODY))).toEqual([]);
    expect(await properties(call('v2', '2023-02-01', BODY), '--target', '2024-05-30')).toEqual([]);
  });

  it('is restructured where the address moves, from v1.5 and from v1.0', async () => {
    expect(await properties(call('v1.5', undefined, BODY), ...NEXT)).toEqual(
      BOTH.map((one) => `${one} safe`),
    );
    const made = await fixed(call('v1.5', undefined, BODY), ...NEXT);
    expect(made).toContain('/api/atlas/v2/');
    expect(made).toContain('vnd.atlas.2024-08-05+json');
    expect(made).not.toMatch(/numShards|\n {2}diskSizeGB/);
    expect(made.match(/diskSizeGB: 40/g)).toHaveLength(2);
    const flat =
      "{ name: 'c', diskSizeGB: 40, providerSettings: { providerName: 'AWS', regionName: 'A', instanceSizeName: 'M30' } }";
    expect(await properties(call('v1.0', undefined, flat), ...NEXT)).toEqual([
      'diskSizeGB 2024-08-05 safe',
      'providerSettings 2023-02-01 safe',
    ]);
  });

  it('goes together with the date of a header that names an older version', async () => {
    const code = call('v2', '2023-02-01', BODY);
    expect(await properties(code, ...NEXT)).toEqual(BOTH.map((one) => `${one} unsafe`));
    expect(await fixed(code, ...NEXT)).toBe(code);
    const made = await fixed(code, '--unsafe', ...NEXT);
    expect(made).toContain('vnd.atlas.2024-08-05+json');
    expect(made).not.toContain('numShards');
  });

  it('may be right where the version cannot be seen', async () => {
    const code = call('v2', undefined, BODY).replace("{ 'Content-Type'", "{ ...headers(), 'Content-Type'");
    expect(await properties(code, ...NEXT)).toEqual(BOTH.map((one) => `${one} unsafe`));
    const elsewhere = call('v2', undefined, BODY).replace('{ ', '{ Accept: accept, ');
    const imported = `import { accept } from './accept.js';\n${elsewhere}`;
    expect(await fixed(imported, ...NEXT)).toBe(imported);
  });

  it('is refused in part: a size alone cannot be placed', async () => {
    const code = call('v2', '2024-08-05', '{ diskSizeGB: 80 }', 'PATCH');
    expect(await properties(code, ...NEXT)).toEqual(['diskSizeGB 2024-08-05 by hand']);
    expect(await fixed(code, '--unsafe', ...NEXT)).toBe(code);
  });
});

const read = (date: string): string =>
  `export const backup = async () => {
  const answer = await fetch('https://cloud.mongodb.com/api/atlas/v2/groups/g/clusters/c', {
    headers: { Accept: 'application/vnd.atlas.${date}+json' },
  });
  return (await answer.json()).providerBackupEnabled;
};
`;

describe('what an answer still has', () => {
  it('keeps its name as long as the request names the older version', async () => {
    expect(await properties(read('2023-01-01'))).toEqual(['providerBackupEnabled 2023-02-01 by hand']);
    expect(await properties(read('2023-02-01'))).toEqual(['providerBackupEnabled 2023-02-01 safe']);
  });
});

const patch = (body: string): string => call('v1.0', undefined, body, 'PATCH');

describe('a lone legacy backupEnabled', () => {
  it('keeps the address from moving by itself', async () => {
    const code = patch('{ backupEnabled: true }');
    expect(await properties(code)).toEqual(['backupEnabled 2023-02-01 by hand']);
    expect(await fixed(code)).toBe(code);
    const moved = await fixed(code, '--unsafe');
    expect(moved).toContain('/v2/');
    expect(await properties(moved)).toEqual([]);
  });

  it('may be a variable, and is harmless when it is off', async () => {
    expect(await properties(patch('{ backupEnabled: process.env.ON }'))).toHaveLength(1);
    expect(await properties(patch('{ backupEnabled: false, paused: true }'))).toEqual([]);
    expect(await properties(patch('{ backupEnabled: null }'))).toEqual([]);
  });

  it('is not lone beside providerBackupEnabled, in the new payload or where more has to change', async () => {
    expect(await properties(patch('{ backupEnabled: true, providerBackupEnabled: true }'))).toEqual([
      'providerBackupEnabled 2023-02-01 safe',
    ]);
    expect(await properties(call('v2', '2023-02-01', '{ backupEnabled: true }', 'PATCH'))).toEqual([]);
    expect(await properties(patch('{ backupEnabled: true, numShards: 2 }'))).toEqual([
      'numShards 2023-02-01 by hand',
    ]);
  });
});
