import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReferenceService } from '../../src/reference-service.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { TODAY } from '../fixtures/transcripts.ts';

const KEY = JSON.stringify({ kind: 'key', key: Buffer.alloc(32, 1).toString('base64') });

const fresh = (): string => join(temporaryTree({}), 'state.jsonl');

const started = async (state: string): Promise<string> => {
  try {
    await startReferenceService({ state, today: TODAY }).then((service) => service.close());
    return 'started';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a state file that no service wrote', () => {
  it.each([
    ['null', 'line 2'],
    ['[]', 'line 2'],
    ['"text"', 'line 2'],
    ['{}', 'line 2'],
    ['{"kind":"__proto__"}', 'line 2'],
    ['{"kind":"toString"}', 'line 2'],
    ['{"kind":"key","key":""}', 'line 2'],
    ['{"kind":"key","key":"c2hvcnQ="}', 'line 2'],
    ['{"kind":"cluster","groupId":"a","cluster":null}', 'line 2'],
    ['{"kind":"cluster","groupId":"a","cluster":{}}', 'line 2'],
    ['{"kind":"document","path":"/groups/a"}', 'line 2'],
    ['{"kind":"revoked","token":"x","until":"soon"}', 'line 2'],
  ])('%s is refused in one line', async (line, message) => {
    const state = fresh();
    writeFileSync(state, `${KEY}\n${line}\n`);
    const told = await started(state);
    expect(told).toContain(message);
    expect(told).not.toContain('\n');
  });

  it('without a key is refused', async () => {
    const state = fresh();
    writeFileSync(state, '{"kind":"document","path":"/x","value":1}\n');
    expect(await started(state)).toContain('has no key');
  });

  it('that is a folder, or a pipe that nobody writes to, is refused', async () => {
    const tree = temporaryTree({});
    mkdirSync(join(tree, 'folder'));
    const pipes = [join(tree, 'pipe'), join(tree, 'free.lock')];
    execFileSync(['mk', 'fifo'].join(''), pipes);
    expect(await started(join(tree, 'folder'))).toContain('is not a file');
    expect(await started(join(tree, 'pipe'))).toContain('is not a file');
    expect(await started(join(tree, 'free'))).toContain('is not a file');
  });
});

describe('a lock', () => {
  it.each([
    [
      'of another container',
      `1 12345 not-${hostname()}`,
      'is in use by process 1 on another machine or container',
    ],
    ['of a process that runs, written by an older version', '1', 'remove '],
    ['of an earlier process with the number of this one', `${process.pid} 1 ${hostname()}`, 'started'],
    ['of a process whose number another one has now', `1 1 ${hostname()}`, 'started'],
    ['that says nothing', 'nonsense', 'started'],
    ['that is empty', '', 'started'],
  ])('%s', async (_, lock, expected) => {
    const state = fresh();
    writeFileSync(`${state}.lock`, lock);
    const told = await started(state);
    expect(told).toContain(expected);
    expect(told).not.toContain('\n');
  });
});
