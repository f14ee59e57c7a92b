import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryTree } from '../fixtures/temporary.ts';

const module = new URL('../../dist/io/signals.js', import.meta.url).href;

const interrupted = (cwd: string, before: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { writeFileSync } from 'node:fs';
       import { deferringSignals } from '${module}';
       ${before}
       deferringSignals(() => { process.kill(process.pid, 'SIGINT'); writeFileSync('done', ''); });
       setTimeout(() => writeFileSync('later', ''), 5000);`,
    ],
    { cwd },
  );

describe('deferringSignals', () => {
  it.each(['', 'await new Promise((resolve) => setTimeout(resolve, 5));', 'await import("node:dns");'])(
    'ends what must be whole, then the process %#',
    (before) => {
      const cwd = temporaryTree({});
      expect(interrupted(cwd, before).status).toBe(130);
      expect(readdirSync(cwd)).toEqual(['done']);
    },
  );
});
