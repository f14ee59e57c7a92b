import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TIME = '/usr/bin/time';
const hasTime = existsSync(TIME);

// Extra certificates cost every start of node some 28 ms, which would flatter ratios to `node -e 0`.
const environment = { ...process.env };
delete environment.NODE_EXTRA_CA_CERTS;
delete environment.NODE_OPTIONS;
delete environment.FORCE_COLOR;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function once(command, cwd) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const sheet = join(folder, 'time');
  const [file, ...args] = hasTime ? [TIME, '-q', '-o', sheet, '-f', '%U %S %M', ...command] : command;
  const start = process.hrtime.bigint();
  const child = spawnSync(file, args, { cwd, env: environment, maxBuffer: 2 ** 30, encoding: 'utf8' });
  const wall = Number(process.hrtime.bigint() - start) / 1e6;
  if (child.error) throw child.error;
  const [user, system, kilobytes] = hasTime ? readFileSync(sheet, 'utf8').trim().split(' ').map(Number) : [];
  rmSync(folder, { recursive: true });
  return {
    wall,
    cpu: hasTime ? (user + system) * 1000 : Number.NaN,
    memory: hasTime ? kilobytes / 1024 : Number.NaN,
    stdout: child.stdout,
    stderr: child.stderr,
    status: child.status,
  };
}

/** Runs a whole process `runs` times. Medians: wall and CPU in ms, the highest peak memory in MB. */
export function measure(command, { cwd, runs = 5, statuses = [0, 1] } = {}) {
  const all = Array.from({ length: runs }, () => once(command, cwd));
  const last = all.at(-1);
  if (!statuses.includes(last.status)) {
    throw new Error(`${command.join(' ')} ended with ${last.status}: ${last.stderr.slice(-400)}`);
  }
  return {
    wall: median(all.map((run) => run.wall)),
    cpu: median(all.map((run) => run.cpu)),
    memory: Math.max(...all.map((run) => run.memory)),
    stdout: last.stdout,
  };
}
