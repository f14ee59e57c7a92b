import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { array, assert as holds, constantFrom, property } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReferenceService } from '../../src/reference-service.ts';
import type { ReferenceService } from '../../src/reference-service.ts';
import { Connections } from '../../src/service/connections.ts';
import { mayName } from '../../src/service/hosts.ts';
import { LIMITS } from '../../src/service/server.ts';
import { TODAY } from '../fixtures/transcripts.ts';
import { CLIENT, FORM, V2, accept, testService } from './world.ts';

let service: ReferenceService;
beforeAll(async () => void (service = await startReferenceService({ today: TODAY })));
afterAll(() => service.close());

/** Sends bytes as they are; what comes back until the connection ends. */
const raw = (bytes: string | Uint8Array): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(service.port, '127.0.0.1', () => socket.end(bytes));
    const timer = setTimeout(() => socket.destroy(), 5000);
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });

const statusesIn = (text: string): readonly number[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

const post = (headers: string, body: string): string =>
  `POST /api/oauth/token HTTP/1.1\r\nhost: localhost\r\nauthorization: ${CLIENT}\r\ncontent-type: ${FORM}\r\nconnection: close\r\n${headers}\r\n${body}`;

interface FakeSocket {
  destroyed: boolean;
  remoteAddress: string;
  destroy: () => void;
}

const fake = (remoteAddress: string): FakeSocket & Socket => {
  const socket: FakeSocket = {
    destroyed: false,
    remoteAddress,
    destroy: () => void (socket.destroyed = true),
  };
  return socket as FakeSocket & Socket;
};

const book = (connections = 4, waitingPerPeer = 2) => {
  const clock = { now: 1000 };
  return { clock, connections: new Connections({ connections, waitingPerPeer }, () => clock.now) };
};

const chunks = (count: number): string => `${'1\r\na\r\n'.repeat(count)}0\r\n\r\n`;

describe('connections that wait', () => {
  it('end at their deadline, and not before', () => {
    const { clock, connections } = book();
    const socket = fake('a');
    connections.wait(socket, 100);
    clock.now += 99;
    connections.sweep();
    expect(socket.destroyed).toBe(false);
    clock.now += 1;
    connections.sweep();
    expect([socket.destroyed, connections.waiting]).toEqual([true, 0]);
  });

  it('begin anew when they move', () => {
    const { clock, connections } = book();
    const socket = fake('a');
    connections.wait(socket, 100);
    clock.now += 99;
    connections.wait(socket, 100);
    clock.now += 99;
    connections.sweep();
    expect(socket.destroyed).toBe(false);
  });

  it('end when the clock goes back', () => {
    const { clock, connections } = book();
    const socket = fake('a');
    connections.wait(socket, 100);
    clock.now -= 1;
    connections.sweep();
    expect(socket.destroyed).toBe(true);
  });

  it('make room for the next of the same peer, the oldest first, and leave other peers alone', () => {
    const { connections } = book();
    const sockets = ['b', 'a', 'a', 'a'].map(fake);
    for (const socket of sockets) connections.wait(socket, 100);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  it('never are more than there may be, and the newest is there', () => {
    const peer = constantFrom('a', 'b', 'c', 'd', 'e');
    holds(
      property(array(peer, { minLength: 1, maxLength: 60 }), (peers) => {
        const { connections } = book();
        const sockets = peers.map(fake);
        for (const socket of sockets) {
          connections.wait(socket, 100);
          expect(socket.destroyed).toBe(false);
          const open = sockets.slice(0, sockets.indexOf(socket) + 1).filter(({ destroyed }) => !destroyed);
          expect(open.length).toBeLessThanOrEqual(4);
          expect(open.filter(({ remoteAddress }) => remoteAddress === 'a').length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  it('lock nobody out: 300 silent ones, and a request is answered', async () => {
    const sockets = Array.from({ length: 300 }, () =>
      connect(service.port, '127.0.0.1').on('error', () => {}),
    );
    await Promise.all(sockets.map((socket) => new Promise((done) => void socket.once('connect', done))));
    const text = await raw('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    for (const socket of sockets) socket.destroy();
    expect(statusesIn(text)).toEqual([404]);
  });
});

describe('a body', () => {
  it('in single bytes is read as one', async () => {
    const body = `${Array.from('grant_type=client_credentials', (char) => `1\r\n${char}\r\n`).join('')}0\r\n\r\n`;
    expect(statusesIn(await raw(post('transfer-encoding: chunked\r\n', body)))).toEqual([200]);
  });

  it('in too many pieces is refused', async () => {
    const text = await raw(post('transfer-encoding: chunked\r\n', chunks(LIMITS.bodyPieces + 1)));
    expect(statusesIn(text)).toEqual([413]);
  });

  it('with endless extensions of a chunk is refused', async () => {
    const text = await raw(
      post('transfer-encoding: chunked\r\n', `1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`),
    );
    expect(statusesIn(text)[0]).toBeGreaterThanOrEqual(400);
  });
});

describe('bytes that mean two things', () => {
  it.each([
    ['a length that is signed', 'content-length: +4\r\n', 'abcd'],
    ['a length in hexadecimal', 'content-length: 0x4\r\n', 'abcd'],
    ['chunks and something else', 'transfer-encoding: chunked, identity\r\n', '0\r\n\r\n'],
    [
      'chunks twice with a length',
      'transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\ncontent-length: 1\r\n',
      '0\r\n\r\n',
    ],
    ['a folded header', 'x: a\r\n b\r\n', ''],
    ['a NUL in a header', 'x: a\0b\r\n', ''],
    ['a space before the colon', 'content-length : 1\r\n', 'a'],
    ['a chunk without its line end', 'transfer-encoding: chunked\r\n', '1\r\nab0\r\n\r\n'],
    ['a chunk of no number', 'transfer-encoding: chunked\r\n', 'zz\r\na\r\n0\r\n\r\n'],
  ])('%s: are one refusal, and no second request', async (_, headers, body) => {
    const statuses = statusesIn(await raw(post(headers, `${body}GET / HTTP/1.1\r\nhost: localhost\r\n\r\n`)));
    expect(statuses.length).toBe(1);
    expect(statuses[0]).toBeGreaterThanOrEqual(400);
  });

  it('a second host is refused', async () => {
    expect(statusesIn(await raw('GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n'))[0]).toBe(
      400,
    );
  });
});

describe('a foreign host', () => {
  it.each([
    'GET / HTTP/1.1\r\nhost: evil.test\r\n',
    'GET http://evil.test/ HTTP/1.1\r\nhost: localhost\r\n',
    'GET http://localhost@evil.test/ HTTP/1.1\r\nhost: localhost\r\n',
  ])('is refused on loopback, before anything else is looked at: %j', async (head) => {
    const text = await raw(`${head}connection: close\r\n\r\n`);
    expect([statusesIn(text), text.includes('HOST_NOT_ALLOWED')]).toEqual([[421], true]);
  });

  it.each([
    ['localhost:1', '127.0.0.1', [], true],
    ['LOCALHOST.', '127.0.0.1', [], true],
    ['[::1]:8417', '::1', [], true],
    ['127.0.0.2', 'localhost', [], true],
    ['app.localhost', '127.0.0.1', [], true],
    ['localhost.evil.test', '127.0.0.1', [], false],
    ['127.0.0.1.evil.test', '127.0.0.1', [], false],
    ['evil.test', '127.0.0.1', ['good.test'], false],
    ['good.test:80', '127.0.0.1', ['Good.test'], true],
    ['evil.test', '127.0.0.1', ['*'], true],
    ['evil.test', '0.0.0.0', [], true],
    ['', '127.0.0.1', [], false],
  ])('%j on %s, allowed %j: %s', (header, listens, allowed, expected) => {
    expect(mayName(header, listens, allowed)).toBe(expected);
  });
});

describe('the same in other words', () => {
  it('counts for the same rate', () => {
    const { send } = testService();
    const spellings = [
      '/api/oauth/token',
      '/api//oauth/token',
      '/api/oauth/tok%65n',
      '/api/oauth/token/',
      '/%61pi/oauth/token?a',
    ];
    const statuses = Array.from({ length: 11 }, (_, at) =>
      send('POST', spellings[at % spellings.length]!, {
        auth: 'none',
        headers: { authorization: CLIENT, 'content-type': FORM },
        body: 'grant_type=client_credentials',
      }),
    );
    expect(statuses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429]);
    expect(statuses.at(-1)?.json['error']).toBe('rate_limited');
  });

  it.each([
    '{"a":1,"a":2}',
    '{"name":"x","n\\u0061me":"y"}',
    '{"b":[{"a":1,"a":1}]}',
    '{"__proto__":1,"__proto__":2}',
  ])('in one object is refused: %s', (body) => {
    const headers = { ...accept('2023-02-01'), 'content-type': 'application/json' };
    const { status, json } = testService().send('POST', V2, { headers, body });
    expect([status, json['errorCode']]).toEqual([400, 'DUPLICATE_MEMBER']);
  });

  it('in two objects, or as a value, is none', () => {
    const headers = { ...accept('2023-02-01'), 'content-type': 'application/json' };
    const body = '{"labels":[{"key":"a","value":"key"},{"key":"a","value":"a:b"}],"name":"labels"}';
    expect(testService().send('POST', V2, { headers, body }).json['errorCode']).toBe('INVALID_ATTRIBUTE');
  });
});

describe('a fault of 429', () => {
  it.each([
    ['tokens.generate', '/api/oauth/token', 'error', 'rate_limited'],
    ['clusters.list', V2, 'errorCode', 'RATE_LIMITED'],
  ])('of %s says that it is the rate', (operation, path, member, code) => {
    const { send, world } = testService({ seed: { faults: [{ operation, status: 429, retryAfter: 7 }] } });
    expect(world.faults).toBeDefined();
    const method = operation === 'clusters.list' ? 'GET' : 'POST';
    const { status, json, headers } = send(method, path, { headers: accept('2023-02-01') });
    expect([status, json[member], headers['retry-after']]).toEqual([429, code, '7']);
  });
});

describe('a clock that goes back', () => {
  it('locks no client out for longer than a window', () => {
    const { send, clock } = testService();
    const ask = () =>
      send('POST', '/api/oauth/token', { headers: { authorization: CLIENT, 'content-type': FORM }, body: '' })
        .status;
    for (let at = 0; at < 10; at += 1) ask();
    clock.now -= 86_400_000;
    expect(ask()).toBe(200);
  });
});

describe('a deletion', () => {
  it('answers with the cluster as the version says it', () => {
    const { send } = testService();
    const { status, json } = send('DELETE', `${V2}/orders`, { headers: accept('2023-02-01') });
    expect(status).toBe(202);
    expect(json['replicationSpecs']).toMatchObject([{ regionConfigs: expect.any(Array) }]);
    expect(json['providerSettings']).toBeUndefined();
  });
});
