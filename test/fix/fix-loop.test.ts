import { describe, expect, it } from 'vitest';
import { type Scanned, type FixLoopResult, runFixLoop, type FixLoopInput } from '../../src/fix/fix-loop.ts';
import { judgedFix } from '../../src/model/index.ts';
import type { Edit, Finding, FixBase, Safety } from '../../src/model/index.ts';

type TestFix = Partial<FixBase> & Pick<FixBase, 'edits'> & { readonly safety?: Safety };

const finding = (file: string, start: number, rule: string, fix: TestFix): Finding => ({
  file,
  span: { start, end: start + 1 },
  rule,
  severity: 'error',
  certainty: 'certain',
  message: '',
  pointer: undefined,
  exchange: undefined,
  operation: undefined,
  data: {},
  anchor: '',
  fix: judgedFix(
    { title: rule, group: undefined, ...fix },
    fix.safety === 'unsafe' ? { file, span: { start, end: start }, text: 'It is a test.' } : undefined,
  ),
});

/** A rule of the tests: every match of the pattern is a finding whose fix is what the function gives. */
interface TestRule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly fix: (match: RegExpExecArray, file: string) => TestFix | undefined;
}

const replace = (match: RegExpExecArray, text: string): Edit => ({
  span: { start: match.index, end: match.index + match[0].length },
  text,
});

const swap = (from: string, to: string, more: Partial<TestFix> = {}): TestRule => ({
  name: `${from}-${to}`,
  pattern: new RegExp(from, 'g'),
  fix: (match) => ({ edits: [replace(match, to)], ...more }),
});

const findingsIn = (texts: Readonly<Record<string, string>>, rules: readonly TestRule[]): Finding[] =>
  Object.entries(texts).flatMap(([file, text]) =>
    rules
      .flatMap((rule) =>
        [...text.matchAll(rule.pattern)].flatMap((match) => {
          const fix = rule.fix(match, file);
          return fix === undefined ? [] : [finding(file, match.index, rule.name, fix)];
        }),
      )
      .sort((a, b) => a.span.start - b.span.start),
  );

const scanned = (texts: Readonly<Record<string, string>>, rules: readonly TestRule[]): Scanned => ({
  findings: findingsIn(texts, rules),
  requests: [],
});

const run = (
  files: Readonly<Record<string, string>>,
  rules: readonly TestRule[],
  more: Partial<FixLoopInput> = {},
): Promise<FixLoopResult> =>
  runFixLoop({
    scan: (overlay) => scanned({ ...files, ...Object.fromEntries(overlay) }, rules),
    text: (file) => files[file],
    parses: async (_, before, after) => after.split('!').length <= before.split('!').length,
    writable: () => true,
    safety: 'safe',
    ...more,
  });

const texts = ({ files }: FixLoopResult): Record<string, string> =>
  Object.fromEntries(files.map(({ file, after }) => [file, after]));

const insert = (name: string, word: string, unless: RegExp): TestRule => ({
  name,
  pattern: /o/g,
  fix: (match) =>
    unless.test(match.input) ? undefined : { edits: [{ span: { start: 0, end: 0 }, text: word }] },
});

