import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../src/io/journal.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const fresh = (): string => join(temporaryTree({}), 'state.jsonl');

const entriesIn = (path: string): readonly unknown[] => {
  const journal = openJournal(path);
  journal.close();
  return journal.entries;
};

describe('a journal', () => {
  it('holds what was added, for its owner alone', () => {
    const path = fresh();
    const journal = openJournal(path);
    journal.append([{ a: 1 }, { b: 'x\ny' }]);
    journal.append([]);
    journal.append([{ c: 3 }]);
    journal.close();
    expect(entriesIn(path)).toEqual([{ a: 1 }, { b: 'x\ny' }, { c: 3 }]);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it.each(['{"half', '{"whole":1}', '\uFFFD'])('leaves out a last line that was torn: %j', (torn) => {
    const path = fresh();
    const journal = openJournal(path);
    journal.append([{ a: 1 }]);
    journal.close();
    appendFileSync(path, torn);
    const again = openJournal(path);
    again.append([{ b: 2 }]);
    again.close();
    expect(entriesIn(path)).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('refuses a file that is damaged, and leaves it as it is', () => {
    const path = fresh();
    writeFileSync(path, '{"a":1}\nnonsense secret\n{"b":2}\n');
    expect(() => openJournal(path)).toThrow(/is damaged in line 2: remove that line/);
    expect(readFileSync(path, 'utf8')).toContain('nonsense');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('is written by one process', () => {
    const path = fresh();
    const journal = openJournal(path);
    expect(() => openJournal(path)).toThrow(/is in use by process \d+/);
    journal.close();
    writeFileSync(`${path}.lock`, '999999999');
    expect(entriesIn(path), 'the lock of a process that died is taken over').toEqual([]);
  });

  it('can be written anew', () => {
    const path = fresh();
    const journal = openJournal(path);
    journal.append([{ a: 1 }, { a: 2 }, { a: 3 }]);
    journal.replace([{ a: 3 }]);
    journal.append([{ a: 4 }]);
    journal.close();
    expect(entriesIn(path)).toEqual([{ a: 3 }, { a: 4 }]);
  });

  it('says why a place cannot be written', () => {
    expect(() => openJournal(join(temporaryTree({}), 'none', 'state'))).toThrow(
      /cannot keep the state in .*ENOENT/,
    );
  });
});
