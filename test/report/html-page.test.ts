import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgedFix } from '../../src/model/index.ts';
import type { Finding } from '../../src/model/index.ts';
import { html } from '../../src/report/html/index.ts';
import type { Presentation } from '../../src/report/report.ts';
import { redactText } from '../../src/redact/redact.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { Browser, chromium } from './chromium.ts';
import { finding, measuredIn, report, TEXT } from './findings.ts';
import { between, openWithoutBrowser, plain } from './page.ts';

const HOSTILE =
  '</script><script>window.hit=1</script><img src=x onerror="window.hit=1"> "><svg onload=window.hit=1> ]]>--><base href=//x>';

const presentationOf = (findings: readonly Finding[]): Presentation => ({
  report: report(findings),
  frame: (index) => [{ line: 1, text: redactText(findings[index]!.message), mark: { from: 0, to: 3 } }],
  rules: new Map(),
  inRepository: (file) => file,
  measured: measuredIn(TEXT),
  color: false,
});

const pageOf = (findings: readonly Finding[]): string => html(presentationOf(findings));

const UNSAFE = judgedFix(finding().fix!, {
  file: 'a/b/c/one.ts',
  span: { start: 0, end: 5 },
  text: 'No request is seen.',
});

const findings = [
  finding({ file: 'a/b/c/one.ts' }),
  finding({ file: 'a/b/c/one.ts', rule: 'odd', anchor: 'x', fix: UNSAFE }),
  finding({
    file: 'a  a/two.ts',
    rule: 'deprecated-version',
    severity: 'warning',
    data: { deletion: '2027-01-01' },
    message: HOSTILE,
  }),
  finding({ file: '../x/y/z/three.ts', fix: undefined, message: 'Another & <last>.' }),
];

const page = pageOf(findings);

/** What a page says of the repository of the findings. */
const REPOSITORY: Partial<Presentation> = {
  project: redactText('acme/<ops>'),
  sourceUrl: redactText('https://example.org/o/r/{file}?x#L{line}'),
  ownersOf: (file) => (file.startsWith('a/b') ? ['@acme/ops', '@jo'].map(redactText) : []),
  progress: {
    version: 1,
    tool: { name: redactText('migrate'), version: redactText('0') },
    target: redactText('2023-02-01'),
    today: redactText('2026-11-21'),
    unit: 'legacy calls',
    points: [
      { date: redactText('2026-10-01'), commit: null, left: 4, errors: 8 },
      { date: redactText('2026-11-21'), commit: null, left: 2, errors: 4 },
    ],
    deadlines: [{ date: redactText('2027-07-01'), operations: 2 }],
    folders: [],
    owners: [],
    notes: [],
  },
};

/** The script of axe-core, where `npm run surfaces` fetched it. */
const axe = process.env['AXE_CORE'];

/** What is asked of the form, and which findings are then shown, in the order of the page. */
const FILTERS: readonly [Readonly<Record<string, string>>, readonly number[]][] = [
  [{}, [0, 1, 2, 3]],
  [{ rule: 'legacy-base-url' }, [0, 3]],
  [{ severity: 'warning' }, [2]],
  [{ folder: '../x/y' }, [3]],
  [{ folder: 'a  a' }, [2]],
  [{ deadline: '2027-01-01' }, [2]],
  [{ fix: 'none' }, [3]],
  [{ fix: 'unsafe', severity: 'error' }, [1]],
  [{ text: 'LAST another' }, [3]],
  [{ text: 'one.ts', rule: 'deprecated-version' }, []],
];