describe('settle', () => {
  it('applies all fixes of a file in one pass and says how many', async () => {
    const settled = await run({ a: 'x1 x2 y', b: 'y' }, [swap('x', 'z')]);
    expect(settled).toEqual({
      files: [{ file: 'a', before: 'x1 x2 y', after: 'z1 z2 y', applied: 2 }],
      findings: [],
      revealed: 0,
      dropped: [],
      unproven: [],
      assumed: [],
      passes: 1,
      stopped: undefined,
    });
  });

  it('counts the findings that only the fixed texts have', async () => {
    const review = swap('y', 'w', { safety: 'unsafe' });
    expect(await run({ a: 'x x y' }, [swap('x', 'y'), review])).toMatchObject({ revealed: 2 });
    expect(await run({ a: 'x y' }, [swap('x', 'z'), review])).toMatchObject({ revealed: 0 });
  });

  it('applies what a fix made room for', async () => {
    const settled = await run({ a: 'x' }, [swap('x', 'y'), swap('y', 'z')]);
    expect(texts(settled)).toEqual({ a: 'z' });
    expect(settled.passes).toBe(2);
  });

  it('lets overlapping fixes wait for another pass', async () => {
    const settled = await run({ a: 'xy y' }, [swap('xy', 'y'), swap('y', 'z')]);
    expect(texts(settled)).toEqual({ a: 'z z' });
  });

  it('lets different insertions at one place wait, and makes identical ones once', async () => {
    const same = await run({ a: 'oo' }, [insert('one', 'A', /A/)]);
    expect(same.files).toEqual([{ file: 'a', before: 'oo', after: 'Aoo', applied: 2 }]);
    const different = await run({ a: 'o' }, [insert('one', 'A', /A/), insert('two', 'B', /B/)]);
    expect(texts(different)).toEqual({ a: 'BAo' });
    expect(different.passes).toBe(2);
  });

  it('applies unsafe fixes only when asked', async () => {
    const rules = [swap('x', 'y', { safety: 'unsafe' })];
    expect((await run({ a: 'x' }, rules)).files).toEqual([]);
    expect(texts(await run({ a: 'x' }, rules, { safety: 'unsafe' }))).toEqual({ a: 'y' });
  });

  it('applies a group whole, over files, or not at all', async () => {
    const rules = [swap('x', 'y', { group: 'g' }), swap('h', 'i', { group: 'g', safety: 'unsafe' })];
    const files = { a: 'x', b: 'x h', c: 'k' };
    const safe = await run(files, rules);
    expect(safe.files).toEqual([]);
    expect(safe.dropped.map(({ finding, reason }) => [finding.file, reason])).toEqual([
      ['a', 'it is linked to an unsafe fix; --unsafe applies both'],
      ['b', 'it is linked to an unsafe fix; --unsafe applies both'],
    ]);
    expect(texts(await run(files, rules, { safety: 'unsafe' }))).toEqual({ a: 'y', b: 'y i' });
  });

  it('lets a whole group wait when one of its edits touches another fix', async () => {
    const rules = [swap('xh', 'h'), swap('h', 'i', { group: 'g' }), swap('k', 'l', { group: 'g' })];
    const scans: string[] = [];
    const files = { a: 'xh', b: 'k' };
    const settled = await run(files, rules, {
      scan: (overlay) => {
        scans.push(JSON.stringify([...overlay]));
        return scanned({ ...files, ...Object.fromEntries(overlay) }, rules);
      },
    });
    expect(scans[1]).toBe('[["a","h"]]');
    expect(texts(settled)).toEqual({ a: 'i', b: 'l' });
  });

  it('drops a group when one of its files must not be written', async () => {
    const settled = await run({ a: 'x', b: 'x', c: 'z' }, [swap('x', 'y', { group: 'g' }), swap('z', '0')], {
      writable: (file) => file !== 'b',
    });
    expect(texts(settled)).toEqual({ c: '0' });
    expect(settled.dropped.map(({ finding }) => finding.file)).toEqual(['a', 'b']);
    expect(settled.dropped[0]!.reason).toMatch(/must not be edited/);
  });

  it('drops what would parse worse with its whole group, keeps the rest, and names it', async () => {
    const rules = [swap('x', '!', { group: 'g' }), swap('h', 'i', { group: 'g' }), swap('[a-f]', '0')];
    const settled = await run({ p: 'a b x c d', q: 'h e f' }, rules);
    expect(texts(settled)).toEqual({ p: '0 0 x 0 0', q: 'h 0 0' });
    expect(settled.dropped.map(({ finding, reason }) => [finding.rule, reason])).toEqual([
      ['x-!', 'a file would get a new syntax error'],
      ['h-i', 'a file would get a new syntax error'],
    ]);
    expect(settled.stopped).toBeUndefined();
  });

  it('never writes a fix that does not cure its finding', async () => {
    const growing: TestRule = {
      name: 'grow',
      pattern: /x/g,
      fix: (match) => ({ edits: [{ span: { start: match.index, end: match.index }, text: '+' }] }),
    };
    const settled = await run({ a: 'y x' }, [growing, swap('y', 'zz')]);
    expect(texts(settled)).toEqual({ a: 'zz x' });
    expect(settled.dropped.map(({ reason }) => reason)).toEqual(['it would not remove the finding']);
  });

  it('does not take a twin that moved up for a finding that was not cured', async () => {
    const twins: TestRule = {
      name: 'twins',
      pattern: /x/g,
      fix: (match) => ({ edits: [{ span: { start: match.index, end: match.index + 2 }, text: '' }] }),
    };
    expect(texts(await run({ a: 'xxx-' }, [twins]))).toEqual({ a: '' });
  });

  it('stops where fixes undo each other, with a text that a second run leaves alone', async () => {
    const rules = [swap('s', 'x'), swap('x', 'y'), swap('y', 'x')];
    const settled = await run({ a: 's', b: 'x' }, rules);
    expect(settled.stopped).toMatch(/undo each other/);
    const again = await run({ a: 's', b: 'x', ...texts(settled) }, rules);
    expect(again.files).toEqual([]);
  });

  it('says so when ten passes were not enough', async () => {
    const countdown: TestRule = {
      name: 'count',
      pattern: /\d+/g,
      fix: (match) =>
        match[0] === '0' ? undefined : { edits: [replace(match, String(Number(match[0]) - 1))] },
    };
    const late = await run({ a: '12' }, [countdown]);
    expect(texts(late)).toEqual({ a: '2' });
    expect(late.stopped).toMatch(/10 passes/);
    const quiet = await run({ a: '10' }, [countdown]);
    expect(quiet).toMatchObject({ passes: 10, stopped: undefined });
  });

  it('refuses a fix whose own edits overlap', async () => {
    const broken: TestRule = {
      name: 'broken',
      pattern: /xx/g,
      fix: ({ index }) => ({
        edits: [
          { span: { start: index, end: index + 2 }, text: 'y' },
          { span: { start: index + 1, end: index + 2 }, text: 'z' },
        ],
      }),
    };
    const settled = await run({ a: 'xx' }, [broken]);
    expect(settled.files).toEqual([]);
    expect(settled.dropped.map(({ reason }) => reason)).toEqual(['its own edits overlap each other']);
  });

  it('settles a thousand fixes in one file without scanning more than twice', async () => {
    let scans = 0;
    const files = { a: 'x '.repeat(1000) };
    const settled = await run(files, [], {
      scan: (overlay) => {
        scans += 1;
        return scanned({ ...files, ...Object.fromEntries(overlay) }, [swap('x', 'y')]);
      },
    });
    expect(settled.files[0]).toMatchObject({ after: 'y '.repeat(1000), applied: 1000 });
    expect(scans).toBe(2);
  });
});
