import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { CALL_FORMAT_NAMES, FORMAT_NAMES } from '../../src/report/formats.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';
import { placesOf, SHAPES } from './places.ts';
import type { Plant } from './places.ts';

const RUN = ['--today', '2026-11-21', '--no-cache'];

interface Planted {
  readonly files: Readonly<Record<string, string>>;
  /** Where each planted text stands. */
  readonly places: ReadonlyMap<string, string>;
}

const plantedIn = (shape: string, make: Plant): Planted => {
  const places = new Map<string, string>();
  const files = Object.entries(placesOf(shape)).map(([file, text]) => {
    const plant: Plant = (place) => {
      const secret = make(`${file} ${place}`);
      places.set(secret, `${file}: ${place}`);
      return secret;
    };
    return [file, text(plant)] as const;
  });
  return { files: Object.fromEntries(files), places };
};

const leaksIn = (text: string, { places }: Planted): readonly string[] =>
  [...places].flatMap(([secret, place]) => {
    const at = text.indexOf(secret);
    return at === -1 ? [] : [`${place} in ${text.slice(Math.max(0, at - 120), at)}`];
  });

const said = async (folder: string, args: readonly string[]): Promise<string> => {
  const { terminal, out, printed } = recordingTerminal(folder);
  await run(args, terminal);
  return out() + printed();
};

const linesOf = (files: Planted['files'], file: string): number => files[file]!.split('\n').length;

/** A format of `versions` for each shape: all of them print the same calls. */
const VERSION_FORMATS: Readonly<Record<string, string>> = { token: 'table', hex: 'json', account: 'ics' };

describe('credentials of no known name, where reports take their words from', () => {
  it.each(Object.entries(SHAPES))(
    '%s',
    async (shape, make) => {
      const planted = plantedIn(shape, make);
      const { files } = planted;
      const folder = temporaryTree({ 'package.json': '{}', ...files });
      mkdirSync(join(folder, 'out'));
      const outputs = FORMAT_NAMES.flatMap((format) => ['-o', `${format}=out/${format}`]);
      const byCall = CALL_FORMAT_NAMES.flatMap((format) => ['-o', `${format}=out/by-call-${format}`]);
      // Lines are explained in the words of reports: one shape with letters only, one without words.
      const code = /^(?:token|hex)$/.test(shape) ? [`${shape}.ts`, `broken-${shape}.tsx`] : [];
      const traffic = ['har', 'http', 'sh'].map((form) => `${shape}.${form}`);
      const commands = [
        ['scan', '.', '--verbose', '--excerpts', ...outputs, ...RUN],
        ['scan', '.', '--by-call', ...byCall, ...RUN],
        ['versions', '.', '-f', VERSION_FORMATS[shape] ?? 'markdown'],
        ...traffic.map((file) => ['verify', file]),
        ...[
          `cluster-${shape}.json`,
          `broken-${shape}.json`,
          `twice-${shape}.json`,
          `broken-${shape}.yaml`,
        ].map((file) => ['convert', file]),
        ['baseline', '.'],
      ];
      const leaks: string[] = [];
      for (const args of commands)
        for (const leak of leaksIn(await said(folder, args), planted))
          leaks.push(`${args.join(' ')}: ${leak}`);
      // Beside no other file: each line is asked for.
      for (const file of code) {
        const alone = temporaryTree({ [file]: files[file]! });
        for (let line = 1; line <= linesOf(files, file); line++)
          for (const leak of leaksIn(await said(alone, ['explain', '--at', `${file}:${line}`]), planted))
            leaks.push(`explain --at ${file}:${line}: ${leak}`);
      }
      for (const format of readdirSync(join(folder, 'out'))) {
        const text = readFileSync(join(folder, 'out', format), 'utf8');
        for (const leak of leaksIn(text, planted)) leaks.push(`${format}: ${leak}`);
      }
      expect(leaks).toEqual([]);
      const report = JSON.parse(readFileSync(join(folder, 'out/json'), 'utf8')) as {
        findings: { file: string }[];
        failed: { file: string }[];
      };
      const seen = new Set([...report.findings, ...report.failed].map(({ file }) => file));
      // A payload with members that no cluster has, twice, is for `convert` to refuse.
      const silent = Object.keys(files).filter((file) => !seen.has(file));
      expect(silent).toEqual([`twice-${shape}.json`]);
    },
    60_000,
  );

  it('in the names of files, and characters that a terminal would obey', async () => {
    const secret = SHAPES['account']!('a name');
    const folder = temporaryTree({
      [`src/${secret}.ts`]: "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n",
      [`key=${secret}/a.json`]: '{"providerSettings": ',
      [`\u001B]0;x\u0007\n::error::${secret}.ts`]: "fetch('https://cloud.mongodb.com/api/atlas/v1.0');\n",
    });
    for (const format of FORMAT_NAMES) {
      const text = await said(folder, ['scan', '.', '--verbose', '-f', format, ...RUN]);
      expect(text).not.toContain(secret);
      expect(text).not.toContain('\u001B');
      expect(text).not.toContain('\n::error::•');
    }
  });

  it('in reports that are merged', async () => {
    const secret = SHAPES['account']!('a report');
    const folder = temporaryTree({ 'a.ts': "fetch('https://cloud.mongodb.com/api/atlas/v1.0/groups');\n" });
    await said(folder, ['scan', '.', '-f', 'json', '-o', 'whole.json', ...RUN]);
    const report = readFileSync(join(folder, 'whole.json'), 'utf8');
    const hostile = report
      .replaceAll(/"(message|title|file|reason)": "/g, `"$1": "${secret} `)
      .replace(/"data": \{/, `"data": { "${secret}": "${secret}",`)
      .replace('"pointer": null', `"pointer": "/${secret}/0"`);
    const other = temporaryTree({ 'hostile.json': hostile });
    for (const format of FORMAT_NAMES) {
      const text = await said(other, ['merge', 'hostile.json', '-f', format]);
      expect(text.length, format).toBeGreaterThan(100);
      expect(text).not.toContain(secret);
    }
  });
});
