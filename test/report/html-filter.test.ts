import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html.ts';
import { finding, report, TEXT } from './findings.ts';

const findings = [
  finding({ file: 'a/b/c/one.ts' }),
  finding({
    file: 'a/two.ts',
    rule: 'deprecated-version',
    severity: 'warning',
    data: { deletion: '2027-01-01' },
  }),
  finding({ file: '../x/y/z/three.ts', fix: undefined, message: 'Another & <last>.' }),
];

const page = html({
  report: report(findings),
  frames: findings.map(() => []),
  rules: new Map(),
  inRepository: (file) => file,
  source: () => TEXT,
  color: false,
});

const between = (start: string, end: string): string => page.split(start)[1]!.split(end)[0]!;
const plain = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** What the script of the page sees: its articles, and a form to fill in. */
const open = () => {
  const articles = [...page.matchAll(/<article([^>]*)>([^]*?)<\/article>/g)].map(([, head, body]) => ({
    dataset: Object.fromEntries(
      [...head!.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ),
    textContent: plain(body!),
    hidden: false,
  }));
  const names = [...between('<form>', '</form>').matchAll(/name="(\w+)"/g)].map(([, name]) => name!);
  const elements = Object.fromEntries(names.map((name) => [name, { value: '' }]));
  const listeners = new Map<string, () => void>();
  const form = { elements, addEventListener: (name: string, run: () => void) => listeners.set(name, run) };
  const output = { textContent: '' };
  const document = {
    querySelector: (selector: string) => (selector === 'form' ? form : output),
    querySelectorAll: () => articles,
  };
  runInNewContext(between('<script>', '</script>'), { document });
  const shown = (values: Readonly<Record<string, string>> = {}) => {
    for (const name of names) elements[name]!.value = values[name] ?? '';
    listeners.get('input')!();
    return articles.flatMap(({ hidden }, index) => (hidden ? [] : [index]));
  };
  return { shown, output };
};

describe('the page of the HTML report', () => {
  it('may run its own script and style, and nothing else', () => {
    const policy = between('Content-Security-Policy" content="', '">');
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const content = between(`<${tag}>`, `</${tag}>`);
      const hash = createHash('sha256').update(content).digest('base64');
      expect(policy.split('; ')).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(page).not.toMatch(/<[^>]* (?:on\w+|style|src|href)=/);
  });

  it('counts by rule, folder and deadline', () => {
    const sums = plain(between('<div class="sums">', '</div>'));
    expect(sums.split('\n').filter((line) => line !== '')).toEqual([
      'By rule',
      'legacy-base-url2',
      'deprecated-version1',
      'By folder',
      '../x/y1',
      'a1',
      'a/b1',
      'By deadline',
      '2027-01-011',
    ]);
  });

  it.each([
    [{}, [0, 1, 2]],
    [{ rule: 'legacy-base-url' }, [0, 2]],
    [{ severity: 'warning' }, [1]],
    [{ folder: '../x/y' }, [2]],
    [{ deadline: '2027-01-01' }, [1]],
    [{ fix: 'none' }, [2]],
    [{ text: 'LAST another' }, [2]],
    [{ text: 'one.ts', rule: 'deprecated-version' }, []],
  ])('shows what fits %j', (values, expected) => {
    const { shown, output } = open();
    expect(shown(values)).toEqual(expected);
    expect(output.textContent).toBe(`${expected.length} of 3`);
  });
});
