import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { startReferenceService } from '../../src/reference-service.ts';
import type { ReferenceServiceOptions } from '../../src/reference-service.ts';
import { CLIENT, FORM, GROUP, V1, V2, accept } from './world.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal, TODAY } from '../fixtures/transcripts.ts';

const bin = fileURLToPath(new URL('../../bin/migrate.js', import.meta.url));

const tokenAt = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: CLIENT, 'content-type': FORM },
    body: 'grant_type=client_credentials',
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

const body = (name: string): string =>
  JSON.stringify({
    name,
    providerSettings: { providerName: 'AWS', regionName: 'EU_WEST_1', instanceSizeName: 'M10' },
  });

const create = (url: string, token: string, name: string): Promise<Response> =>
  fetch(url + V1, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body(name),
  });

const namesAt = async (url: string, token: string): Promise<readonly string[]> => {
  const response = await fetch(`${url}${V2}?itemsPerPage=500`, {
    headers: { authorization: `Bearer ${token}`, ...accept('2023-02-01') },
  });
  return ((await response.json()) as { results: { name: string }[] }).results.map(({ name }) => name);
};

const withService = async <T>(
  options: ReferenceServiceOptions,
  use: (url: string) => Promise<T>,
): Promise<T> => {
  const service = await startReferenceService({ today: TODAY, ...options });
  try {
    return await use(service.url);
  } finally {
    await service.close();
  }
};

describe('the state file', () => {
  it('carries clusters, tokens and revocations over a restart', async () => {
    const state = join(temporaryTree({}), 'state.jsonl');
    const [kept, revoked] = await withService({ state }, async (url) => {
      const tokens = [await tokenAt(url), await tokenAt(url)] as const;
      expect((await create(url, tokens[0], 'kept')).status).toBe(201);
      await fetch(`${url}/api/oauth/revoke`, {
        method: 'POST',
        headers: { authorization: CLIENT, 'content-type': FORM },
        body: `token=${tokens[1]}&token_type_hint=access_token`,
      });
      return tokens;
    });
    await withService({ state }, async (url) => {
      expect(await namesAt(url, kept)).toEqual(['orders', 'kept']);
      const response = await fetch(url + V1, { headers: { authorization: `Bearer ${revoked}` } });
      expect(response.status).toBe(401);
    });
    for (const secret of ['private', '"reference"', kept])
      expect(readFileSync(state, 'utf8')).not.toContain(secret);
  });

  it('is written anew when it has grown', async () => {
    const state = join(temporaryTree({}), 'state.jsonl');
    await withService({ state }, async () => {});
    const lines = readFileSync(state, 'utf8');
    const change = `${JSON.stringify({ kind: 'document', path: '/x', value: {} })}\n`;
    writeFileSync(state, lines + change.repeat(3000));
    await withService({ state }, async () => {});
    expect(readFileSync(state, 'utf8').split('\n').length).toBeLessThan(10);
  });

  it('loses nothing that was acknowledged when the process is killed', async () => {
    const cwd = temporaryTree({});
    const args = [bin, 'serve', '--port', '0', '--state', 'state.jsonl'];
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
      const over = new Promise((done) => child.once('exit', done));
      const url = await new Promise<string>((done) =>
        child.stdout.once('data', (chunk: Buffer) => done(chunk.toString().trim())),
      );
      const token = await tokenAt(url);
      let answered = 0;
      const writer = async (lane: number): Promise<void> => {
        for (let at = 0; at < 10_000; at += 1) {
          const name = `c-${round}-${lane}-${at}`;
          const response = await create(url, token, name).catch(() => undefined);
          if (response?.status !== 201) return;
          acknowledged.push(name);
          // While the other lanes wait for their answers.
          answered += 1;
          if (answered === 5 + round) child.kill('SIGKILL');
        }
      };
      await Promise.all([0, 1, 2, 3].map(writer));
      await over;
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(5 + 6 + 7);
    const { entries } = await import('../../src/io/journal.ts').then(({ openJournal }) => {
      const journal = openJournal(join(cwd, 'state.jsonl'));
      journal.close();
      return journal;
    });
    const written = new Set(
      (entries as readonly { cluster?: { name: string } }[]).map(({ cluster }) => cluster?.name),
    );
    expect(acknowledged.filter((name) => !written.has(name))).toEqual([]);
  });
});

describe('migrate serve', () => {
  it('says where it listens and ends when it is interrupted', async () => {
    const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--legacy', 'gone'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const over = new Promise<number | null>((done) => child.once('exit', done));
    const url = await new Promise<string>((done) =>
      child.stdout.once('data', (chunk: Buffer) => done(chunk.toString())),
    );
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    expect((await fetch(url.trim() + V1)).status).toBe(410);
    child.kill('SIGTERM');
    expect(await over).toBe(0);
    expect(said).toContain('Unversioned API: gone.');
  });

  it.each([
    [['--port', 'x'], '--port takes a number up to 65535, not "x"'],
    [['--port', '70000'], '--port takes a number up to 65535'],
    [['--legacy', 'off'], '--legacy takes on, gone, not "off".'],
    [['--today', 'soon'], '--today takes a date, not "soon"'],
    [['--seed', 'none.json'], 'cannot read none.json: there is no such file'],
    [['--seed', 'broken.json'], 'broken.json: not valid JSON.'],
    [['--seed', 'wrong.json'], 'wrong.json: unknown key "apiKey". Did you mean "apiKeys"?'],
    [['--seed', 'range.json'], 'range.json: an entry of accessList is no IP address or range'],
    [['--seed', 'cluster.json'], 'the cluster "x" is not right in legacy'],
    [['--host', '203.0.113.7'], 'this machine does not have the address given with --host'],
    [['src'], '"migrate serve" takes no paths'],
  ])('refuses %j', async (args, message) => {
    const cwd = temporaryTree({
      'broken.json': '{ "secret": tr0ub4dor',
      'wrong.json': '{ "apiKey": [] }',
      'range.json': JSON.stringify({
        serviceAccounts: [{ clientId: 'a', clientSecret: 'b', accessList: ['x'] }],
      }),
      'cluster.json': JSON.stringify({
        clusters: [{ groupId: GROUP, version: 'legacy', cluster: { name: 'x' } }],
      }),
    });
    const { terminal, printed } = recordingTerminal(cwd, '');
    expect(await run(['serve', ...args], terminal)).toBe(2);
    expect(printed()).toContain(message);
    expect(printed()).not.toContain('tr0ub4dor');
  });

  it('says that a port is in use', async () => {
    await withService({}, async (url) => {
      const { terminal, printed } = recordingTerminal(temporaryTree({}), '');
      expect(await run(['serve', '--port', new URL(url).port], terminal)).toBe(2);
      expect(printed()).toContain('it is in use; choose another with --port');
    });
  });
});
