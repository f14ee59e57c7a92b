import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { talk, toolCall } from './session.ts';
import type { Reply } from './session.ts';

const SECRET = 'mAgenta7Qx9vT2rLw8Zk';
const CODE = [
  `const key = '${SECRET}';`,
  'export const all = () =>',
  `  fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups', { headers: { 'X-Api-Key': '${SECRET}' } });`,
  '',
].join('\n');

const project = (): string => temporaryTree({ 'package.json': '{}', 'src/a.ts': CODE });

const request = (id: string | number, method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

const textOf = ({ result }: Reply): string => result?.content?.[0]?.text ?? '';

const one = async (cwd: string, name: string, given: object, args?: readonly string[]): Promise<Reply> => {
  const { replies } = await talk(cwd, [toolCall(1, name, given)], args);
  expect(replies).toHaveLength(1);
  return replies[0]!;
};

const said = async (name: string, given: object): Promise<string> =>
  textOf(await one(project(), name, given));

describe('migrate mcp', () => {
  it('greets in the version that the client asks for, else in the latest, and lists its tools', async () => {
    const { replies } = await talk(project(), [
      request(1, 'initialize', { protocolVersion: '2024-11-05', capabilities: {} }),
      request('b', 'initialize', { protocolVersion: '1999-01-01' }),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(3, 'tools/list'),
    ]);
    expect(replies.map(({ id, result }) => [id, result?.['protocolVersion']])).toEqual([
      [1, '2024-11-05'],
      ['b', '2025-11-25'],
      [3, undefined],
    ]);
    const tools = replies[2]!.result!['tools'] as { name: string; annotations: { readOnlyHint: boolean } }[];
    expect(tools.map(({ name, annotations }) => [name, annotations.readOnlyHint])).toEqual([
      ['scan', true],
      ['explain', true],
      ['fix', false],
      ['convert', true],
      ['prove', false],
    ]);
  });

  it('answers what is no request with the error of the protocol, and goes on', async () => {
    const { replies } = await talk(project(), [
      'not JSON',
      '7',
      '',
      request(2, 'resources/list'),
      toolCall(3, 'constructor'),
      { jsonrpc: '2.0', method: 'notifications/unknown' },
      { jsonrpc: '2.0', id: 9, result: {} },
      request(4, 'ping'),
    ]);
    const said = replies.map(({ id, result, error }) => [id, error?.code ?? result]);
    expect(said).toHaveLength(5);
    expect(said).toEqual(
      expect.arrayContaining([
        [null, -32700],
        [null, -32600],
        [2, -32601],
        [3, -32602],
        [4, {}],
      ]),
    );
  });

  it('sends no response to a request that was cancelled before its turn', async () => {
    const { replies } = await talk(project(), [
      toolCall(1, 'convert', { payload: '{}' }),
      toolCall(2, 'scan'),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
    ]);
    expect(replies.map(({ id }) => id)).toEqual([1]);
  });

  it('finds, with counts of all and as many findings as are asked for', async () => {
    const found = await one(project(), 'scan', { paths: ['src'], limit: 1 });
    const report = JSON.parse(textOf(found)) as { summary: object; findings: object[]; notListed: number };
    expect(report).toMatchObject({ summary: { findings: 2, fixable: { safe: 2 } }, notListed: 1 });
    expect(report.findings).toMatchObject([
      { rule: 'missing-version-header', file: 'src/a.ts', line: 3, fix: { safety: 'safe' } },
    ]);
  });

  it('shows fixes without what may be a credential, and writes them only where it was allowed to', async () => {
    const cwd = project();
    const shown = await one(cwd, 'fix', {});
    expect(textOf(shown)).toContain("+  fetch('https://cloud.mongodb.com/api/atlas/v2/groups'");
    expect(textOf(shown)).toContain('masked in this diff');
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    const refused = await one(cwd, 'fix', { write: true });
    expect([refused.result?.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining('--allow-write'),
    ]);
    expect(readFileSync(join(cwd, 'src/a.ts'), 'utf8')).toBe(CODE);
    await one(cwd, 'fix', { write: true }, ['--allow-write']);
    const written = readFileSync(join(cwd, 'src/a.ts'), 'utf8');
    expect(written).toContain('/api/atlas/v2/groups');
    expect(written).toContain(SECRET);
  });

  it('runs no command unless it was allowed to', async () => {
    const refused = await one(project(), 'prove', { command: ['node', '-e', '0'] });
    expect([refused.result?.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining('--allow-write'),
    ]);
  });

  it('stays in its folder, whatever a path leads to', async () => {
    const cwd = project();
    symlinkSync('/etc', join(cwd, 'out'));
    for (const path of ['/etc', '..', 'out', 'out/hostname', 'src/../../x']) {
      const { result } = await one(cwd, 'scan', { paths: [path] });
      expect([path, result?.isError, result?.content?.[0]?.text]).toEqual([
        path,
        true,
        expect.stringContaining('outside the folder'),
      ]);
    }
    const at = await one(cwd, 'explain', { at: '/etc/hostname:1' });
    expect(textOf(at)).toContain('outside the folder');
  });

  it('says which argument is wrong', async () => {
    expect(await said('scan', { path: ['src'] })).toContain('Did you mean "paths"?');
    expect(await said('scan', { paths: 'src' })).toBe('"paths" takes a list of strings.');
    expect(await said('convert', {})).toBe('"payload" is needed.');
    expect(await said('convert', { payload: '{}', to: 'xml' })).toContain('one of json, yaml');
    expect(await said('explain', {})).toContain('give "id" or "at"');
    expect(await said('scan', { paths: ['nowhere'] })).toContain('no such file or folder');
  });

  it('explains and converts as the command line does', async () => {
    const cwd = project();
    expect(textOf(await one(cwd, 'explain', { id: 'legacy-base-url' }))).toMatch(
      /^legacy-base-url \(error\)/,
    );
    expect(textOf(await one(cwd, 'explain', { at: 'src/a.ts:3' }))).toContain('GET /groups');
    const payload = '{"providerBackupEnabled": true}';
    const converted = await one(cwd, 'convert', { payload, operation: 'clusters.modify' });
    expect(JSON.parse(textOf(converted))).toEqual({ backupEnabled: true });
    const refused = await one(cwd, 'convert', { payload: '{"stateName": "IDLE"}' });
    expect(refused.result?.isError).toBe(true);
  });
});
