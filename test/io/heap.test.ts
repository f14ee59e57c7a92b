import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { packageFile } from '../../src/io/package.ts';

// In a process of its own: the flags of a process are one for all tests that share it.
const SCRIPT = `
import { cachedDataVersionTag as tag } from 'node:v8';
import { limitHeap } from ${JSON.stringify(packageFile('dist/io/heap.js'))};
const own = tag();
limitHeap();
limitHeap();
const limited = tag();
process.once('exit', () => console.log(JSON.stringify({ changed: limited !== own, restored: tag() === own })));
`;

it('is undone at exit, so that the next process takes the compiled code that this one keeps', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({ changed: true, restored: true });
});
