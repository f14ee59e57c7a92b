import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ajvDraft04 from 'ajv-draft-04';
import { describe, expect, it } from 'vitest';
import { say } from '../../src/redact/gate.ts';
import { redactText } from '../../src/redact/redact.ts';
import type { Finding } from '../../src/model/index.ts';
import { FORMAT_NAMES, loadFormat } from '../../src/report/formats.ts';
import type { FormatName } from '../../src/report/formats.ts';
import { finding, measuredIn, report, TEXT } from './findings.ts';

const NASTY =
  'a "b" <script>alert(1)</script>\n::error::x %0A & \'q\' ##[error] ##[add-mask]x | `t` @team \u0007\uD800';

const render = async (format: FormatName, findings: readonly Finding[], over = {}): Promise<string> =>
  (await loadFormat(format))({
    report: report(findings),
    frame: () => [{ line: 1, text: redactText(NASTY), mark: { from: 0, to: 3 } }],
    rules: new Map([
      [
        redactText('legacy-base-url'),
        {
          title: redactText('T'),
          why: redactText('W'),
          advice: redactText('A'),
          advised: false,
          source: redactText('S'),
          severity: 'error',
        },
      ],
    ]),
    inRepository: (file) => say`sub/${file}`,
    measured: measuredIn(TEXT),
    color: false,
    ...over,
  });

const nasty = [
  finding(),
  finding({ file: 'd ir/ü#?%.ts', message: NASTY, severity: 'warning', anchor: 'x' }),
];

const schemaFile = join(
  dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif')),
  'schemas/sarif-2.1.0-rtm.5.json',
);

interface Log {
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly partialFingerprints: Record<string, string>;
        readonly level: string;
        readonly relatedLocations?: readonly {
          readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
        }[];
      }[];
      readonly invocations: readonly [
        { toolExecutionNotifications: readonly { message: { text: string } }[] },
      ];
    },
  ];
}

const fixed = (file: string, group: string | undefined) =>
  finding({ file, fix: { ...finding().fix!, group } });

/** Words that hardly compress, and of which none looks like a credential. */
const words = (seed: number): string =>
  Array.from({ length: 60 }, (_, at) => createHash('sha512').update(`${seed} ${at}`).digest('hex'))
    .join('')
    .replaceAll(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))
    .replaceAll(/.{6}/g, '$& ');

const expectedLeft = (left: number): string =>
  `${left} of 3000 findings are left out, errors last: code scanning takes 25000 results and 10 MB. The other formats have them all.`;

describe('sarif', () => {
  const validate = new ajvDraft04.default({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
  }).compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);

  it.each([[[]], [nasty], [[finding({ fix: undefined, pointer: '/a', exchange: 0 })]]])(
    'is valid by the official schema: %#',
    async (findings) => {
      const log: unknown = JSON.parse(await render('sarif', findings));
      expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    },
  );

  it('names files as the repository does, and hashes their lines as code scanning does', async () => {
    const text = await render('sarif', nasty, { measured: measuredIn('a\n') });
    expect(text).toContain('"uri": "sub/d%20ir/%C3%BC%23%3F%25.ts"');
    const { results } = (JSON.parse(text) as Log).runs[0];
    expect(Object.keys(results[0]!.partialFingerprints)).toEqual(['primaryLocationLineHash', 'migrate/v1']);
  });

  it('points from each part of a migration to the others, and from nothing else', async () => {
    const parts = Array.from({ length: 30 }, (_, index) => fixed(`${index}.ts`, '/secret/path'));
    const all = [...parts, fixed('x.ts', undefined), fixed('y.ts', 'other')];
    const text = await render('sarif', all);
    const log = JSON.parse(text) as Log;
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const related = log.runs[0].results.map(({ relatedLocations = [] }) =>
      relatedLocations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri),
    );
    expect(related.map(({ length }) => length)).toEqual([...parts.map(() => 20), 0, 0]);
    expect(related[3]).not.toContain('sub/3.ts');
    expect(text).not.toContain('/secret/path');
  });

  it('leaves out a hash that would depend on a secret', async () => {
    const { results } = (JSON.parse(await render('sarif', [finding()])) as Log).runs[0];
    expect(Object.keys(results[0]!.partialFingerprints)).toEqual(['migrate/v1']);
  });

  it('keeps the worst of more than code scanning takes, and says so', async () => {
    const many = Array.from({ length: 25_010 }, (_, index) =>
      finding({ severity: index < 20 ? 'info' : 'error', fix: undefined, anchor: String(index) }),
    );
    const notices: string[] = [];
    const over = { measured: measuredIn(undefined), notice: (text: string) => void notices.push(text) };
    const log = JSON.parse(await render('sarif', many, over)) as Log;
    const { results, invocations } = log.runs[0];
    expect(results).toHaveLength(25_000);
    expect(notices).toEqual([expect.stringMatching(/^sarif: 10 of 25010 findings are left out/)]);
    expect(results.filter(({ level }) => level === 'note')).toHaveLength(10);
    expect(invocations[0].toolExecutionNotifications[0]?.message.text).toMatch(/^10 of 25010 findings/);
  });
});

