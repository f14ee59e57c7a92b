import { expect, test } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal, TODAY } from '../fixtures/transcripts.ts';

test.each([
  ['legacy-base', 'there is no rule "legacy-base". Did you mean "legacy-base-url"?'],
  ['Tr0ub4dor&3!gKND', 'there is no rule "•••".'],
])('a comment that ignores the rule %s, which there is not, says "%s"', async (id, expected) => {
  const text = `// migrate-ignore-next-line ${id}: why\nfetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n`;
  const { terminal, out } = recordingTerminal(temporaryTree({ 'a.ts': text }));
  await run(['scan', '-f', 'compact', '--today', TODAY], terminal);
  expect(out()).toContain(expected);
});
