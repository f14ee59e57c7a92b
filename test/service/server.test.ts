import { connect } from 'node:net';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverFor, LIMITS } from '../../src/service/server.ts';
import { startReferenceService } from '../../src/reference-service.ts';
import type { ReferenceService } from '../../src/reference-service.ts';
import { CLIENT, GROUP, V2, basic } from './world.ts';

let service: ReferenceService;
beforeAll(async () => void (service = await startReferenceService()));
afterAll(() => service.close());

/** Sends bytes as they are; everything that comes back until the connection ends, or `wait` is over. */
const raw = (bytes: string | Uint8Array, port = service.port, wait = 5000): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const timer = setTimeout(() => socket.destroy(), wait);
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });

const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);

const DISCOVERY = `/prometheus/v1.0/groups/${GROUP}/discovery`;

describe('a mistake of ours', () => {
  it('is a 500 that tells nothing of it, and places that tell nothing of the request', async () => {
    const told: string[] = [];
    const failing = await startReferenceService({
      now: () => {
        throw new Error('tr0ub4dor');
      },
      onError: (places) => told.push(places),
    }).catch(() => undefined);
    expect(failing, 'a clock that fails from the start is no service').toBeUndefined();
    let broken = false;
    const later = await startReferenceService({
      now: () => {
        if (broken) throw new Error('tr0ub4dor');
        return Date.now();
      },
      onError: (places) => told.push(places),
    });
    broken = true;
    const response = await fetch(`${later.url}/api/oauth/token`, { method: 'POST' });
    const text = await response.text();
    await later.close();
    expect([response.status, JSON.parse(text)]).toEqual([
      500,
      {
        detail: 'Unexpected error.',
        error: 500,
        errorCode: 'UNEXPECTED_ERROR',
        parameters: [],
        reason: 'Internal Server Error',
      },
    ]);
    expect(told.join()).toMatch(/^\s+at /);
    expect(told.join() + text).not.toContain('tr0ub4dor');
  });
});

describe('the service over HTTP', () => {
  it('listens on this machine only', () => {
    expect(service.url).toBe(`http://127.0.0.1:${service.port}`);
  });

  it('answers HEAD as GET, without the body', async () => {
    const headers = { authorization: basic('prom', 'reference') };
    const got = await fetch(service.url + DISCOVERY, { headers });
    const head = await fetch(service.url + DISCOVERY, { method: 'HEAD', headers });
    const length = (await got.text()).length;
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(length),
      '',
    ]);
  });

  it('takes the absolute form of an address', async () => {
    const text = await raw(
      `GET http://127.0.0.1${DISCOVERY} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${basic('prom', 'reference')}\r\nconnection: close\r\n\r\n`,
    );
    expect(statusOf(text)).toBe(200);
  });

  it('refuses a body that is too large, and goes on', async () => {
    const big = await fetch(`${service.url}/api/oauth/token`, {
      method: 'POST',
      headers: { authorization: CLIENT },
      body: 'x'.repeat(LIMITS.bodyBytes + 1),
    });
    expect([big.status, await big.json()]).toEqual([
      413,
      expect.objectContaining({ errorCode: 'BODY_TOO_LARGE' }),
    ]);
    expect((await fetch(service.url)).status).toBe(404);
  });

  it('refuses headers that are too large', async () => {
    const text = await raw(
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(LIMITS.headerBytes)}\r\n\r\n`,
    );
    expect(statusOf(text)).toBe(431);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: localhost\r\na b: c\r\n\r\n'],
  ])('refuses %s', async (_, bytes) => {
    expect(statusOf(await raw(bytes))).toBe(400);
  });

  it('gives no tunnel', async () => {
    expect(await raw('CONNECT cloud.mongodb.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n')).toBe('');
  });

  it('ends a request that never comes to its end', async () => {
    const slow = serverFor(() => ({ status: 200, headers: [], body: '' }), {
      limits: { ...LIMITS, headerTime: 200, requestTime: 200 },
    });
    const port = await new Promise<number>((done) =>
      slow.listen(0, '127.0.0.1', () => done((slow.address() as { port: number }).port)),
    );
    const text = await new Promise<string>((done) => {
      let all = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost:'));
      socket.on('data', (chunk) => (all += chunk.toString()));
      socket.on('close', () => done(all));
    });
    slow.close();
    expect(statusOf(text)).toBe(408);
  });

  it('answers over one connection in order', async () => {
    const one = `GET ${V2} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    const last = `GET /nothing HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
    const statuses = [...(await raw(one + one + last)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(
      ([, status]) => status,
    );
    expect(statuses).toEqual(['401', '401', '404']);
  });

  it('waits for a body before it is sent', async () => {
    const status = await new Promise<number>((done) => {
      const sent = request(`${service.url}/api/oauth/token`, {
        method: 'POST',
        headers: { expect: '100-continue' },
      });
      sent.on('continue', () => sent.end('a=b'));
      sent.on('response', (response) => {
        response.resume();
        done(response.statusCode ?? 0);
      });
      sent.flushHeaders();
    });
    expect(status).toBe(401);
  });
});
