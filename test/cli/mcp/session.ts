import { run } from '../../../src/cli/main.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

/** A message that the server sent. */
export interface Reply {
  readonly id: string | number | null;
  readonly result?: {
    readonly content?: readonly { readonly text: string }[];
    readonly isError?: boolean;
    readonly [key: string]: unknown;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** What `migrate mcp` answers to these lines, in a folder. */
export const talk = async (
  cwd: string,
  lines: readonly (string | object)[],
  args: readonly string[] = [],
): Promise<{ readonly replies: readonly Reply[]; readonly printed: string }> => {
  const { terminal, out, printed } = recordingTerminal(cwd);
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await run(['mcp', ...args], { ...terminal, lines: () => linesOf(texts) });
  const replies = out()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reply);
  return { replies, printed: printed() };
};

/** A request to use a tool. */
export const toolCall = (id: string | number, name: string, given: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});
