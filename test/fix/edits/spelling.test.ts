import * as fc from 'fast-check';
import { ts } from 'ts-morph';
import { parse as parseYaml } from 'yaml';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/fix/edits/apply.ts';
import { decode } from '../../../src/fix/edits/decode.ts';
import { rewriteRange, rewriteSlot, spell } from '../../../src/fix/edits/spelling.ts';
import type { Slot, Spelling } from '../../../src/model/index.ts';
import { parseJs } from './literals.ts';

/** Text with odd characters in it: quotes, escapes, holes, line ends, lone surrogates, YAML indicators. */
const awkward = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      '1',
      ' ',
      "'",
      '"',
      '`',
      '\\',
      '$',
      '{',
      '}',
      '\n',
      '\r',
      '\t',
      '\0',
      '\u2028',
      '\ud83d',
      ':',
      '#',
      '-',
      ',',
      '[',
      '&',
      '.',
      'é',
    ),
    maxLength: 12,
  }),
);

const firstLiteral = (text: string): string => {
  const source = parseJs(text);
  expect((source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
  let found: string | undefined;
  const walk = (node: ts.Node): void => {
    if (found === undefined && ts.isStringLiteralLike(node)) found = node.text;
    else ts.forEachChild(node, walk);
  };
  walk(source);
  return found!;
};

interface Frame {
  readonly spelling: Spelling;
  readonly before: string;
  readonly after: string;
  readonly read: (text: string) => unknown;
}

const FRAMES: readonly Frame[] = [
  { spelling: 'js-single', before: "x = '", after: "';", read: firstLiteral },
  { spelling: 'js-double', before: 'x = "', after: '";', read: firstLiteral },
  { spelling: 'js-template', before: 'x = `', after: '`;', read: firstLiteral },
  { spelling: 'js-expression', before: 'x = ', after: ';', read: firstLiteral },
  {
    spelling: 'json-string',
    before: '{"x": "',
    after: '"}',
    read: (text) => (JSON.parse(text) as { x: string }).x,
  },
  {
    spelling: 'yaml-plain',
    before: 'x: ',
    after: '\n',
    read: (text) => (parseYaml(text) as { x: string }).x,
  },
  {
    spelling: 'yaml-plain',
    before: '{x: ',
    after: '}\n',
    read: (text) => (parseYaml(text) as { x: string }).x,
  },
  {
    spelling: 'yaml-single',
    before: "x: '",
    after: "'\n",
    read: (text) => (parseYaml(text) as { x: string }).x,
  },
  {
    spelling: 'yaml-double',
    before: 'x: "',
    after: '"\n',
    read: (text) => (parseYaml(text) as { x: string }).x,
  },
];

const slotOf = (frame: Frame, value: string, raw: string): { text: string; slot: Slot } => ({
  text: frame.before + raw + frame.after,
  slot: {
    file: 'a',
    span: { start: frame.before.length, end: frame.before.length + raw.length },
    value,
    spelling: frame.spelling,
  },
});

const rawFor = (frame: Frame, value: string): string =>
  frame.spelling === 'js-expression' ? `'${spell(value, 'js-single')}'` : spell(value, frame.spelling);

describe.each(FRAMES)('$spelling in $before…', (frame) => {
  it('is read back as what was written', () => {
    fc.assert(
      fc.property(awkward, (value) => {
        const { text, slot } = slotOf(frame, 'old', rawFor(frame, 'old'));
        const written = applyEdits(text, [rewriteSlot(slot, value, text)!]);
        expect(frame.read(written)).toBe(value);
        expect(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(written)).toBe(
          false,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('replaces a part of the value and keeps the text of the rest', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', '\\', "'", '"', '`', '$', '{', '\u00e9', 'b'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(part, part, part, part, (head, old, tail, replacement) => {
        const value = `v${head}${old}${tail}`;
        const raw = rawFor(frame, value);
        // A plain scalar that needs quotes is no plain scalar.
        fc.pre(frame.spelling !== 'yaml-plain' || raw === value);
        const { text, slot } = slotOf(frame, value, raw);
        const range = { slot, from: 1 + head.length, to: 1 + head.length + old.length };
        const edit = rewriteRange(range, replacement, text)!;
        expect(frame.read(applyEdits(text, [edit]))).toBe(`v${head}${replacement}${tail}`);
        if (/^[ab]*$/.test(replacement) && /^[ab]*$/.test(head) && !frame.spelling.startsWith('yaml'))
          expect(text.slice(0, edit.span.start)).toBe(
            frame.before + (frame.spelling === 'js-expression' ? "'" : '') + `v${head}`,
          );
      }),
      { numRuns: 1000 },
    );
  });
});

const place = (text: string, raw: string, spelling: Spelling, value: string): Slot => {
  const start = text.indexOf(raw);
  return { file: 'a', span: { start, end: start + raw.length }, value, spelling };
};

const rewritten = (text: string, raw: string, spelling: Spelling, value: string, to: string): string =>
  applyEdits(text, [rewriteSlot(place(text, raw, spelling, value), to, text)!]);

describe('rewriteSlot', () => {
  it('writes names bare, quoted or in brackets, as their place asks', () => {
    expect(rewritten('x = { old: 1 }', 'old', 'js-name', 'old', 'fresh')).toBe('x = { fresh: 1 }');
    expect(rewritten('x = { old: 1 }', 'old', 'js-name', 'old', 'a-b')).toBe("x = { 'a-b': 1 }");
    expect(rewritten('x = { "y": "z", old: 1 }', 'old', 'js-name', 'old', 'a-b')).toBe(
      'x = { "y": "z", "a-b": 1 }',
    );
    expect(rewritten('x = { "old": 1 }', '"old"', 'js-name', 'old', 'fresh')).toBe('x = { "fresh": 1 }');
    expect(rewritten('x.old.y', 'old', 'js-name', 'old', 'fresh')).toBe('x.fresh.y');
    expect(rewritten('x.old.y', 'old', 'js-name', 'old', 'a-b')).toBe("x['a-b'].y");
    expect(rewritten('x?.old.y', 'old', 'js-name', 'old', 'a-b')).toBe("x?.['a-b'].y");
  });

  it('spells a shorthand out', () => {
    expect(rewritten('x = { old }', 'old', 'js-shorthand', 'old', 'fresh')).toBe('x = { fresh: old }');
    expect(rewritten('x = { old }', 'old', 'js-shorthand', 'old', 'a-b')).toBe("x = { 'a-b': old }");
  });

  it('keeps the quotes of an expression, or takes those of its neighbours', () => {
    expect(rewritten('f("old")', '"old"', 'js-expression', 'old', 'x')).toBe('f("x")');
    expect(rewritten('f(`old`)', '`old`', 'js-expression', 'old', 'x')).toBe('f(`x`)');
    expect(rewritten('f(OLD, "a", "b")', 'OLD', 'js-expression', 'old', 'x')).toBe('f("x", "a", "b")');
    expect(rewritten('f(OLD)', 'OLD', 'js-expression', 'old', 'x')).toBe("f('x')");
    expect(rewriteSlot(place('f(OLD)', 'OLD', 'js-expression', 'old'), 'x')?.text).toBe("'x'");
  });

  it('never rewrites fixed text, nor text as it stands into several lines', () => {
    expect(rewriteSlot(place('abc', 'b', 'fixed', 'b'), 'x', 'abc')).toBeUndefined();
    expect(rewriteSlot(place('A=b', 'b', 'plain', 'b'), 'x\ny', 'A=b')).toBeUndefined();
    expect(rewritten('A=b', 'b', 'plain', 'b', 'https://x')).toBe('A=https://x');
  });

  it('keeps the line ends of a template', () => {
    expect(rewritten('x = `a\r\nb`', 'a\r\nb', 'js-template', 'a\nb', 'c\nd')).toBe('x = `c\r\nd`');
    expect(rewritten('x = `ab`', 'ab', 'js-template', 'ab', 'c\nd')).toBe('x = `c\\nd`');
  });

  it.each([
    'true',
    '12',
    '1e3',
    '0x1f',
    '2023-02-01',
    'null',
    '~',
    '',
    ' a',
    'a: b',
    'a #b',
    '- a',
    '12:30',
    '.inf',
    'no',
  ])('quotes the YAML value %j', (value) => {
    expect(rewritten('x: old\n', 'old', 'yaml-plain', 'old', value)).toBe(`x: '${value}'\n`);
  });

  it('leaves a YAML value plain where it can', () => {
    const url = 'https://cloud.mongodb.com/api/atlas/v2';
    expect(rewritten('x: old\n', 'old', 'yaml-plain', 'old', url)).toBe(`x: ${url}\n`);
    expect(rewritten('x: /a/{b}\n', '/a/{b}', 'yaml-plain', '/a/{b}', '/c/{b}')).toBe('x: /c/{b}\n');
  });
});

const range = (
  text: string,
  raw: string,
  spelling: Spelling,
  value: string,
  from: string,
  to: string,
): string => {
  const at = value.indexOf(from);
  const slot = place(text, raw, spelling, value);
  const edit = rewriteRange({ slot, from: at, to: at + from.length }, to, text);
  return edit === undefined ? 'refused' : applyEdits(text, [edit]);
};

describe('rewriteRange', () => {
  it('keeps escapes outside the range as they are written', () => {
    expect(
      range(
        'x = "\\/api\\/atlas\\/v1.0\\u002fx"',
        '\\/api\\/atlas\\/v1.0\\u002fx',
        'json-string',
        '/api/atlas/v1.0/x',
        'v1.0',
        'v2',
      ),
    ).toBe('x = "\\/api\\/atlas\\/v2\\u002fx"');
    expect(range("x = 'a\\x2fb\\\nc'", 'a\\x2fb\\\nc', 'js-single', 'a/bc', '/b', '-')).toBe("x = 'a-\\\nc'");
  });

  it('works inside a literal that is an expression', () => {
    expect(range('x = "a/v1.0/b"', '"a/v1.0/b"', 'js-expression', 'a/v1.0/b', 'v1.0', 'v2')).toBe(
      'x = "a/v2/b"',
    );
  });

  it('refuses where the text does not spell the value', () => {
    expect(range('x = URL', 'URL', 'js-expression', 'a/v1.0', 'v1.0', 'v2')).toBe('refused');
    expect(range("x = 'ab'", 'ab', 'js-single', 'other', 'oth', 'x')).toBe('refused');
    expect(range('x = ab', 'ab', 'fixed', 'ab', 'a', 'x')).toBe('refused');
  });

  it('does not open a hole at the seam of a template', () => {
    expect(range('x = `a$bc}`', 'a$bc}', 'js-template', 'a$bc}', 'b', '{')).toBe('x = `a\\${c}`');
  });
});

describe('double quotes of a shell', () => {
  it('hold what was written, expansions as they stand', () => {
    const text = fc.array(fc.constantFrom('"', '\\', '`', '$x', '${y}', 'a', ' ', '\n', "'", '{', '😀'));
    fc.assert(
      fc.property(text, (pieces) => {
        const value = pieces.join('');
        expect(decode(spell(value, 'shell-double'), 'shell-double')?.value).toBe(value);
      }),
    );
  });

  it.each(['\\$x', '$(x)', '`x`', 'a"b', 'a\\\nb'])('cannot be rewritten around %j', (raw) => {
    expect(decode(raw, 'shell-double')).toBeUndefined();
  });
});

describe('a piece of a regular expression', () => {
  it('says what was spelled', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const raw = spell(value, 'regexp');
        expect(decode(raw, 'regexp')?.value).toBe(value);
        expect(new RegExp(`^${raw}$`).test(value)).toBe(true);
      }),
    );
  });

  it.each(['a+', 'a|b', '[a]', String.raw`\d`, '(', 'a\\'])('cannot be %s', (raw) => {
    expect(decode(raw, 'regexp')).toBeUndefined();
  });
});