describe('sarif of more than 10 MB', () => {
  it('is cut to what fits, errors kept, and says so', async () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      finding({
        severity: index % 2 === 0 ? 'warning' : 'error',
        message: words(index),
        fix: undefined,
        anchor: String(index),
      }),
    );
    const notices: string[] = [];
    const over = { measured: measuredIn(undefined), notice: (text: string) => void notices.push(text) };
    const text = await render('sarif', many, over);
    expect(gzipSync(text).length).toBeLessThan(10_000_000);
    const { results } = (JSON.parse(text) as Log).runs[0];
    expect(results.length).toBeGreaterThan(1000);
    expect(results.filter(({ level }) => level === 'error').length).toBe(Math.min(1500, results.length));
    expect(notices).toEqual([`sarif: ${expectedLeft(3000 - results.length)}`]);
  });
});

describe('github', () => {
  it('annotates ten of each kind, and lets no text become a command', async () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      finding({ file: index > 10 ? '::error::x' : 'a.ts', message: NASTY, anchor: String(index) }),
    );
    const lines = (await render('github', [...many, finding({ severity: 'warning' })])).trimEnd().split('\n');
    const commands = lines.filter((line) => /^\s*::|##\[/.test(line.replace(/^::.*?::/, '')));
    expect(commands).toEqual([]);
    expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(1);
    expect(lines[11]).toMatch(/^2 more/);
  });
});

