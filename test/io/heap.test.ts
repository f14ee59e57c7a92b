import { cachedDataVersionTag } from 'node:v8';
import { expect, it } from 'vitest';
import { limitHeap } from '../../src/io/heap.ts';

it('is undone at exit, so that the next process takes the compiled code that this one keeps', () => {
  const own = cachedDataVersionTag();
  limitHeap();
  limitHeap();
  expect(cachedDataVersionTag()).not.toBe(own);
  const [restore] = process.listeners('exit');
  restore!(0);
  expect(cachedDataVersionTag()).toBe(own);
});