describe('the page of the HTML report', () => {
  it('may run its own script and style, and nothing else', () => {
    const policy = between(page, 'Content-Security-Policy" content="', '">');
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const content = between(page, `<${tag}>`, `</${tag}>`);
      const hash = createHash('sha256').update(content).digest('base64');
      expect(policy.split('; ')).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(page.replaceAll(/<a (?:class="skip" )?href="(?:https:\/\/[^" ]+|#findings)">/g, '')).not.toMatch(
      /<[^>]* (?:on\w+|style|src|href)=/,
    );
  });

  it('links rules to their pages, lines to the repository, and shows what a fix changes', () => {
    const shown = html({
      ...presentationOf(findings),
      sourceUrl: redactText('https://example.org/o/r/{file}?x#L{line}'),
      inRepository: () => redactText('a#b/c d.ts'),
      change: () => [
        { kind: 'removed', text: redactText('<old>') },
        { kind: 'added', text: redactText('new') },
      ],
    });
    expect(shown).toMatch(/<a href="https:\/\/unpkg\.com\/[^"]*\/docs\/rules\/legacy-base-url\.md">/);
    expect(shown).toMatch(/<a href="https:\/\/example\.org\/o\/r\/a%23b\/c%20d\.ts\?x#L\d+">/);
    expect(shown).toContain('<del>- &lt;old&gt;</del>\n<ins>+ new</ins>');
  });

  it('names the repository and the owners of files, and draws its history', () => {
    const shown = html({ ...presentationOf(findings), ...REPOSITORY });
    expect(shown).toContain('<h1>acme/&lt;ops&gt;: 4 findings</h1>');
    expect(shown).toContain('2 legacy calls left on 2026-11-21; there were 4 on 2026-10-01.');
    expect(shown.match(/<polyline/g)).toHaveLength(1);
    const { fill, rows } = openWithoutBrowser(shown);
    expect(fill({ owner: '@jo' })).toEqual([0, 1]);
    expect(fill({ owner: '(no owner)' })).toEqual([2, 3]);
    expect(rows.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['@acme/ops', '@jo', '(no owner)']),
    );
  });

  it('counts by rule, folder and deadline, with what fixes them', () => {
    const sums = between(page, '<div class="sums">', '</div>');
    expect(
      plain(sums)
        .split('\n')
        .filter((line) => line !== ''),
    ).toEqual([
      'By rule',
      'legacy-base-url2',
      'deprecated-version1',
      'odd1',
      'By folder',
      'a/b2',
      '../x/y1',
      'a  a1',
      'By deadline',
      '2027-01-01 in 41 days1',
    ]);
    expect([...sums.matchAll(/title="([^"]*)"/g)].map(([, title]) => title).slice(0, 3)).toEqual([
      '1 safe, 0 unsafe, 1 by hand',
      '1 safe, 0 unsafe, 0 by hand',
      '0 safe, 1 unsafe, 0 by hand',
    ]);
  });

  it.each(FILTERS)('shows what fits %j', (values, expected) => {
    const { fill, output, files } = openWithoutBrowser(page);
    expect(fill(values)).toEqual(expected);
    expect(output.textContent).toBe(`${expected.length} of 4`);
    for (const { hidden, articles } of files) expect(hidden).toBe(articles.every((each) => each.hidden));
  });

  it('filters by a row of the sums, and no more by a second click on it', () => {
    const { rows, shown, form } = openWithoutBrowser(page);
    expect(form.hidden).toBe(false);
    const row = rows.find(({ value }) => value === 'a  a')!;
    row.click({});
    expect(shown()).toEqual([2]);
    expect(
      rows.map(({ attributes }) => attributes.get('aria-pressed')).filter((state) => state === 'true'),
    ).toEqual(['true']);
    row.click({});
    expect(shown()).toEqual([0, 1, 2, 3]);
  });

  it('names the folders that differ, also below one that holds all', () => {
    const below = ['packages/api/src/users/a.ts', 'packages/api/src/a.ts', 'packages/api/src/users/b/c.ts'];
    const shown = pageOf(below.map((file) => finding({ file })));
    const names = ['packages/api/src', 'packages/api/src/users'];
    const { fill, rows } = openWithoutBrowser(shown);
    expect(rows.map(({ value }) => value)).toEqual(expect.arrayContaining(names));
    expect(fill({ folder: names[1]! })).toHaveLength(2);
    const one = openWithoutBrowser(pageOf([finding({ file: 'packages/api/src/a.ts' })]));
    expect(one.rows.map(({ value }) => value)).toContain('packages/api');
  });

  it('puts many folders behind a fold', () => {
    const many = Array.from({ length: 13 }, (_, index) => finding({ file: `d${index}/a.ts` }));
    expect(pageOf(many)).toContain('<details><summary>3 more</summary>');
  });
});