describe('a GitHub runner', () => {
  it.each(FORMAT_NAMES)('finds no command of the scanned tree in %s', async (format) => {
    const file = '::error::x\n::warning::y\r::notice::z.ts';
    const text = await render(format, [finding({ file, message: NASTY }), ...nasty]);
    const own = /^::(?:error|warning) file=(?!.*##\[)/;
    const obeyed = text.split(/[\n\r]/).filter((line) => /^\s*::|##\[/.test(line) && !own.test(line));
    expect(obeyed).toEqual([]);
  });
});

describe('gitlab', () => {
  it('has a fingerprint of its own for every finding', async () => {
    const issues = JSON.parse(
      await render('gitlab', [finding(), finding({ span: { start: 60, end: 61 } })]),
    ) as {
      fingerprint: string;
      location: { path: string };
    }[];
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    expect(issues[0]).toMatchObject({
      check_name: 'legacy-base-url',
      severity: 'major',
      location: { path: 'sub/a.ts', lines: { begin: 1, end: 1 } },
    });
    expect(await render('gitlab', [])).toBe('[]\n');
  });
});

/** Tags in order; fails where they do not nest, or a text holds what must be escaped. */
const tagsOf = (xml: string): readonly string[] => {
  const open: string[] = [];
  const seen: string[] = [];
  const rest = xml.replace(
    /<\?[^?]*\?>|<(\/?)([a-z-]+)((?: [a-z-]+="[^"<\n]*")*)(\/?)>/g,
    (_, close: string, name: string | undefined, __, self: string) => {
      if (name === undefined) return '';
      if (close === '/') expect(open.pop()).toBe(name);
      else {
        seen.push(name);
        if (self === '') open.push(name);
      }
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#\d+);)/);
  expect(Buffer.from(xml).toString()).toBe(xml);
  expect(xml).not.toContain('\u0007');
  return seen;
};

describe('XML', () => {
  it('junit has a test for each finding and failed file, and one that passes when there are none', async () => {
    const tags = tagsOf(await render('junit', nasty));
    expect(tags.filter((name) => name === 'failure')).toHaveLength(2);
    expect(tags.filter((name) => name === 'error')).toHaveLength(1);
    const clean = await render('junit', [], { report: report([], { failed: [], skipped: [] }) });
    expect(tagsOf(clean)).toEqual(['testsuites', 'testsuite', 'testcase']);
    expect(clean).toContain('tests="1" failures="0"');
  });

  it('checkstyle has an error for each finding and failed file', async () => {
    const tags = tagsOf(await render('checkstyle', nasty));
    expect(tags.filter((name) => name === 'error')).toHaveLength(3);
    expect(tagsOf(await render('checkstyle', [], { report: report([], { failed: [] }) }))).toEqual([
      'checkstyle',
    ]);
  });
});

describe('rdjson', () => {
  it('counts columns in bytes of UTF-8, and suggests the fix', async () => {
    const text = "/* üß中😀 */ const base = 'v1.0';";
    const start = text.indexOf('v1.0');
    const span = { start, end: start + 4 };
    const fix = { title: 'x', safety: 'safe', edits: [{ span, text: 'v2' }], group: undefined } as const;
    const one = finding({ span, fix });
    const built = report([one], {
      locate: (_file, offsets) =>
        new Map(offsets.map((offset) => [offset, { line: 1, column: offset + 1, offset }])),
    });
    const { diagnostics } = JSON.parse(
      await render('rdjson', [one], { report: built, measured: measuredIn(text) }),
    ) as {
      diagnostics: unknown[];
    };
    const column = Buffer.byteLength(text.slice(0, start)) + 1;
    const range = { start: { line: 1, column }, end: { line: 1, column: column + 4 } };
    expect(diagnostics[0]).toMatchObject({
      location: { path: 'sub/a.ts', range },
      suggestions: [{ range, text: 'v2' }],
    });
  });
});

describe('markdown', () => {
  it('shows texts as texts', async () => {
    const text = await render('markdown', nasty);
    expect(text).toContain('### migrate: 2 findings');
    expect(text).not.toMatch(/(?<!\\)<script/);
    expect(text).not.toContain('@team');
    expect(text.split('\n').filter((line) => line.startsWith('::'))).toEqual([]);
  });

  it('counts what it has no room for', async () => {
    const many = Array.from({ length: 203 }, (_, index) => finding({ anchor: String(index) }));
    expect(await render('markdown', many)).toContain('… and 3 more.');
  });

  it('fits into a comment on a pull request, and accounts for every finding', async () => {
    const long = '`|<*_@x://'.repeat(25);
    const many = Array.from({ length: 300 }, (_, index) =>
      finding({
        file: `${'d'.repeat(index)}/${long}${index}.ts`,
        message: NASTY.repeat(9),
        anchor: `${index}`,
      }),
    );
    const skipped = Array.from({ length: 400 }, (_, index) => ({ file: `${long}${index}`, reason: long }));
    const text = await render('markdown', many, { report: report(many, { skipped }) });
    expect(text.length).toBeLessThan(65_536);
    expect(text.length).toBeGreaterThan(40_000);
    const shown = text.match(/^- \d+:\d+ /gm)!.length;
    expect(text).toContain(`… and ${300 - shown} more.`);
    expect(text).toMatch(/^#### Not scanned$/m);
  });
});

describe('html', () => {
  it('is one page that loads nothing and runs nothing of what it shows', async () => {
    const page = await render('html', nasty);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.match(/<script/g)).toHaveLength(1);
    const pages = /<a href="https:\/\/unpkg\.com\/[\w@./-]+\/docs\/rules\/[\w-]+\.md">/g;
    expect(page.replaceAll(pages, '').replace('href="#findings"', '')).not.toMatch(/(?:src|href)=|https?:/);
    expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'/);
    expect(page.match(/<article /g)).toHaveLength(2);
    expect(page).toContain('<option value="legacy-base-url">legacy-base-url</option>');
  });

  it('says so when there is nothing', async () => {
    expect(await render('html', [])).toContain('migrate: 0 findings');
  });
});
