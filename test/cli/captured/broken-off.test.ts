import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { noWayOut, surroundings } from '../../capture/upstream.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { runTool } from './run.ts';

/** A program that ends in the middle of a body. */
const CLIENT = `const { connect } = require('node:net');
const socket = connect(new URL(process.env.HTTPS_PROXY).port, '127.0.0.1', () => {
  socket.write('POST https://cloud.mongodb.com/api/atlas/v2/groups HTTP/1.1\\r\\nhost: cloud.mongodb.com\\r\\ncontent-length: 100\\r\\n\\r\\n{');
  setTimeout(() => process.exit(3), 500);
});
`;

it('lists a call that its program broke off as not proven', async () => {
  const folder = temporaryTree({ 'call.cjs': CLIENT });
  const { err, code } = await runTool(['prove', '--', 'node', 'call.cjs'], folder, noWayOut());
  expect(err).toContain('The program stopped sending the request in its body.');
  expect(err).toContain('0 accepted, 0 refused, 1 not proven.');
  expect(code).toBe(1);
});

it('records a call that its program broke off without a response', async () => {
  const folder = temporaryTree({ 'call.cjs': CLIENT });
  const { env } = await surroundings(() => {});
  const { err, code } = await runTool(['record', '--', 'node', 'call.cjs'], folder, env);
  expect(err).toContain('1 call of the API recorded in calls.har, 1 without a whole response.');
  expect(code).toBe(3);
  expect(readFileSync(join(folder, 'calls.har'), 'utf8')).toContain('"status":0');
});

it('says that a server was not reached before the command ended, and not that a program is left', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((done) => void silent.listen(0, '127.0.0.1', done));
  onTestFinished(() => void silent.close());
  const proxy = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const env = { ...noWayOut(), HTTPS_PROXY: proxy, https_proxy: proxy };
  const words = ['curl', '-sS', '--max-time', '1', 'https://cloud.mongodb.com/api/atlas/v2/groups'];
  const { err } = await runTool(['record', '--', ...words], temporaryTree({}), env);
  expect(err).toContain('the command ended before a server was reached: what it asked of it was not seen.');
  expect(err).not.toContain('still connected');
});