const inBrowser = (program: string): void => {
  const browser = new Browser(program);
  beforeAll(() => browser.start(), 60_000);
  afterAll(() => browser.close());

  const open = async (
    text: string,
    width?: number,
    features?: readonly { name: string; value: string }[],
  ) => {
    const file = join(temporaryTree({}), 'report.html');
    writeFileSync(file, text);
    const url = pathToFileURL(file).href;
    await browser.open(url, width, features);
    return url;
  };
  const shown = () =>
    browser.value<number[]>(
      `new Promise((resolve) => setTimeout(resolve)).then(() => [...document.querySelectorAll('article')].flatMap((article, index) => article.checkVisibility() ? [index] : []))`,
    );
  const fill = (values: Readonly<Record<string, string>>) =>
    browser.value(`(() => {
      const form = document.querySelector('form');
      for (const [name, value] of Object.entries(${JSON.stringify(values)})) form.elements[name].value = value;
      form.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);

  it.each(FILTERS)('shows what fits %j', async (values, expected) => {
    await open(page);
    await fill(values);
    expect(await shown()).toEqual(expected);
    expect(await browser.value(`document.querySelector('output').textContent`)).toBe(
      `${expected.length} of 4`,
    );
  });

  it('asks for nothing, and runs nothing of what it shows', async () => {
    const nasty = findings.map((each) => ({ ...each, message: HOSTILE, file: `${HOSTILE}/${each.file}` }));
    const url = await open(pageOf(nasty));
    expect(browser.requests).toEqual([url]);
    expect(browser.complaints).toEqual([]);
    expect(await browser.value('window.hit ?? 0')).toBe(0);
    expect(await browser.value(`document.querySelectorAll('img, base, script, .file svg').length`)).toBe(1);
    expect(await browser.value(`document.querySelector('article p:nth-of-type(2)').textContent`)).toBe(
      HOSTILE,
    );
  });

  it('filters by clicks on the rows of the sums', async () => {
    await open(page);
    await browser.click('.row[value="a/b"]');
    expect(await shown()).toEqual([0, 1]);
    await browser.click('.row[value="odd"]');
    expect(await shown()).toEqual([1]);
    await browser.click('.row[value="a/b"]');
    await browser.click('button[type=reset]');
    expect(await shown()).toEqual([0, 1, 2, 3]);
  });

  it('is used with the keyboard alone', async () => {
    await open(page);
    await browser.key('/', '/');
    await browser.type('one.ts');
    expect(await browser.value(`document.querySelector('[name=text]').value`)).toBe('one.ts');
    expect(await shown()).toEqual([0, 1]);
    await browser.key('Escape');
    expect(await shown()).toEqual([0, 1, 2, 3]);
    await browser.value(`document.querySelector('.row[value="../x/y"]').focus()`);
    await browser.key('Enter', '\r');
    expect(await shown()).toEqual([3]);
    await browser.value(`document.querySelector('[name=folder]').focus()`);
    await browser.type('a');
    expect(await shown()).not.toContain(3);
  });

  it('has no need to be scrolled sideways, on a telephone either', async () => {
    const wide = findings.map((each) => ({
      ...each,
      message: 'x'.repeat(500),
      file: `${'d'.repeat(200)}/${each.file}`,
    }));
    for (const width of [1200, 360]) {
      await open(pageOf(wide), width);
      expect(await browser.value('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  it('is dark where the reader wants that, and stays readable', async () => {
    const contrast = `(() => {
      const light = (color) => {
        const channels = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
      };
      const canvas = document.createElement('p');
      canvas.style.background = 'Canvas';
      document.body.append(canvas);
      const ground = light(getComputedStyle(canvas).backgroundColor);
      return ['h1', 'header .dim', '.error .head b', '.warning .head b', '.tag', '.row b']
        .map((selector) => light(getComputedStyle(document.querySelector(selector)).color))
        .map((text) => (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05));
    })()`;
    for (const value of ['light', 'dark']) {
      await open(page, 1200, [{ name: 'prefers-color-scheme', value }]);
      for (const ratio of await browser.value<number[]>(contrast)) expect(ratio).toBeGreaterThan(4.5);
    }
  });

  if (axe !== undefined)
    it.each(['light', 'dark'])('breaks no rule of axe when it is %s', async (value) => {
      for (const text of [page, html({ ...presentationOf(findings), ...REPOSITORY }), pageOf([])]) {
        await open(text, 1200, [{ name: 'prefers-color-scheme', value }]);
        await browser.value(`${readFileSync(axe, 'utf8')};0`);
        const broken = await browser.value<readonly string[]>(
          `axe.run(document).then(({ violations, passes }) => passes.length < 10 ? ['axe did not run'] : violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
        );
        expect(broken).toEqual([]);
      }
    });

  it('prints what is shown, without the form', async () => {
    await open(page);
    await fill({ rule: 'odd' });
    await browser.media('print');
    expect(await shown()).toEqual([1]);
    expect(await browser.value(`document.querySelector('form').checkVisibility()`)).toBe(false);
    expect((await browser.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('filters 5,000 findings while one types', async () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      finding({ file: `src/p${index % 60}/f${index % 700}.ts`, anchor: `${index}` }),
    );
    await open(pageOf(many));
    const took = await browser.value<number>(`(() => {
      const form = document.querySelector('form');
      const start = performance.now();
      for (const text of ['p', 'p7', 'p7/', '']) {
        form.elements.text.value = text;
        form.dispatchEvent(new Event('input', { bubbles: true }));
        document.body.offsetHeight;
      }
      return performance.now() - start;
    })()`);
    expect(await shown()).toHaveLength(5000);
    expect(took).toBeLessThan(8000);
  });
};

if (chromium !== undefined)
  describe('the HTML report in a browser', { timeout: 60_000 }, () => inBrowser(chromium!));
