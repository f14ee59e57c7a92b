import { expect, test } from 'vitest';
import { mayBeginWith } from '../../../src/rules/api/path-overlap.ts';

test.each([
  ['/groups/\0/clusters', '/groups/\0/clusters', false, true],
  ['/groups/\0/clusters/\0', '/groups/\0\0/clusters', false, true],
  ['/groups/\0/alerts?status=OPEN', '/groups/\0\0/clusters', false, false],
  ['/groups', '/groups/\0/clusters', false, false],
  ['/groups', '/groups/\0/clusters', true, true],
  ['/groups', '/groups?pretty=true', false, true],
  ['/groups/\0', '/groups/\0/clusters', false, true],
  ['/groups/\0\0', '/groups/abc/clusters', false, true],
  ['/groups/\0/alerts', '/groups/abc/clusters', false, false],
  ['/groups/\0/alerts', '', false, true],
  ['\0', '/groups', false, true],
])('%j may begin with %j (open: %j): %j', (url, wanted, isOpen, expected) => {
  expect(mayBeginWith(url, wanted, isOpen)).toBe(expected);
});

test('texts of any length are compared within a bound', () => {
  expect(mayBeginWith(`\0${'a'.repeat(50_000)}`, `\0${'a'.repeat(50_000)}b`, false)).toBe(true);
});
