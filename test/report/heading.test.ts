import { expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY, recordingTerminal } from '../fixtures/transcripts.ts';

const PROGRAM = `interface Row {
  mongoURIWithOptions: string;
}
export const names = (group: string) =>
  fetch(\`https://cloud.mongodb.com/api/atlas/v1.0/groups/\${group}/clusters\`);
`;

it('heads findings without a call by the names that are found, and their file', async () => {
  const { terminal, out } = recordingTerminal(temporaryTree({ 'rows.ts': PROGRAM, 'tsconfig.json': '{}' }));
  await run(['scan', '--today', TODAY], terminal);
  expect(out()).toMatch(/^mongoURIWithOptions in rows\.ts {2}\[1 error; safe fix\]$/m);
});
