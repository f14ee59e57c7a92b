import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY, recordingTerminal } from '../fixtures/transcripts.ts';

const PROGRAM = `export const create = (id, name) =>
  fetch(\`https://cloud.mongodb.com/api/atlas/v1.0/groups/\${id}/clusters\`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      numShards: 1,
      replicationFactor: 3,
      providerSettings: { providerName: 'AWS', regionName: 'EU_WEST_1', instanceSizeName: 'M10' },
    }),
  });
`;

const output = async (...args: readonly string[]): Promise<string> => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'create.js': PROGRAM }));
  await run(['scan', '--today', TODAY, ...args], terminal);
  return out();
};

it('shows the fix first, and properties with the same sentence in one', async () => {
  const lines = (await output()).split('\n');
  expect(lines[1]).toMatch(/^ {2}fix \(safe\): /);
  const sentences = lines.filter((line) => line.includes('removed-cluster-property: '));
  expect(sentences).toEqual([
    expect.stringContaining(
      'numShards, replicationFactor and providerSettings were removed from clusters in 2023-02-01.',
    ),
  ]);
  expect(lines.filter((line) => line.startsWith('    create.js:'))).toHaveLength(5);
});

it('shows a change once on the page, where several findings share it', async () => {
  const html = await output('-f', 'html');
  expect(html.match(/<ins>\+ +replicationSpecs: \[/g)).toHaveLength(1);
  expect(html.match(/Restructure the payload for 2023-02-01, as shown for line 7/g)).toHaveLength(2);
});
