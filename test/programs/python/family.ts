import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Family } from '../family.ts';
import { SCENARIOS } from '../run/run.ts';
import type { Event } from '../run/world.ts';
import { writePython } from './write.ts';

/** Programs of Python, which one process of Python runs with its real clients; `runner` is its script. */
export const python = (runner: string): Family & { close(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-python-'));
  const child = spawn('python3', [runner], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: (() => void)[] = [];
  createInterface({ input: child.stdout }).on('line', () => waiting.shift()?.());
  const answered = (jobs: readonly object[]): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      child.stdin.write(`${JSON.stringify(jobs)}\n`);
    });
  return {
    write: writePython,
    async runAll(files, entry) {
      const own = mkdtempSync(join(folder, 'program-'));
      for (const [path, text] of files) {
        mkdirSync(join(own, dirname(path)), { recursive: true });
        writeFileSync(join(own, path), text);
      }
      const jobs = SCENARIOS.map(({ env, flag }, at) => ({
        folder: own,
        entry: entry.replace('.py', ''),
        env,
        flag,
        recorded: join(own, `events-${at}.json`),
      }));
      await answered(jobs);
      const events = jobs.map(
        ({ recorded }) => JSON.parse(readFileSync(recorded, 'utf8')) as readonly Event[],
      );
      rmSync(own, { recursive: true });
      return events;
    },
    close() {
      child.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
