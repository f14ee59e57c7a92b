import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY, recordingTerminal } from '../fixtures/transcripts.ts';

const CALL = 'GET https://cloud.mongodb.com/api/atlas/v1.0/groups/5e2211c17a3e5a48f5497de3/clusters';

const har = (call: string, count = 1): string => {
  const [method, url] = call.split(' ');
  const request = { method, url, httpVersion: 'HTTP/1.1', headers: [{ name: 'Accept', value: '*/*' }] };
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } };
  const entries = Array.from({ length: count }, () => ({ request, response }));
  return JSON.stringify({ log: { version: '1.2', entries } });
};

it('says that a recording is not edited, and leaves "by hand" to what people can change', async () => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'calls.har': har(CALL) }));
  await run(['scan', '--today', TODAY], terminal);
  const [head] = out().split('\n');
  expect(head).toMatch(/^Recorded: GET .*; recordings are not edited/);
  expect(head).not.toContain('by hand');
});

it('counts recorded findings as not edited in the tables and on the page', async () => {
  const cwd = temporaryTree({ 'calls.har': har(CALL, 4) });
  const { terminal, out } = recordingTerminal(cwd);
  await run(['scan', '--today', TODAY], terminal);
  expect(out()).toMatch(
    /^By rule +found +safe +unsafe +by hand +not edited\nlegacy-base-url +4 +0 +0 +0 +4$/m,
  );
  const html = recordingTerminal(cwd);
  await run(['scan', '--today', TODAY, '-f', 'html'], html.terminal);
  expect(html.out()).toContain('title="0 safe, 0 unsafe, 0 by hand, 4 not edited"');
  expect(html.out()).not.toContain('<span class="tag">by hand</span>');
});
