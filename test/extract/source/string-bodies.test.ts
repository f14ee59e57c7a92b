import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import type { Report } from '../../../src/report/report.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const URL = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters';
const sending = (body: string): string =>
  `fetch('${URL}', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${body} });\n`;

const fixed = async (code: string): Promise<string> => {
  const cwd = temporaryTree({ 'a.ts': code });
  await run(['fix'], recordingTerminal(cwd).terminal);
  return readFileSync(join(cwd, 'a.ts'), 'utf8');
};

const found = async (code: string): Promise<readonly string[]> => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'a.ts': code }));
  await run(['scan', '-f', 'json'], terminal);
  const { findings } = JSON.parse(out()) as Report;
  return findings.map(({ rule, pointer, fix }) => `${rule} ${pointer ?? ''} ${fix?.safety ?? 'by hand'}`);
};

const OLD = '"providerSettings":{"providerName":"AWS","instanceSizeName":"M10","regionName":"R"}';
const made = (size = '"M10"', nodes = '3') =>
  `"replicationSpecs":[{"numShards":1,"regionConfigs":[{"providerName":"AWS","regionName":"R","priority":7,"electableSpecs":{"instanceSize":${size},"nodeCount":${nodes}}}]}],"clusterType":"REPLICASET"`;

describe('JSON in a string', () => {
  it.each([
    ['single quotes', (json: string) => `'${json}'`],
    ['double quotes', (json: string) => JSON.stringify(json)],
    ['a template', (json: string) => `\`${json}\``],
  ])('in %s is restructured inside it', async (_, quoted) => {
    const after = await fixed(sending(quoted(`{"name":"it",${OLD}}`)));
    expect(after).toContain(quoted(`{"name":"it",${made()}}`));
    expect(after).toContain('/api/atlas/v2/');
  });

  it('is found behind the name of a constant', async () => {
    const after = await fixed(`const payload = '{"name":"c",${OLD}}';\n${sending('payload')}`);
    expect(after).toContain(`const payload = '{"name":"c",${made()}}';`);
  });

  it('takes what a template inserts along, in strings and for numbers', async () => {
    const before = `{"name":"c-\${n}","replicationFactor":\${nodes},${OLD.replace('M10', '${env.SIZE}')}}`;
    const after = await fixed(sending(`\`${before}\``));
    expect(after).toContain(`\`{"name":"c-\${n}",${made('"${env.SIZE}"', '${nodes}')}}\``);
  });

  it('never repeats a call that a template makes', async () => {
    const regions =
      '"regionsConfig":{"A":{"electableNodes":2,"priority":7},"B":{"electableNodes":1,"priority":6}}';
    const body = `{"name":"c","providerSettings":{"providerName":"AWS","instanceSizeName":"\${next()}"},"replicationSpecs":[{"numShards":1,${regions}}]}`;
    const code = sending(`\`${body}\``);
    expect(await fixed(code)).toBe(code);
    expect(await fixed(code.replace('next()', 'size'))).toContain('regionConfigs');
  });
});

describe('JSON that is put together from several strings', () => {
  it('is found, and holds the address back that it cannot follow', async () => {
    const code = sending(`'{"name":"' + name + '","numShards":' + n + ',${OLD}}'`);
    expect(await found(code)).toEqual([
      'missing-version-header  unsafe',
      'legacy-base-url  unsafe',
      'removed-cluster-property /numShards by hand',
      'removed-cluster-property /providerSettings by hand',
    ]);
    expect(await fixed(code)).toBe(code);
  });

  it('is no obstacle when nothing in it has to change', async () => {
    const code = sending(`'{"name":"' + name + '","paused":true}'`);
    expect(await fixed(code)).toContain('/api/atlas/v2/');
  });
});

describe('other strings', () => {
  it.each(["'{not json'", '"a=b"', "'[1, 2'", "''", '\'{"a":1} trailing\''])(
    '%s is no payload',
    async (body) => {
      expect(await found(sending(body))).toEqual(['missing-version-header  safe', 'legacy-base-url  safe']);
    },
  );
});

describe('JSON in a text that is put together', () => {
  it('is found with any of the values that a piece of it may have', async () => {
    const code = `const scale = (size) =>
  fetch('${URL}/c', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: '{"providerSettings":{"providerName":"AWS","instanceSizeName":"' + size + '"}}',
  });
scale('M10');
scale('M20');
scale(process.env.DAY ? 'M30' : 'M40');
`;
    expect(await found(code)).toContain('removed-cluster-property /providerSettings by hand');
  });
});
