import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../bin/migrate.js', import.meta.url));

export interface Ended {
  readonly out: Buffer;
  readonly err: string;
  readonly code: number | null;
}

/** A run of the built command line, and what it came to. */
export interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<Ended>;
  /** Resolves when standard output holds a text. */
  readonly printed: (text: string) => Promise<void>;
}

/** Starts the built command line as a user does. */
export const start = (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running => {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  let err = '';
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  const end = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ out: Buffer.concat(out), err, code }));
  });
  const printed = async (text: string): Promise<void> => {
    while (!Buffer.concat(out).includes(text)) await new Promise((done) => void setTimeout(done, 20));
  };
  return { child, end, printed };
};

/** Runs the built command line to its end. */
export const runTool = (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  start(args, cwd, env).end;
