import { expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';

// A read that no followed response explains holds the request back; only the same access explains a member.

const CLUSTER = `const c = await (await fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups/g/clusters/c')).json();`;

const safetyWith = async (reads: string): Promise<string | undefined> => {
  const text = `export async function f(x: any) {\n${CLUSTER}\n${reads}\n}\n`;
  const found = await findingsIn({ 'a.ts': text });
  return found.find(({ rule }) => rule === 'legacy-base-url')?.fix?.safety;
};

it.each([
  ['safe', 'console.log(c.srvAddress);'],
  ['unsafe', 'console.log(c.srvAddress, x.srvAddress);'],
  ['unsafe', 'c.srvAddress;x.srvAddress;'],
  ['unsafe', 'console.log(c.srvAddress ?? x.mongoURIWithOptions);'],
  ['unsafe', `console.log(c.srvAddress, x['srvAddress']);`],
])('is %s: %s', async (safety, reads) => {
  expect(await safetyWith(reads)).toBe(safety);
});
