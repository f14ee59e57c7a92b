import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { FORMAT_NAMES } from '../../src/report/formats.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal, TODAY } from '../fixtures/transcripts.ts';

const LEGACY = "export const a = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n";

/** Names of files with what terminals, GitHub runners and shells obey. */
const NAMES = ['\u001B[31m\n', '\u009B31m', '\u0085', '\u007F', '\u202E', '\u2066', '\r', '\u001B]0;t\u0007'];

const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NAMES.map((name) => [`a${name}b.ts`, LEGACY])),
  ...Object.fromEntries(NAMES.map((name) => [`broken${name}.json`, '{"regionsConfig": [}'])),
  '-rf.ts': LEGACY,
};

// oxlint-disable-next-line no-control-regex -- these are what a terminal obeys
const OBEYED = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\p{Bidi_Control}]/u;

const printedBy = async (...args: readonly string[]): Promise<string> => {
  const { terminal, out, printed } = recordingTerminal(temporaryTree(FILES));
  await run(['--today', TODAY, '--no-color', ...args], terminal);
  return out() + printed();
};

describe('no name of a file reaches a terminal as something that it obeys', () => {
  it.each(FORMAT_NAMES.flatMap((format) => [[format], [format, '--strict'], [format, '--verbose']]))(
    'in the format %s %s',
    async (format, ...flags) => {
      const printed = await printedBy('scan', '-f', format, ...flags);
      expect(OBEYED.exec(printed)?.input.slice(Math.max(0, printed.search(OBEYED) - 80)), format).toBe(
        undefined,
      );
    },
  );

  it('or in a patch', async () => {
    expect(await printedBy('fix', '--diff')).not.toMatch(OBEYED);
  });
});

it('a file that is named like a flag is named from its folder in the next command', async () => {
  expect(await printedBy('scan', '--', '-rf.ts')).toMatch(/ fix \.\/-rf\.ts\b/);
});
