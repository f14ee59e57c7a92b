import { describe, expect, it } from 'vitest';
import { readFiles } from '../../src/io/inventory.ts';
import { walkFiles } from '../../src/io/walk.ts';
import { prefilterOf } from '../../src/extract/prefilter.ts';
import { temporaryTree } from '../fixtures/temporary.ts';

const prefilter = prefilterOf({
  addresses: ['api/atlas'],
  distinctive: ['replicationSpecs'],
  common: ['numShards'],
});

const inventory = (files: Record<string, string | Uint8Array>, paths = ['.']) => {
  const cwd = temporaryTree(files);
  return readFiles(
    walkFiles({
      cwd,
      paths,
      gitignore: true,
      ignore: [],
      patterns: (folder) => ({ folder, ignore: [], include: [] }),
    }),
    {
      cwd,
      prefilter,
      always: (path) => path === 'configured.json',
      progress: () => {},
    },
  );
};

const candidates = (files: Record<string, string | Uint8Array>, paths = ['.']) =>
  inventory(files, paths).candidates.map(({ path, form, origin }) => `${path} ${form} ${origin}`);

const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

const HAR =
  '{"log":{"version":"1.2","creator":{"name":"x"},"entries":[{"request":{"url":"/api/atlas/v1.0"}}]}}';

describe('takeIn', () => {
  it('keeps the files in which a word occurs, and accounts for every other', () => {
    const result = inventory({
      'a.ts': 'fetch("/api/atlas/v1.0")',
      'b.ts': 'numShards',
      'empty.ts': '',
      'c.json': '{"replicationSpecs": []}',
      'd.json': '{"note": "replicationSpecs of old"}',
      'e.json': String.raw`{"u":"\/api\/atlas\/v1.0"}`,
      'bin.ts': new Uint8Array([0, 1, 2]),
      'latin.js': new Uint8Array([0x2f, 0x2f, 0xe9]),
    });
    expect(result.candidates.map((file) => file.path)).toEqual(['a.ts', 'c.json', 'e.json']);
    expect(result.discovered).toBe(8);
    expect(result.sources).toEqual(['a.ts', 'b.ts', 'bin.ts', 'empty.ts', 'latin.js']);
    expect(result.skipped).toEqual([
      { file: 'bin.ts', reason: 'binary' },
      { file: 'latin.js', reason: 'not UTF-8' },
    ]);
  });

  it('reads no text that could not be written back as it was', () => {
    const text = wide('fetch("/api/atlas/v1.0") // ');
    const half = Buffer.from([0x00, 0xd8, 0x0a, 0x00]);
    const marked = Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x2f, 0x00, 0x00, 0x00]);
    const result = inventory({ 'half.ts': Buffer.concat([text, half]), 'wider.ts': marked });
    expect(result.candidates).toEqual([]);
    expect(result.skipped).toEqual([
      { file: 'half.ts', reason: 'not UTF-16' },
      { file: 'wider.ts', reason: 'UTF-32' },
    ]);
  });

  it('reads UTF-16 with a byte order mark, and keeps marks as one unit', () => {
    const result = inventory({
      'wide.ts': wide('const u = "/api/atlas";'),
      'bom.ts': '\uFEFF// api/atlas é',
    });
    expect(result.candidates.map((file) => file.text)).toEqual([
      '\uFEFF// api/atlas é',
      '\uFEFFconst u = "/api/atlas";',
    ]);
  });

  it('reads authored traffic in UTF-16, and takes it in whatever words it holds', () => {
    const files = {
      'a.http': wide('GET {{base}}/groups'),
      'b.sh': wide('curl /api/atlas'),
      'c.json': wide('[{"scope":"https://x","path":"/api/atlas","method":"GET"}]'),
      'd.json': wide('{"item":[],"info":{"schema":"https://x/json/collection/v2.1.0/"}}'),
      'e.json': wide('{"values":[],"_postman_variable_scope":"globals"}'),
    };
    expect(candidates(files)).toEqual([
      'a.http http collection',
      'b.sh shell authored',
      'c.json nock collection',
      'd.json postman collection',
      'e.json postman collection',
    ]);
  });

  it('tells recordings by their content, in files of any size', () => {
    const large = HAR.replace('[{', '[' + `{"request":{}},\n`.repeat(100_000) + '{');
    expect(
      candidates({ 'a.json': HAR, 'b.har': HAR, 'c.log': HAR, 'notes.txt': 'api/atlas', 'big.har': large }),
    ).toEqual([
      'a.json har recording',
      'b.har har recording',
      'big.har har recording',
      'c.log har recording',
    ]);
    expect(inventory({ 'notes.txt': 'api/atlas' }).discovered).toBe(0);
  });

  it('reads a recording that is cut inside a character', () => {
    const whole = Buffer.from(HAR + '😀');
    const cut = whole.subarray(0, whole.length - 2);
    expect(inventory({ 'a.har': cut }).candidates).toMatchObject([{ path: 'a.har', form: 'har', text: '' }]);
    expect(inventory({ 'a.json': Buffer.from([0x7b, 0xff]) }).skipped).toMatchObject([
      { reason: 'not UTF-8' },
    ]);
  });

  it('reads a 5 MB line', () => {
    const line = `const x = "${'é'.repeat(2_500_000)}"; fetch("/api/atlas")`;
    expect(inventory({ 'a.ts': line }).candidates[0]?.text).toBe(line);
  });

  it('says which kinds of files it cannot read, only where they would matter', () => {
    const result = inventory({ 'a.zhar': 'curl /api/atlas', 'b.zhar': 'ls' });
    expect(result.skipped.map(({ file }) => file)).toEqual(['a.zhar']);
  });

  it('takes a named file by its content', () => {
    const files = {
      'body.txt': '{"replicationSpecs": []}',
      call: '#!/bin/sh\ncurl /api/atlas',
      tool: '#!/usr/bin/env node\n"/api/atlas"',
    };
    expect(candidates(files, ['body.txt', 'call', 'tool'])).toEqual([
      'body.txt json authored',
      'call shell authored',
      'tool typescript authored',
    ]);
  });

  it('takes a script without an extension, and no other file without one', () => {
    const files = {
      'bin/call': '#!/bin/bash\ncurl /api/atlas',
      'bin/tool': '#!/usr/bin/env python3\n"/api/atlas"',
      'bin/other': '#!/usr/bin/awk -f\n# /api/atlas',
      LICENSE: 'curl /api/atlas',
    };
    expect(candidates(files)).toEqual(['bin/call shell authored', 'bin/tool python authored']);
  });

  it('takes what the configuration calls a payload', () => {
    expect(candidates({ 'configured.json': '{}', 'other.json': '{}' })).toEqual([
      'configured.json json authored',
    ]);
  });
});
