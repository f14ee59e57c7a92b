import { deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHost } from '../../src/io/host.ts';
import { readFiles } from '../../src/io/inventory.ts';
import type { Inventory } from '../../src/io/inventory.ts';
import { withPacked } from '../../src/io/packed-files.ts';
import { walkFiles } from '../../src/io/walk.ts';
import { UnreadableRest } from '../../src/extract/extractor.ts';
import { prefilterOf } from '../../src/extract/prefilter.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { zipOf } from './zip.ts';

const HAR = '{"log":{"version":"1.2","entries":[{"request":{"url":"/api/atlas/v1.0"}}]}}';

const prefilter = prefilterOf({ addresses: ['api/atlas'], distinctive: [], common: [] });

const taken = async (files: Record<string, string | Uint8Array>, paths = ['.']) => {
  const cwd = temporaryTree(files);
  const walked = walkFiles({
    cwd,
    paths,
    gitignore: true,
    ignore: [],
    patterns: (folder) => ({ folder, ignore: [], include: [] }),
  });
  const options = {
    cwd,
    prefilter,
    always: () => false,
    progress: () => {},
  };
  const inventory = await withPacked(readFiles(walked, options), options);
  const { sources, packed } = inventory;
  return { inventory, host: createHost({ cwd, roots: [cwd], sources, packed, overlay: new Map() }) };
};

const textOf = async (pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> => {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all).toString('utf8');
};

const counted = ({ discovered, candidates, skipped }: Inventory) => ({
  discovered,
  candidates: candidates.map(({ path, form, origin }) => `${path} ${form} ${origin}`),
  skipped: skipped.map(({ file }) => file),
});

describe('packed files', () => {
  it('are recordings by what they hold, each entry of an archive one of its own', async () => {
    const { inventory, host } = await taken({
      'a.har.gz': gzipSync(HAR),
      'b.zhar': deflateSync(HAR),
      'trace.zip': zipOf([
        { name: 'har.har', bytes: HAR },
        { name: 'in/two.har', bytes: HAR },
        { name: 'body.json', bytes: '{"a":1}' },
      ]),
    });
    expect(counted(inventory)).toEqual({
      discovered: 4,
      candidates: [
        'a.har.gz har recording',
        'b.zhar har recording',
        'trace.zip!har.har har recording',
        'trace.zip!in/two.har har recording',
      ],
      skipped: [],
    });
    for (const { path } of inventory.candidates) expect(await textOf(host.chunks(path))).toBe(HAR);
    const body = host.attachment!('trace.zip!har.har', 'trace.zip!body.json')!;
    expect(await textOf(body)).toBe('{"a":1}');
  });

  it('that are no recordings are not counted, unless they are named', async () => {
    const files = {
      'a.txt.gz': gzipSync('api/atlas/v1.0'),
      'b.zip': zipOf([{ name: 'a.ts', bytes: 'api/atlas/v1.0' }]),
      'c.zip': Buffer.from('PK\u0003\u0004 no archive'),
      'd.gz': Buffer.from([0x1f, 0x8b, 8, 1, 2, 3]),
    };
    expect(counted((await taken(files)).inventory)).toEqual({ discovered: 0, candidates: [], skipped: [] });
    const named = counted((await taken(files, Object.keys(files))).inventory);
    expect(named).toEqual({ discovered: 4, candidates: [], skipped: Object.keys(files) });
  });

  it.each([
    ['a.zip', zipOf([{ name: '0-trace.network', bytes: '{}' }]), /Playwright trace/],
    ['a.saz', zipOf([{ name: 'raw/001_c.txt', bytes: 'GET /' }]), /Fiddler archive/],
    ['a.pcap', Buffer.from('d4c3b2a102000400', 'hex'), /packet capture/],
    ['a.pcapng', Buffer.from('0a0d0d0a1c000000', 'hex'), /packet capture/],
    ['a.chls', Buffer.from([0, 1, 2, 3]), /Charles session/],
  ])('of a form that is not read (%s) are skipped with what to do', async (name, bytes, reason) => {
    const { inventory } = await taken({ [name]: bytes });
    expect(counted(inventory)).toEqual({ discovered: 1, candidates: [], skipped: [name] });
    expect(inventory.skipped[0]!.reason).toMatch(reason);
  });

  it.each([
    ['leads out of the archive', { name: '../x.har', bytes: HAR }, /points outside/],
    ['is absolute', { name: '/etc/x.har', bytes: HAR }, /points outside/],
    ['would move a cursor', { name: 'a\u001b[2J.har', bytes: HAR }, /points outside/],
    ['is encrypted', { name: 'x.har', bytes: HAR, says: { flags: 0x801 } }, /encrypted/],
    ['says it is huge', { name: 'x.har', bytes: HAR, says: { size: 600 * 1024 * 1024 } }, /512 MB/],
    ['says it is a bomb', { name: 'x.har', bytes: HAR, says: { size: 20 * 1024 * 1024 } }, /unpacks to/],
  ])('an entry that %s is refused, and the others are read', async (_, entry, reason) => {
    const { inventory } = await taken({ 'a.zip': zipOf([entry, { name: 'b.har', bytes: HAR }]) });
    expect(inventory.candidates.map(({ path }) => path)).toEqual(['a.zip!b.har']);
    expect(inventory.skipped).toHaveLength(1);
    expect(inventory.skipped[0]!.reason).toMatch(reason);
    expect(inventory.skipped[0]!.file).toMatch(/^[\x20-\x7e]+$/);
  });

  it('ends where it is broken, cut, or turns out to be a bomb', async () => {
    const start = HAR.slice(0, -3);
    const bomb = gzipSync(Buffer.concat([Buffer.from(start), Buffer.alloc(40 * 1024 * 1024, 0x20)]));
    const { host } = await taken({
      'bomb.har.gz': bomb,
      'cut.har.gz': gzipSync(HAR).subarray(0, -12),
      'lies.zip': zipOf([{ name: 'a.har', bytes: HAR, says: { size: 10 } }]),
    });
    await expect(textOf(host.chunks('bomb.har.gz'))).rejects.toThrow(/unpacks to/);
    expect(await textOf(host.chunks('cut.har.gz'))).toMatch(/^\{"log"/);
    await expect(textOf(host.chunks('lies.zip!a.har'))).rejects.toThrow(/damaged here/);
  });

  it('never crash, whatever bytes of them are changed', async () => {
    const packed = [
      ['a.har.gz', gzipSync(HAR)],
      ['a.zhar', deflateSync(HAR)],
      ['a.zip', zipOf([{ name: 'a.har', bytes: HAR }])],
    ] as const;
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), cut: fc.nat(400) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...packed), change, async ([name, bytes], { at, byte, cut }) => {
        const changed = Buffer.from(bytes.subarray(0, Math.max(8, bytes.length - (cut % 40))));
        changed[4 + (at % (changed.length - 4))] = byte;
        const { inventory, host } = await taken({ [name]: changed });
        expect(inventory.discovered).toBeGreaterThanOrEqual(inventory.skipped.length);
        for (const { path } of inventory.candidates)
          await textOf(host.chunks(path)).catch((error: unknown) =>
            expect(error).toBeInstanceOf(UnreadableRest),
          );
      }),
      { numRuns: 150 },
    );
  });
});
