import { describe, expect, it } from 'vitest';
import { runFixLoop } from '../../src/fix/fix-loop.ts';
import type { Finding } from '../../src/model/index.ts';
import { scannedIn } from '../fixtures/pipeline.ts';

const DATED = 'application/vnd.atlas.2023-02-01+json';
const CODE = [
  "const id = { 'User-Agent': 'x' };",
  "export const a = () => fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups', { headers: { ...id, Accept: 'application/json' } });",
  "export const b = () => fetch('https://x.example/a', { headers: { ...id } });",
  '',
].join('\n');

const RIGHT: readonly (readonly [string, string])[] = [
  ['v1.0', 'v2'],
  ["'application/json'", `'${DATED}'`],
];

/** A finding whose fix makes all of these replacements, as a check that is wrong would offer it. */
const offered = (text: string, swaps: readonly (readonly [string, string])[]): Finding => ({
  rule: 'made-up',
  severity: 'error',
  certainty: 'certain',
  message: 'Wrong.',
  file: 'a.js',
  span: { start: 0, end: 1 },
  pointer: undefined,
  exchange: undefined,
  operation: undefined,
  data: {},
  anchor: '',
  fix: {
    title: 'x',
    safety: 'safe',
    group: 'g',
    edits: swaps.map(([from, to]) => {
      const start = text.indexOf(from);
      return { span: { start, end: start + from.length }, text: to };
    }),
  },
});

const outcome = async (swaps: readonly (readonly [string, string])[], safety: 'safe' | 'unsafe') => {
  const settled = await runFixLoop({
    scan: async (overlay) => {
      const text = overlay.get('a.js') ?? CODE;
      const { requests } = await scannedIn({ 'a.js': text });
      return {
        requests,
        findings: swaps.every(([from]) => text.includes(from)) ? [offered(text, swaps)] : [],
      };
    },
    text: () => CODE,
    parses: () => Promise.resolve(true),
    writable: () => true,
    safety,
  });
  const [left] = settled.findings;
  if (settled.files.length > 0) return 'applied';
  return left?.fix === undefined ? 'undone' : left.fix.safety;
};

const WRONG: readonly (readonly [string, readonly (readonly [string, string])[], string, string])[] = [
  ['a right edit', RIGHT, 'applied', 'applied'],
  ['the URL without the header', [RIGHT[0]!], 'unsafe', 'applied'],
  ['the header without the URL', [RIGHT[1]!], 'unsafe', 'applied'],
  ['a header dropped', [...RIGHT, ['...id, ', '']], 'undone', 'undone'],
  ['a header of both services', [...RIGHT, ["'User-Agent': 'x'", "'User-Agent': 'y'"]], 'undone', 'undone'],
  [
    'the version header to elsewhere',
    [...RIGHT, ['{ ...id }', `{ ...id, Accept: '${DATED}' }`]],
    'undone',
    'undone',
  ],
  [
    'a second spelling',
    [RIGHT[0]!, ["'application/json'", `'${DATED}', accept: '${DATED}'`]],
    'undone',
    'undone',
  ],
  ['a call that vanishes', [['fetch(', 'void (']], 'undone', 'undone'],
  [
    'a call that appears',
    [...RIGHT, ['export const b = () => ', "export const b = () => fetch('/api/atlas/v2/x') && "]],
    'undone',
    'undone',
  ],
  [
    'another method',
    [...RIGHT, ['{ headers: { ...id, ', "{ method: 'POST', headers: { ...id, "]],
    'undone',
    'undone',
  ],
  ['another path', [...RIGHT, ['/groups', '/orgs']], 'undone', 'undone'],
  ['another host', [...RIGHT, ['x.example', 'y.example']], 'undone', 'undone'],
];

describe('a trial', () => {
  it.each(WRONG)('%s', async (_, swaps, safe, unsafe) => {
    expect([await outcome(swaps, 'safe'), await outcome(swaps, 'unsafe')]).toEqual([safe, unsafe]);
  });
});
