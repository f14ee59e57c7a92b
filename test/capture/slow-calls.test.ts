import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../../src/capture/exchange.ts';
import { BodyRecorder } from '../../src/capture/body-recorder.ts';
import { openCapture } from '../../src/capture/open-capture.ts';
import type { CaptureOptions } from '../../src/capture/open-capture.ts';
import { SETTINGS_VARIABLE } from '../../src/intercept/settings.ts';
import { API_HOST, noWayOut } from './upstream.ts';

const ANSWER: CaptureOptions['answer'] = () => ({ status: 200, headers: [], body: '{}' });

const opened = async (answer: CaptureOptions['answer'], env: NodeJS.ProcessEnv = noWayOut()) => {
  const seen: Exchange[] = [];
  const see = (one: Exchange): void => void seen.push(one);
  const capture = await openCapture({ hosts: [API_HOST], env, answer, see, tellsSites: false });
  onTestFinished(() => capture.close());
  const { port: proxy } = new URL(capture.env['HTTPS_PROXY']!);
  const { port: preloads } = JSON.parse(capture.env[SETTINGS_VARIABLE]!) as { readonly port: number };
  return { capture, seen, proxy: Number(proxy), preloads };
};

const sent = (port: number, text: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)));
    socket.on('error', () => {}).resume();
    onTestFinished(() => void socket.destroy());
  });

const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 60 && !isSo(); tries += 1)
    await new Promise((done) => void setTimeout(done, 50));
  expect(isSo()).toBe(true);
};

const post = (length: number): string =>
  `POST http://${API_HOST}/api/atlas/v2/groups HTTP/1.1\r\nhost: ${API_HOST}\r\ncontent-length: ${length}\r\n\r\n`;

it('keeps a body in bytes, whatever pieces it came in', () => {
  const kept = new BodyRecorder();
  const before = process.memoryUsage();
  const pieces = 1_000_000;
  for (let at = 0; at < pieces; at += 1) kept.add(Buffer.from([97 + (at % 26)]));
  const after = process.memoryUsage();
  expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(30_000_000);
  expect(kept.body.bytes.toString('latin1', 0, 30)).toBe('abcdefghijklmnopqrstuvwxyzabcd');
  expect([kept.body.length, kept.body.bytes.length]).toEqual([pieces, pieces]);
  kept.add(Buffer.alloc(100_000));
  expect([kept.body.length, kept.body.bytes.length]).toEqual([1_100_000, 1024 * 1024]);
});

describe('a call whose body does not end', () => {
  it('is accounted for when the program goes away', async () => {
    const { capture, seen, proxy } = await opened(ANSWER);
    const socket = await sent(proxy, `${post(100)}{"a":`);
    await until(() => capture.pending() === 1);
    expect(seen).toEqual([]);
    socket.destroy();
    await until(() => capture.pending() === 0);
    expect(seen.map(({ method, answer, body }) => [method, answer, body.bytes.toString()])).toEqual([
      ['POST', undefined, '{"a":'],
    ]);
  });

  it('is accounted for when the capture ends, with 1,000 connections that say nothing or half a head', async () => {
    const { capture, seen, proxy } = await opened(ANSWER);
    await sent(proxy, `${post(100)}{`);
    const halves = ['', 'GET / HT', `CONNECT ${API_HOST}:443 HTTP/1.1\r\nx: `, post(3).slice(0, -2)];
    for (let at = 0; at < 1000; at += 1) await sent(proxy, halves[at % halves.length]!);
    await until(() => capture.pending() === 1 && capture.connections() === 1001);
    capture.close();
    await until(() => capture.pending() === 0 && capture.connections() === 0);
    expect(seen).toHaveLength(1);
  });
});

it('refuses ports that no URL can name', async () => {
  const { capture, proxy } = await opened(ANSWER);
  const socket = await sent(proxy, `CONNECT ${API_HOST}:99999 HTTP/1.1\r\n\r\n`);
  let said = '';
  socket.on('data', (piece: Buffer) => (said += piece.toString()));
  await until(() => capture.connections() === 0);
  expect(said).toMatch(/^HTTP\/1.1 502 /);
});

it.each(['null', '5', '{}', '{"id":"a","target":{"host":"a b","port":-1,"protocol":"h2"}}', '{"failed":{}}'])(
  'closes a connection to the entrance of Node programs that begins with %s',
  async (line) => {
    const { capture, preloads } = await opened(ANSWER);
    await sent(preloads, `${line}\nGET / HTTP/1.1\r\n\r\n`);
    await until(() => capture.connections() === 0);
  },
);

it('leaves no connection to a server that never answers', async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => {
    open.add(
      socket
        .resume()
        .on('error', () => {})
        .once('close', () => open.delete(socket)),
    );
  });
  await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => void silent.close());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const { capture, proxy } = await opened(undefined, { ...noWayOut(), HTTPS_PROXY: url, https_proxy: url });
  for (const host of [API_HOST, 'other.example.com'])
    await sent(proxy, `CONNECT ${host}:443 HTTP/1.1\r\n\r\n`);
  await until(() => open.size === 2);
  expect([capture.connections(), capture.opening()]).toEqual([0, 2]);
  capture.close();
  await until(() => open.size === 0);
});
