import { describe, expect, it } from 'vitest';
import { findingsIn } from '../../fixtures/pipeline.ts';

// A header that is written under a condition proves nothing, however it is written: with a dated Accept on one path only,
// the address may not move safely. A row is what stands between `headers` and the call; `flag` cannot be seen.

const DATED = `'application/vnd.atlas.2023-02-01+json'`;

const program = (lines: string, headers = 'headers'): string =>
  `import axios from 'axios';
const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
export async function list(id: string, flag: boolean, given: any, name: string) {
  ${lines}
  return fetch(\`\${BASE}/groups/\${id}/alerts\`, { headers: ${headers} });
}`;

const UNPROVEN: Readonly<Record<string, readonly [lines: string, headers?: string]>> = {
  'assigned in an if': [`const headers: any = {}; if (flag) headers.Accept = ${DATED};`],
  'assigned behind &&': [`const headers: any = {}; flag && (headers.Accept = ${DATED});`],
  'assigned in a loop': [`const headers: any = {}; for (const one of given) headers.Accept = ${DATED};`],
  'assigned in a catch': [`const headers: any = {}; try { given(); } catch { headers.Accept = ${DATED}; }`],
  'assigned under a computed name': [`const headers: any = {}; headers[name] = ${DATED};`],
  'Object.assign in an if': [
    `const headers: any = {}; if (flag) Object.assign(headers, { Accept: ${DATED} });`,
  ],
  'Object.assign of a choice': [`const headers = Object.assign({}, flag ? { Accept: ${DATED} } : {});`],
  'merged with &&': [`const headers = { ...(flag && { Accept: ${DATED} }) };`],
  'merged with what is not seen': [`const headers = { Accept: ${DATED}, ...given };`],
  'a choice of objects': [`const headers: any = flag ? { Accept: ${DATED} } : { 'X-Team': 'a' };`],
  'a choice of values': [`const headers = { Accept: flag ? ${DATED} : given };`],
  'late defaults': [`let headers: any = { 'X-Team': 'a' }; if (flag) headers = { Accept: ${DATED} };`],
  'reassigned before use': [`let headers: any = { Accept: ${DATED} }; headers = given;`],
  'set in an if': [`const headers = new Headers(); if (flag) headers.set('Accept', ${DATED});`],
  'set under a name that is not seen': [`const headers = new Headers(); headers.set(name, ${DATED});`],
  'deleted in an if': [`const headers: any = { Accept: ${DATED} }; if (flag) delete headers.Accept;`],
  'deleted by a name that is not seen': [`const headers: any = { Accept: ${DATED} }; delete headers[name];`],
  'delete() in an if': [
    `const headers = new Headers({ Accept: ${DATED} }); if (flag) headers.delete('accept');`,
  ],
  'taken out by rest': [`const { Accept, ...headers } = { Accept: ${DATED}, 'X-Team': 'a', ...given };`],
  'two spellings that fetch joins': [
    `const headers: any = { Accept: ${DATED} }; headers.accept = 'text/plain';`,
  ],
  'a switch': [
    `const headers: any = {}; switch (name) { case 'a': headers.Accept = ${DATED}; break; default: break; }`,
  ],
  'an early return': [
    `const make = () => { if (flag) return { 'X-Team': 'a' }; return { Accept: ${DATED} }; };`,
    'make()',
  ],
};

/** What is certain, in the same ways of writing: without these rows the others would prove nothing. */
const PROVEN: Readonly<Record<string, readonly [lines: string, headers?: string]>> = {
  assigned: [`const headers: any = {}; headers.Accept = ${DATED};`],
  'Object.assign': [`const headers = Object.assign({ 'X-Team': 'a' }, { Accept: ${DATED} });`],
  merged: [`const headers = { ...{ 'X-Team': 'a' }, Accept: ${DATED} };`],
  'the last of duplicate keys': [
    `const headers = { Accept: 'text/plain', 'X-Team': 'a', ['Accept']: ${DATED} };`,
  ],
  set: [`const headers = new Headers({ accept: 'text/plain' }); headers.set('ACCEPT', ${DATED});`],
  'on both arms': [
    `const headers: any = {}; if (flag) headers.Accept = ${DATED}; else headers.Accept = ${DATED};`,
  ],
  'left by rest': [`const { Team, ...headers } = { Accept: ${DATED}, Team: 'a' };`],
};

const baseFixOf = async (row: readonly [string, string?]): Promise<string | undefined> => {
  const findings = await findingsIn({ 'a.ts': program(...row) });
  return findings.find(({ rule }) => rule === 'legacy-base-url')?.fix?.safety;
};

describe('the version header on all paths', () => {
  it.each(Object.entries(UNPROVEN))('is not proven: %s', async (_, row) => {
    expect(await baseFixOf(row)).toBe('unsafe');
  });

  it.each(Object.entries(PROVEN))('is proven: %s', async (_, row) => {
    expect(await baseFixOf(row)).toBe('safe');
  });
});

const SPREAD = ', ...options.headers';

const HELD: readonly (readonly [headers: string, edits: readonly string[]])[] = [
  [`{ 'X-Team': 'a' }`, [SPREAD]],
  // A spread of them holds nothing of what they hold.
  [`new Headers({ 'X-Team': 'a' })`, []],
];

describe('headers of options that a variable holds', () => {
  it.each(HELD)('are spread only where they are a plain object: %s', async (headers, wanted) => {
    const lines = `const options = { method: 'POST', body: '{}', ...(flag ? { headers: ${headers} } : {}) };
  await fetch(\`\${BASE}/groups/\${id}/clusters\`, options);`;
    const findings = await findingsIn({ 'a.ts': program(lines) });
    const texts = findings
      .filter(({ rule }) => rule === 'missing-content-type')
      .flatMap(({ fix }) => fix?.edits ?? [])
      .map(({ text }) => text);
    expect(texts.filter((text) => text.includes(SPREAD)).map(() => SPREAD)).toEqual(wanted);
  });
});
