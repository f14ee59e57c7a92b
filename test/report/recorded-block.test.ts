import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY, recordingTerminal } from '../fixtures/transcripts.ts';

const CALL = 'GET https://cloud.mongodb.com/api/atlas/v1.0/groups/5e2211c17a3e5a48f5497de3/clusters';

const har = (call: string): string => {
  const [method, url] = call.split(' ');
  const request = { method, url, httpVersion: 'HTTP/1.1', headers: [{ name: 'Accept', value: '*/*' }] };
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } };
  return JSON.stringify({ log: { version: '1.2', entries: [{ request, response }] } });
};

it('says that a recording is not edited, and leaves "by hand" to what people can change', async () => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'calls.har': har(CALL) }));
  await run(['scan', '--today', TODAY], terminal);
  const [head] = out().split('\n');
  expect(head).toMatch(/^Recorded: GET .*; recordings are not edited/);
  expect(head).not.toContain('by hand');
});
