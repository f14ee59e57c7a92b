import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { noWayOut, surroundings } from '../../capture/upstream.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { runTool, start } from './run.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const GROUPS = `${BASE}/groups`;

interface Entry {
  readonly request: { method: string; url: string; postData?: { text?: string; comment?: string } };
  readonly response: { status: number; content: { text?: string; comment?: string; size: number } };
}

const entriesIn = (folder: string, file = 'calls.har'): readonly Entry[] =>
  (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { log: { entries: Entry[] } }).log.entries;

const callsIn = (folder: string, file?: string): readonly string[] =>
  entriesIn(folder, file).map(
    ({ request, response }) => `${request.method} ${request.url} ${response.status}`,
  );

/** A folder for temporary files of its own, so that what is left in it can be looked at. */
const withTemporary = (
  env: NodeJS.ProcessEnv,
): { readonly env: NodeJS.ProcessEnv; readonly left: () => readonly string[] } => {
  const folder = temporaryTree({});
  return {
    env: { ...env, TMPDIR: folder },
    left: () => readdirSync(folder).filter((name) => name.startsWith('migrate')),
  };
};

const json = (_: IncomingMessage, response: ServerResponse): void =>
  void response.setHeader('content-type', 'application/json').end('{"results":[]}');

const fetching = (url: string): string => `const r = await fetch('${url}'); await r.arrayBuffer();`;

