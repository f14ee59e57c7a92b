import { gzipSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { scan } from '../../src/index.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { zipOf } from '../io/zip.ts';

const URL = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/5f0000000000000000000001/alerts';

const HAR = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'ä', version: '1' },
    entries: [1, 2].map(() => ({
      request: { method: 'GET', url: URL, headers: [{ name: 'Accept', value: 'application/json' }] },
      response: { status: 200, headers: [], content: { text: '{"a":"ü}]"}' } },
    })),
  },
});

const PACKED: Readonly<Record<string, Buffer>> = {
  'x.har': Buffer.from(HAR),
  'x.har.gz': gzipSync(HAR),
  'x.zhar': deflateSync(HAR),
  'trace.zip': zipOf([
    { name: 'x.har', bytes: HAR },
    { name: 'body.json', bytes: '{}' },
  ]),
};

/** A shorter beginning of an archive is one of anything. */
const SHORTEST: Readonly<Record<string, number>> = { 'trace.zip': 4 };

const fileOf = (file: string): string => file.replace(/\/.*/, '');

describe('a recording that is cut at any byte', () => {
  it.each(Object.entries(PACKED))('is listed, or has the findings of the whole: %s', async (name, bytes) => {
    const first = SHORTEST[name] ?? 0;
    const lengths = [...Array(bytes.length - first).keys()].map((at) => first + at);
    const tree = Object.fromEntries(
      [...lengths, bytes.length].map((length) => [`${length}/${name}`, bytes.subarray(0, length)]),
    );
    const { findings, failed, skipped, summary } = await scan({
      cwd: temporaryTree(tree),
      paths: ['.'],
      today: '2026-11-21',
    });
    const counts = new Map<string, number>();
    for (const { file } of findings) counts.set(fileOf(file), (counts.get(fileOf(file)) ?? 0) + 1);
    const listed = new Set([...failed, ...skipped].map(({ file }) => fileOf(file)));
    const whole = counts.get(String(bytes.length));
    expect(whole).toBeGreaterThan(0);
    expect(listed.has(String(bytes.length))).toBe(false);
    expect(
      lengths.filter((length) => !listed.has(String(length)) && counts.get(String(length)) !== whole),
    ).toEqual([]);
    expect(summary.discovered).toBe(lengths.length + 1);
  });
});
