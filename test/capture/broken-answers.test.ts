import { spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAnswered } from '../../src/capture/exchange.ts';
import type { Exchange } from '../../src/capture/exchange.ts';
import { openCapture } from '../../src/capture/open-capture.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { API_HOST, surroundings } from './upstream.ts';

/** Responses that a server breaks off. */
const BROKEN_OFF: Readonly<Record<string, string>> = {
  'in a body of known length': 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"a":',
  'in a chunked body': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n',
  'in its head': 'HTTP/1.1 200 OK\r\ncontent-le',
  'before it begins': '',
};

/** Responses that no program gets, on connections that stay open. */
const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'a chunk without a length': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"a":\r\n',
  'a status that is no number': 'HTTP/1.1 2zz OK\r\n\r\n',
  'a status below 100': 'HTTP/1.1 099 X\r\ncontent-length: 2\r\n\r\n{}',
  'another protocol': 'HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nabc',
};

const PATH = '/api/atlas/v2/groups';

/** Programs that make two calls, and print whether one of them seemed to succeed. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'HTTP/1.1': [
    'node',
    '--input-type=module',
    '-e',
    `import { get, Agent } from 'node:https';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = () => new Promise((done) => get('https://${API_HOST}${PATH}', { agent }, (r) => r.resume().on('end', () => done(r.complete)).on('error', () => done(false))).on('error', () => done(false)));
console.log(String((await Promise.all([ask(), ask()])).includes(true)));`,
  ],
  'HTTP/2': [
    'node',
    '--input-type=module',
    '-e',
    `import { connect } from 'node:http2';
const session = connect('https://${API_HOST}').on('error', () => {});
const ask = () => new Promise((done) => { const s = session.request({ ':path': '${PATH}' }).on('error', () => {}).on('close', () => done(s.rstCode === 0)); s.resume().end(); });
console.log(String((await Promise.all([ask(), ask()])).includes(true)));
session.destroy();`,
  ],
  'HTTP/1.1 by a proxy': [
    'curl',
    '-sS',
    '--http1.1',
    '-o',
    '/dev/null',
    '-w',
    '%{errormsg}',
    `https://${API_HOST}${PATH}`,
  ],
};

const isFailure = (out: string): boolean => out === 'false\n' || (out !== '' && out !== 'true\n');

const called = async (
  [command = '', ...args]: readonly string[],
  respond: (response: ServerResponse) => void,
): Promise<{
  readonly out: string;
  readonly seen: readonly Exchange[];
  readonly open: readonly number[];
}> => {
  const { env } = await surroundings((_, response) => respond(response));
  const seen: Exchange[] = [];
  const capture = await openCapture({
    hosts: [API_HOST],
    env,
    answer: undefined,
    see: (one) => void seen.push(one),
    tellsSites: false,
  });
  onTestFinished(() => capture.close());
  const child = spawn(command, args, {
    cwd: temporaryTree({}),
    env: capture.env,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
  });
  let out = '';
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  await new Promise((done) => child.once('close', done));
  for (let tries = 0; tries < 40 && capture.connections() > 0; tries += 1)
    await new Promise((done) => void setTimeout(done, 50));
  return { out, seen, open: [capture.pending(), capture.connections()] };
};

const expectFailure = async (
  words: readonly string[],
  respond: (response: ServerResponse) => void,
): Promise<void> => {
  const { out, seen, open } = await called(words, respond);
  expect([out, isFailure(out)]).toEqual([out, true]);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.some(isAnswered)).toBe(false);
  expect(open).toEqual([0, 0]);
};

for (const [program, words] of Object.entries(PROGRAMS))
  describe(`a program that speaks ${program}`, () => {
    it.each(Object.entries(BROKEN_OFF))('sees that a response broke off %s', (_, text) =>
      expectFailure(
        words,
        ({ socket }) => void socket?.write(text, () => setTimeout(() => socket.destroy(), 20)),
      ),
    );

    it.each(Object.entries(IMPOSSIBLE))('sees that its connection fails for %s', (_, text) =>
      expectFailure(words, ({ socket }) => void socket?.write(text)),
    );
  });