describe('migrate record', () => {
  it('records the calls of a command, leaves its output and exit code alone, and leaves no file behind', async () => {
    const { env, left } = withTemporary((await surroundings(json)).env);
    const code = `${fetching(GROUPS)} process.stdout.write(Buffer.from([0, 255, 10])); process.stderr.write('said'); process.exitCode = 7;`;
    const folder = temporaryTree({ 'call.mjs': code });
    const { out, err, code: exit } = await runTool(['record', '--', 'node', 'call.mjs'], folder, env);
    expect([...out]).toEqual([0, 255, 10]);
    expect(err).toBe('saidmigrate: 1 call of the API recorded in calls.har.\n');
    expect(exit).toBe(7);
    expect(callsIn(folder)).toEqual([`GET ${GROUPS} 200`]);
    expect(left()).toEqual([]);
  });

  it('writes a recording that scan, verify and --by-call read', async () => {
    const { env } = await surroundings(json);
    const code = `export const groups = () => fetch('${GROUPS}', { headers: { Authorization: 'Bearer ' + process.env.T } });\nawait (await groups()).text();`;
    const folder = temporaryTree({ 'call.mjs': code, 'package.json': '{}' });
    await runTool(['record', '-o', 'tests/calls.har', '--', 'true'], folder, env);
    expect(existsSync(join(folder, 'tests'))).toBe(false);
    await runTool(['record', '-o', 'seen.har', '--', 'node', 'call.mjs'], folder, {
      ...env,
      T: 'eyJa.bcd.efg',
    });
    const scan = await runTool(['scan', '.', '--by-call', '--today', '2026-11-21'], folder, env);
    expect(scan.out.toString()).toMatch(/recorded once|seen once/);
    const verify = await runTool(['verify', 'seen.har', '--today', '2026-11-21'], folder, env);
    expect(verify.out.toString()).toContain('#0  GET /groups');
    expect(readFileSync(join(folder, 'seen.har'), 'utf8')).not.toContain('eyJa.bcd');
  });

  it('tunnels other hosts untouched: their own certificate arrives, and their calls are not recorded', async () => {
    const { env, asked } = await surroundings((request, response) => response.end(request.url));
    const folder = temporaryTree({
      'call.mjs': `process.stdout.write(await (await fetch('https://cloud.mongodb.com/api/public/v1.0/x')).text());`,
    });
    const ran = await runTool(
      [
        'record',
        '--',
        'sh',
        '-c',
        'node call.mjs && curl -sS https://other.example.com/api/atlas/v1.0/groups',
      ],
      folder,
      env,
    );
    expect(ran.out.toString()).toBe('/api/public/v1.0/x/api/atlas/v1.0/groups');
    expect(callsIn(folder)).toEqual([]);
    expect(asked).toContain('other.example.com:443');
  });

  it('passes bodies on as they are: compressed, streamed, long', async () => {
    let received = 0;
    const { env } = await surroundings((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        return void response.end(gzipSync('{"name":"orders"}'));
      }
      request.on('data', (piece: Buffer) => (received += piece.length));
      request.on('end', () => {
        response.write('one,');
        setTimeout(() => response.end('two'), 50);
      });
    });
    const code = `import { request } from 'node:https';
const raw = await new Promise((done) => request('${GROUPS}', (r) => { const all = []; r.on('data', (d) => all.push(d)).on('end', () => done(Buffer.concat(all))); }).end());
console.log(raw[0] === 0x1f && raw[1] === 0x8b);
const chunks = [];
await new Promise((done) => {
  const sent = request('${GROUPS}', { method: 'POST' }, (r) => r.on('data', (d) => chunks.push(String(d))).on('end', done));
  for (let at = 0; at < 30; at++) sent.write(Buffer.alloc(1024 * 1024));
  sent.end();
});
console.log(chunks.join('|'));`;
    const folder = temporaryTree({ 'call.mjs': code });
    const { out } = await runTool(['record', '--', 'node', 'call.mjs'], folder, env);
    expect(out.toString()).toBe('true\none,|two\n');
    expect(received).toBe(30 * 1024 * 1024);
    const [first, second] = entriesIn(folder);
    expect(first?.response.content.text).toBe('{"name":"orders"}');
    expect(second?.request.postData?.comment).toBe('Not recorded: longer than 1 MB.');
    expect(readFileSync(join(folder, 'calls.har')).length).toBeLessThan(10_000);
  });

  it('counts calls without a whole response', async () => {
    const { env } = await surroundings((request, response) => {
      if (request.method === 'GET') return json(request, response);
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"name":', () => response.destroy());
    });
    const folder = temporaryTree({
      'call.mjs': `${fetching(GROUPS)} await fetch('${GROUPS}', { method: 'DELETE' }).then((r) => r.text()).catch(() => {});`,
    });
    const { err } = await runTool(['record', '--', 'node', 'call.mjs'], folder, env);
    expect(err).toBe('migrate: 2 calls of the API recorded in calls.har, 1 without a whole response.\n');
    expect(entriesIn(folder)[1]?.response.content.comment).toBe('Not recorded: the response broke off.');
  });

  it('leaves Digest logins, kept connections and errors as they are', async () => {
    const world = await surroundings(
      (request, response) => {
        const given = request.headers.authorization ?? '';
        if (request.url?.includes('drop')) return void request.socket.destroy();
        if (given.startsWith('Digest username="k"')) return json(request, response);
        response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n0nce", qop="auth"' }).end();
      },
      ['cloud-dev.mongodb.com:443'],
    );
    const code = `import { Agent, get } from 'node:https';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = (url) => new Promise((done) => get(url, { agent, headers: { authorization: 'Digest username="k"' } }, (r) => r.resume().on('end', () => done(r.statusCode))).on('error', (e) => done(e.code ?? e.message)));
const reused = [];
for (const path of ['a', 'b', 'c']) reused.push(await ask('${GROUPS}/' + path));
console.log(reused.join(), await ask('${GROUPS}/drop'), await ask('https://cloud-dev.mongodb.com/api/atlas/v2'));`;
    const folder = temporaryTree({ 'call.mjs': code });
    const command = `curl -sS --digest -u k:s ${GROUPS} && node call.mjs`;
    const { out } = await runTool(['record', '--', 'sh', '-c', command], folder, world.env);
    expect(out.toString()).toBe('{"results":[]}200,200,200 ECONNRESET the proxy responded with 502\n');
    expect(world.connections()).toBe(2);
    expect(callsIn(folder).map((call) => call.split(' ')[2])).toEqual([
      '401',
      '200',
      '200',
      '200',
      '200',
      '0',
    ]);
    const login = JSON.stringify(entriesIn(folder).slice(0, 2));
    expect(login).toContain('Digest realm=');
    expect(login).not.toContain('n0nce');
  });

  it('keeps what was recorded when the command is killed, at every moment a whole file', async () => {
    const { env } = await surroundings(json);
    const folder = temporaryTree({
      'call.mjs': `${fetching(GROUPS)} console.log('called'); setInterval(() => {}, 1000);`,
    });
    const running = start(['record', '--', 'node', 'call.mjs'], folder, env);
    await running.printed('called');
    // The call reaches the recorder by another pipe than the output.
    await vi.waitFor(() => expect(callsIn(folder)).toEqual([`GET ${GROUPS} 200`]), 5000);
    running.child.kill('SIGTERM');
    expect(await running.end).toMatchObject({
      code: 143,
      err: 'migrate: 1 call of the API recorded in calls.har.\n',
    });
    expect(callsIn(folder)).toHaveLength(1);
  });

  it('removes what a killed run left, at the next one', async () => {
    const { env, left } = withTemporary((await surroundings(json)).env);
    const folder = temporaryTree({ 'wait.mjs': `console.log('here'); setTimeout(() => {}, 3000);` });
    const running = start(['record', '--', 'node', 'wait.mjs'], folder, env);
    await running.printed('here');
    const [name = ''] = left();
    expect(execFileSync('stat', ['-c', '%a', join(env['TMPDIR']!, name)], { encoding: 'utf8' }).trim()).toBe(
      '700',
    );
    expect(readdirSync(join(env['TMPDIR']!, name)).some((file) => /key/.test(file))).toBe(false);
    running.child.kill('SIGKILL');
    await running.end;
    expect(left()).toHaveLength(1);
    await runTool(['record', '--', 'true'], folder, env);
    expect(left()).toEqual([]);
  });

  it('hands Ctrl+C on, and ends as the command does', async () => {
    const { env } = await surroundings(json);
    const code = `${fetching(GROUPS)} process.on('SIGINT', () => { console.log('bye'); process.exit(3); }); console.log('ready'); setInterval(() => {}, 1000);`;
    const folder = temporaryTree({ 'serve.mjs': code });
    const running = start(['record', '--', 'node', 'serve.mjs'], folder, env);
    await running.printed('ready');
    running.child.kill('SIGINT');
    const { out, code: exit } = await running.end;
    expect([out.toString(), exit]).toEqual(['ready\nbye\n', 3]);
    expect(callsIn(folder)).toHaveLength(1);
  });

  it.each([
    ['no such program', ['nosuchprogram'], 2, 'migrate: cannot run nosuchprogram: command not found.\n'],
    ['a file that is no program', ['./text'], 2, 'migrate: cannot run ./text: permission denied.\n'],
    ['no command', [], 2, 'migrate: name a command behind --: migrate record -- npm test\n'],
    ['an early end', ['false'], 1, 'migrate: 0 calls of the API recorded in calls.har.\n'],
  ])('says what is wrong: %s', async (_, command, exit, said) => {
    const folder = temporaryTree({ text: 'text' });
    const ran = await runTool(['record', '--', ...command], folder, noWayOut());
    expect([ran.code, ran.err]).toEqual([exit, said]);
    expect(existsSync(join(folder, 'calls.har'))).toBe(exit !== 2);
  });

  it('names the host that a program tried to call, where the connection failed', async () => {
    const folder = temporaryTree({ 'call.mjs': `await fetch('${GROUPS}').catch(() => {});` });
    const { err } = await runTool(['record', '--', 'node', 'call.mjs'], folder, noWayOut());
    expect(err).toBe(
      'migrate: the command tried to call cloud.mongodb.com, but the connection failed: nothing of it could be recorded.\nmigrate: 0 calls of the API recorded in calls.har.\n',
    );
  });

  it('refuses a file that cannot be written, and runs the command all the same', async () => {
    const folder = temporaryTree({});
    const ran = await runTool(['record', '-o', 'no/such/calls.har', '--', 'echo', 'ran'], folder, noWayOut());
    expect([ran.out.toString(), ran.code]).toEqual(['ran\n', 2]);
    expect(ran.err).toBe('migrate: cannot write no/such/calls.har (ENOENT): name another file with -o.\n');
  });

  it('says that a program has certificates of its own, and how to add ours', async () => {
    const folder = temporaryTree({ 'own.pem': readFileSync('/etc/ssl/certs/ca-certificates.crt') });
    const { env } = await surroundings(json);
    const ran = await runTool(['record', '--', 'curl', '-sS', '--cacert', 'own.pem', GROUPS], folder, env);
    expect(ran.err).toContain('a program refused the certificate of this run for cloud.mongodb.com, so its');
    expect(ran.err).toContain('MIGRATE_CA_CERT');
    const told = await runTool(
      ['record', '--', 'sh', '-c', `curl -sS --cacert "$MIGRATE_CA_CERT" ${GROUPS}`],
      folder,
      env,
    );
    expect(told.out.toString()).toBe('{"results":[]}');
  });

  it('says so too where a program ends the connection without a word, as Java does', async () => {
    const code = `import net from 'node:net';
import tls from 'node:tls';
import { Duplex } from 'node:stream';
const hello = await new Promise((write) => tls.connect({ servername: 'cloud.mongodb.com', socket: new Duplex({ read() {}, write }) }));
const socket = net.connect(new URL(process.env.HTTPS_PROXY).port, '127.0.0.1');
socket.write('CONNECT cloud.mongodb.com:443 HTTP/1.1\\r\\n\\r\\n');
socket.once('data', () => {
  socket.write(hello);
  socket.once('data', () => socket.end());
});`;
    const command = ['env', '-u', 'NODE_OPTIONS', 'node', 'silent.mjs'];
    const folder = temporaryTree({ 'silent.mjs': code });
    const ran = await runTool(['record', '--', ...command], folder, (await surroundings(json)).env);
    expect(ran.err).toContain('a program refused the certificate of this run for cloud.mongodb.com, so its');
  });

  it('says that a program which the command leaves running is still connected', async () => {
    const { env } = await surroundings(json);
    const folder = temporaryTree({
      'left.mjs': `await (await fetch('${GROUPS}')).text(); console.log(process.pid); setTimeout(() => {}, 9000);`,
    });
    const ran = await runTool(['record', '--', 'sh', '-c', 'node left.mjs > pid & sleep 1.5'], folder, env);
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining('left running is still connected. Its')]);
    expect(callsIn(folder)).toHaveLength(1);
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')));
  });

  it('lets a command listen on a port, and end while a program goes on that it started', async () => {
    const { env } = await surroundings(json);
    const folder = temporaryTree({
      'serve.mjs': `import { createServer, get } from 'node:http';
const server = createServer((_, r) => r.end('local')).listen(0, '127.0.0.1', () => get({ port: server.address().port }, (r) => r.pipe(process.stdout).on('unpipe', () => server.close())));`,
      'left.mjs': `import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5000)'], { detached: true, stdio: 'ignore' });
child.unref(); console.log(child.pid);`,
    });
    const served = await runTool(['record', '--', 'node', 'serve.mjs'], folder, env);
    expect([served.out.toString(), served.code]).toEqual(['local', 0]);
    const ran = await runTool(['record', '--', 'node', 'left.mjs'], folder, env);
    expect(ran.code).toBe(0);
    process.kill(Number(ran.out.toString()));
  });

  it('takes paths with spaces and signs', async () => {
    const world = await surroundings(json);
    const folder = temporaryTree({ 'tmp it\'s "ours"/x': '', 'my call.mjs': fetching(GROUPS) });
    const env = { ...world.env, TMPDIR: join(folder, 'tmp it\'s "ours"') };
    writeFileSync(join(folder, 'calls.har'), 'something else');
    const ran = await runTool(
      ['record', '--', 'sh', '-c', `node 'my call.mjs'; curl -sS ${GROUPS}`],
      folder,
      env,
    );
    expect(ran.code).toBe(0);
    expect(callsIn(folder)).toHaveLength(2);
  });
});
