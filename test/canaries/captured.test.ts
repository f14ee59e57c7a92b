import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noWayOut, surroundings } from '../capture/upstream.ts';
import { runTool } from '../cli/captured/run.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { MARKS, planted } from './secrets.ts';

const { headers, answerHeaders, query, form, body, answer } = planted;
const CLUSTERS = `https://cloud.mongodb.com/api/atlas/v1.0/groups/5e2211c17a3e5a48f5497de3/clusters`;
const TOKEN = 'https://cloud.mongodb.com/api/oauth/token';

/** Headers that a client of HTTP may send as it likes. */
const own = headers.filter(([name]) => !/^proxy-/i.test(name));

const NODE = `
const headers = ${JSON.stringify(Object.fromEntries(own))};
await fetch(${JSON.stringify(`${CLUSTERS}?${query}`)}, { method: 'POST', body: ${JSON.stringify(JSON.stringify(body))}, headers: { ...headers, 'content-type': 'application/json' } });
await fetch(${JSON.stringify(`${TOKEN}?${query}`)}, { method: 'POST', body: ${JSON.stringify(form)}, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } });
await fetch(${JSON.stringify(CLUSTERS)}, { method: 'POST', body: '{"broken": "canarybroken', headers });
`;

const config = ['-sS', ...own.flatMap(([name, value]) => ['-H', `${name}: ${value}`])]
  .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  .join(' ');

const CURL = `#!/bin/sh
curl ${config} -H 'Content-Type: application/json' -d @body.json '${CLUSTERS}?${query}' > answer
curl ${config} -d '${form.replaceAll("'", '%27')}' '${TOKEN}' > answer
curl ${config} -u '${planted.user}' '${CLUSTERS}/canary.person@leak.test' > answer
`;

const FILES = { 'call.mjs': NODE, 'call.sh': CURL, 'body.json': JSON.stringify(body) };
const COMMANDS = [
  ['node', 'call.mjs'],
  ['sh', 'call.sh'],
];

const leaksIn = (text: string): readonly string[] =>
  [...MARKS, 'canarybroken', 'canary.person'].flatMap((mark) => {
    const at = text.indexOf(mark);
    return at === -1 ? [] : [text.slice(Math.max(0, at - 100), at + mark.length)];
  });

const secret = (what: string): string => `c4nary${what}7q`;

describe('credentials of a command whose calls are captured', () => {
  it.each(COMMANDS)('stand in no recording, and in nothing that is printed: %s', async (...command) => {
    const { env } = await surroundings((request, response) => {
      request.resume();
      for (const [name, value] of answerHeaders)
        if (!/^content-length$/i.test(name)) response.setHeader(name, value);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
    const folder = temporaryTree(FILES);
    const ran = await runTool(['record', '--', ...command], folder, env);
    const recorded = readFileSync(join(folder, 'calls.har'), 'utf8');
    const { entries } = (JSON.parse(recorded) as { log: { entries: unknown[] } }).log;
    expect(entries).toHaveLength(3);
    expect(leaksIn(recorded + ran.err)).toEqual([]);
    expect(recorded).toContain('"AWS"'.replaceAll('"', '\\"'));
  });

  it('stand in no recording where neither a name nor a media type is expected to hold one', async () => {
    const { env } = await surroundings((request, response) => {
      request.resume();
      response.setHeader(secret('answerheader'), 'x');
      response.setHeader('content-type', `application/json; profile="${secret('profile')}"`);
      response.writeHead(200, secret('reason')).end(JSON.stringify({ [secret('answerkey')]: 1 }));
    });
    const call = `import { request } from 'node:https';
const send = (path, headers, body = '') => new Promise((done, fail) => request('${CLUSTERS}' + path, { method: 'POST', headers }, (r) => r.resume().on('end', done)).on('error', fail).end(body));
await send('?${secret('bare')}&${secret('query')}=1&pretty', { authorization: '${secret('scheme')} x', '${secret('header')}': 'x' });
await send('/${encodeURIComponent(`k:${secret('path')}@`)}', { authorization: 'Bearer ', accept: 'application/json; x=${secret('accept')}, ${secret('type')}' });
await send('', { 'content-type': 'multipart/form-data; boundary=${secret('boundary')}' }, '--${secret('part')}');
await send('', { 'content-type': 'application/json; charset=utf-8' }, '{"${secret('key')}":true,"regionName":"EU_WEST_1","eu2Zone":1}');`;
    const folder = temporaryTree({ 'call.mjs': call });
    const ran = await runTool(['record', '--', 'node', 'call.mjs'], folder, env);
    const recorded = readFileSync(join(folder, 'calls.har'), 'utf8');
    expect(ran.err).toBe('migrate: 4 calls of the API recorded in calls.har.\n');
    expect(recorded.match(/c4nary\w+/g)).toBeNull();
    for (const kept of ['&pretty"', '"Bearer"', 'EU_WEST_1', 'eu2Zone', '"application/json; charset=utf-8"'])
      expect(recorded).toContain(kept);
  });

  it.each(COMMANDS)('stand in no report: %s', async (...command) => {
    const formats = ['pretty', 'json', 'markdown'];
    const folder = temporaryTree(FILES);
    const outputs = formats.flatMap((format) => ['-o', `${format}=${format}`]);
    const ran = await runTool(['prove', '--legacy', 'on', ...outputs, '--', ...command], folder, noWayOut());
    const written = formats.map((format) => readFileSync(join(folder, format), 'utf8'));
    expect(ran.err + written.join()).toContain('migrate');
    expect(JSON.parse(written[1]!)).toMatchObject({ summary: { calls: 3 } });
    expect(leaksIn(ran.err + written.join())).toEqual([]);
  });
});
