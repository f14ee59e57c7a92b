import { describe, expect, it } from 'vitest';
import { changedLines, maskedDiff } from '../../src/report/masked-diff.ts';

const edit = (text: string, from: string, to: string) => {
  const start = text.indexOf(from);
  return { file: 'a.go', span: { start, end: start + from.length }, text: to };
};

describe('the lines of a change', () => {
  it.each([
    ['a.go', 'f("hunterhunter1")', 'hunterhunter1', 'hunterhunter2'],
    ['a.py', 'key = "hunter-one"', 'hunter-one', 'hunter-two'],
    ['.github/workflows/ci.yml', 'token: hunterhunter1', 'hunterhunter1', 'hunterhunter2'],
    ['a.ts', "const password = 'hunter';", 'hunter', 'hunters'],
  ])('are never shown as the same line: %s', (file, text, from, to) => {
    const lines = changedLines(file, text, [edit(text, from, to)]);
    const [removed, added] = lines;
    expect(lines).toHaveLength(2);
    expect(removed!.text).not.toBe(added!.text);
    expect(added!.text).toContain('differs where it is hidden');
    expect(JSON.stringify(lines)).not.toContain('hunter');
    const after = text.replace(from, to);
    const diff = `--- a\n+++ b\n@@ -1 +1 @@\n-${text}\n+${after}`;
    const shown = maskedDiff({ file, before: text, after, diff }).lines.slice(1);
    expect(shown.map((line) => line.text)).toEqual(lines.map((line) => line.text));
  });

  it('say nothing of a line that stays', () => {
    const text = 'f("hunterhunter1")\ng(1)\n';
    const diff = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n f("hunterhunter1")\n-g(1)\n+g(2)';
    const { lines } = maskedDiff({ file: 'a.go', before: text, after: text.replace('1)\n', '2)\n'), diff });
    expect(lines.map((line) => line.text).slice(1)).toEqual(['f("•••")', 'g(1)', 'g(2)']);
  });
});
