import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/fix/edits/apply.ts';
import { insertMember, removeMember, removeMembers } from '../../../src/fix/edits/members.ts';
import type { InsertionPoint } from '../../../src/model/index.ts';
import { jsMembers, yamlMembers } from './literals.ts';

const lines = (...all: readonly string[]): string => all.join('\n') + '\n';

/** Removes the members named, once together and once one edit each where it is only one, and checks both agree. */
const without = (text: string, names: readonly string[], read = jsMembers): string => {
  const all = read(text);
  const removals = names.map((name) => all.find((member) => member.name === name)!.removal);
  const result = applyEdits(text, removeMembers(removals, text));
  if (removals.length === 1) expect(applyEdits(text, [removeMember(removals[0]!, text)])).toBe(result);
  return result;
};

describe('removeMembers in one line', () => {
  it.each([
    ['x = { a: 1, b: 2, c: 3 };', ['a'], 'x = { b: 2, c: 3 };'],
    ['x = { a: 1, b: 2, c: 3 };', ['b'], 'x = { a: 1, c: 3 };'],
    ['x = { a: 1, b: 2, c: 3 };', ['c'], 'x = { a: 1, b: 2 };'],
    ['x = { a: 1, b: 2, c: 3, };', ['c'], 'x = { a: 1, b: 2, };'],
    ['x = {a:1,b:2,c:3};', ['b', 'c'], 'x = {a:1};'],
    ['x = { a: 1, b: 2 };', ['a', 'b'], 'x = {};'],
    ['x = { a: 1 };', ['a'], 'x = {};'],
    ['x = { a: 1, /* of b */ b: 2 };', ['a'], 'x = { /* of b */ b: 2 };'],
    ['x = { a: 1, /* of b */ b: 2 };', ['b'], 'x = { a: 1 };'],
    ['x = { a: 1 /* of a */, b: 2 };', ['a'], 'x = { b: 2 };'],
    ['x = { a: 1 /* of a */, b: 2 };', ['b'], 'x = { a: 1 /* of a */ };'],
    ['x = { ...rest, a: 1 };', ['a'], 'x = { ...rest };'],
    ['x = { a, b };', ['a'], 'x = { b };'],
  ])('%s without %j', (text, names, expected) => {
    expect(without(text, names)).toBe(expected);
  });
});

describe('removeMembers over lines', () => {
  it('takes the line and leaves the comma style of the end', () => {
    const text = lines('x = {', '  a: 1,', '  b: 2,', '  c: 3', '};');
    expect(without(text, ['c'])).toBe(lines('x = {', '  a: 1,', '  b: 2', '};'));
    expect(without(text, ['a', 'c'])).toBe(lines('x = {', '  b: 2', '};'));
    expect(without(text.replace('3', '3,'), ['c'])).toBe(lines('x = {', '  a: 1,', '  b: 2,', '};'));
  });

  it('takes the comments that are about the member, not those of its neighbours', () => {
    const text = lines(
      'x = { // the body',
      '  a: 1, // of a',
      '  // of b, first line',
      '  // of b, second line',
      '  b: 2, // behind b',
      '  // of c',
      '  c: 3,',
      '  // about nothing',
      '};',
    );
    expect(without(text, ['b'])).toBe(
      lines('x = { // the body', '  a: 1, // of a', '  // of c', '  c: 3,', '  // about nothing', '};'),
    );
    expect(without(text, ['a'])).toBe(
      lines(
        'x = { // the body',
        '  // of b, first line',
        '  // of b, second line',
        '  b: 2, // behind b',
        '  // of c',
        '  c: 3,',
        '  // about nothing',
        '};',
      ),
    );
    expect(without(text, ['a', 'b', 'c'])).toBe(lines('x = { // the body', '  // about nothing', '};'));
  });

  it('keeps the comment of the member before when the last one goes', () => {
    const text = lines('x = {', '  a: 1, // of a', '  b: 2 // of b', '};');
    expect(without(text, ['b'])).toBe(lines('x = {', '  a: 1 // of a', '};'));
  });

  it('keeps a comment that continues the one behind its neighbour', () => {
    const text = lines('x = {', '  a: 1, // of a', '        // still of a', '  b: 2,', '  c: 3,', '};');
    expect(without(text, ['b'])).toBe(
      lines('x = {', '  a: 1, // of a', '        // still of a', '  c: 3,', '};'),
    );
    expect(without(text, ['a'])).toBe(lines('x = {', '  b: 2,', '  c: 3,', '};'));
  });

  it('keeps a heading until its whole group goes', () => {
    const text = lines('x = {', '  a: 1,', '', '  // backups', '  b: 2,', '  c: 3,', '', '  d: 4,', '};');
    expect(without(text, ['b'])).toBe(
      lines('x = {', '  a: 1,', '', '  // backups', '  c: 3,', '', '  d: 4,', '};'),
    );
    expect(without(text, ['b', 'c'])).toBe(lines('x = {', '  a: 1,', '', '  d: 4,', '};'));
  });

  it('keeps section marks and region comments', () => {
    const text = lines(
      'x = {',
      '  // --- size ---',
      '  a: 1,',
      '  //#region backup',
      '  b: 2,',
      '  //#endregion',
      '};',
    );
    expect(without(text, ['a', 'b'])).toBe(
      lines('x = {', '  // --- size ---', '  //#region backup', '  //#endregion', '};'),
    );
  });

  it('leaves no blank hole', () => {
    const text = lines('x = {', '  a: 1,', '', '  b: 2,', '', '  c: 3,', '};');
    expect(without(text, ['b'])).toBe(lines('x = {', '  a: 1,', '', '  c: 3,', '};'));
    expect(without(text, ['a'])).toBe(lines('x = {', '  b: 2,', '', '  c: 3,', '};'));
    expect(without(text, ['c'])).toBe(lines('x = {', '  a: 1,', '', '  b: 2,', '};'));
  });

  it('keeps CRLF, tabs and the byte order mark', () => {
    const text = '\ufeffx = {\r\n\ta: 1,\r\n\tb: 2,\r\n\tc: 3\r\n};\r\n';
    expect(without(text, ['b'])).toBe('\ufeffx = {\r\n\ta: 1,\r\n\tc: 3\r\n};\r\n');
    expect(without(text, ['c'])).toBe('\ufeffx = {\r\n\ta: 1,\r\n\tb: 2\r\n};\r\n');
  });

  it('understands commas at the start of lines', () => {
    const text = lines('x = {', '    a: 1 // of a', '  , b: 2 // of b', '  , c: 3', '};');
    expect(without(text, ['a'])).toBe(lines('x = {', '    b: 2 // of b', '  , c: 3', '};'));
    expect(without(text, ['b'])).toBe(lines('x = {', '    a: 1 // of a', '  , c: 3', '};'));
    expect(without(text, ['c'])).toBe(lines('x = {', '    a: 1 // of a', '  , b: 2 // of b', '};'));
  });

  it('handles members that share a line, and a comment behind them', () => {
    const text = lines('x = {', '  a: 1, b: 2, // both', '  c: 3,', '};');
    expect(without(text, ['a'])).toBe(lines('x = {', '  b: 2, // both', '  c: 3,', '};'));
    expect(without(text, ['b'])).toBe(lines('x = {', '  a: 1, // both', '  c: 3,', '};'));
    expect(without(text, ['a', 'b'])).toBe(lines('x = {', '  c: 3,', '};'));
  });

  it('takes a child along with its parent', () => {
    const text = lines('x = {', '  a: { b: 1, c: 2 },', '  d: 3,', '};');
    const all = jsMembers(text);
    const removals = ['a', 'b'].map((name) => all.find((member) => member.name === name)!.removal);
    expect(applyEdits(text, removeMembers(removals, text))).toBe(lines('x = {', '  d: 3,', '};'));
  });
});

describe('removeMembers in types', () => {
  it('takes semicolons and bare line ends as separators', () => {
    const text = lines(
      'interface X {',
      '  readonly a: string;',
      '  /** of b */',
      '  b?: { c: 1; d: 2 };',
      '}',
    );
    expect(without(text, ['b'])).toBe(lines('interface X {', '  readonly a: string;', '}'));
    expect(without(text, ['a'])).toBe(lines('interface X {', '  /** of b */', '  b?: { c: 1; d: 2 };', '}'));
    expect(without(text, ['d'])).toBe(text.replace('c: 1; d: 2', 'c: 1'));
    const bare = lines('type X = {', '  a: string', '  b: string', '}');
    expect(without(bare, ['a'])).toBe(lines('type X = {', '  b: string', '}'));
    expect(without(bare, ['b'])).toBe(lines('type X = {', '  a: string', '}'));
  });
});

const remove = (text: string, ...names: string[]): string => without(text, names, yamlMembers);

describe('removeMembers in YAML', () => {
  it('takes the lines of a block member with its comments', () => {
    const text = lines(
      '# the cluster',
      'name: x',
      '# of size',
      'size: # why',
      '  a: 1',
      '  b: 2 # of b',
      '  # tail of size',
      '# of last',
      'last: 3 # end',
    );
    expect(remove(text, 'size')).toBe(lines('# the cluster', 'name: x', '# of last', 'last: 3 # end'));
    expect(remove(text, 'last')).toBe(text.slice(0, text.indexOf('# of last')));
    expect(remove(text, 'b')).toBe(text.replace('  b: 2 # of b\n  # tail of size\n', '  # tail of size\n'));
  });

  it('keeps the comment at the top of the document', () => {
    const text = lines('# the cluster', 'name: x', 'last: 3');
    expect(remove(text, 'name')).toBe(lines('# the cluster', 'last: 3'));
  });

  it('writes an empty mapping when nothing is left', () => {
    expect(remove(lines('p:', '  a: 1', '  # of b', '  b: 2', 'q: 3'), 'a', 'b')).toBe(
      lines('p: {}', 'q: 3'),
    );
    expect(remove(lines('p:', '  # of a', '  a: 1', 'q: 3'), 'a')).toBe(lines('p: {}', 'q: 3'));
    expect(remove(lines('- a: 1'), 'a')).toBe(lines('- {}'));
    expect(remove(lines('a: 1'), 'a')).toBe(lines('{}'));
  });

  it('keeps the dash of a sequence item', () => {
    expect(remove(lines('l:', '  - a: 1', '    b: 2', '  - c: 3'), 'a')).toBe(
      lines('l:', '  - b: 2', '  - c: 3'),
    );
    expect(remove(lines('l:', '  - a: 1', '    # of b', '    b: 2'), 'a')).toBe(
      lines('l:', '  - # of b', '    b: 2'),
    );
  });

  it('handles flow mappings', () => {
    expect(remove('p: {a: 1, b: 2, c: 3} # end\n', 'b')).toBe('p: {a: 1, c: 3} # end\n');
    expect(remove(lines('p: {', '  a: 1, # of a', '  b: 2 # of b', '}'), 'b')).toBe(
      lines('p: {', '  a: 1 # of a', '}'),
    );
  });
});

const drop = (text: string, statement: string): string => {
  const start = text.indexOf(statement);
  const removal = { kind: 'statement', statement: { start, end: start + statement.length } } as const;
  return applyEdits(text, [removeMember(removal, text)]);
};

describe('removeMember of a statement', () => {
  it('takes its line and its comments', () => {
    const text = lines('body.a = 1;', '// of b', 'body.b = 2; // behind b', 'body.c = 3;');
    expect(drop(text, 'body.b = 2;')).toBe(lines('body.a = 1;', 'body.c = 3;'));
  });

  it('keeps a heading, and a line that a template ends on', () => {
    const text = lines('f();', '', '// set up', 'body.a = 1;', 'body.b = 2;');
    expect(drop(text, 'body.a = 1;')).toBe(lines('f();', '', '// set up', 'body.b = 2;'));
    const template = lines('s = `', '// x`;', 'body.a = 1;');
    expect(drop(template, 'body.a = 1;')).toBe(lines('s = `', '// x`;'));
  });

  it('leaves no blank hole', () => {
    expect(drop(lines('f();', '', 'body.a = 1;', '', 'g();'), 'body.a = 1;')).toBe(lines('f();', '', 'g();'));
    expect(drop(lines('if (x) {', '  f();', '', '  body.a = 1;', '}'), 'body.a = 1;')).toBe(
      lines('if (x) {', '  f();', '}'),
    );
  });

  it('shares its line politely', () => {
    expect(drop('a(); body.a = 1; b();\n', 'body.a = 1;')).toBe('a(); b();\n');
    expect(drop('a(); body.a = 1;\n', 'body.a = 1;')).toBe('a();\n');
    expect(drop('if (x) { body.a = 1; }\n', 'body.a = 1;')).toBe('if (x) { }\n');
  });

  it('never lets the next statement become the body of a condition', () => {
    expect(drop(lines('if (f(x))', '  body.a = 1;', 'g();'), 'body.a = 1;')).toBe(
      lines('if (f(x))', '  {}', 'g();'),
    );
    expect(drop('if (x) y(); else body.a = 1;\ng();\n', 'body.a = 1;')).toBe('if (x) y(); else {}\ng();\n');
    expect(drop(lines('f(x)', 'body.a = 1', 'g()'), 'body.a = 1')).toBe(lines('f(x)', 'g()'));
  });

  it('never joins two lines that had no semicolon between them', () => {
    expect(drop(lines('a = b', 'body.a = 1;', '[1].map(f)'), 'body.a = 1;')).toBe(
      lines('a = b', ';', '[1].map(f)'),
    );
  });

  it('judges the blank lines around several statements together', () => {
    const text = lines('f();', '', 'body.a = 1;', 'body.b = 2;', '', 'g();');
    const spans = ['body.a = 1;', 'body.b = 2;'].map((code) => {
      const start = text.indexOf(code);
      return { kind: 'statement', statement: { start, end: start + code.length } } as const;
    });
    expect(applyEdits(text, removeMembers(spans, text))).toBe(lines('f();', '', 'g();'));
  });
});

describe('insertMember', () => {
  const gap: InsertionPoint = {
    file: 'a.ts',
    at: 2,
    before: '',
    after: ', ',
    separator: ': ',
    key: 'bare',
    value: 'single',
    list: false,
  };
  const insert = (change: Partial<InsertionPoint>, key: string, value: string | readonly string[]): string =>
    insertMember({ ...gap, ...change }, key, value).text;

  it('writes the recipe around key and value', () => {
    expect(applyEdits('{ a: 1 }', [insertMember(gap, 'Accept', 'x/y')])).toBe("{ Accept: 'x/y', a: 1 }");
    expect(insert({}, 'Content-Type', 'x')).toBe("'Content-Type': 'x', ");
    expect(insert({ key: 'double', value: 'double' }, 'Accept', 'a"b')).toBe('"Accept": "a\\"b", ');
    expect(insert({ value: 'double' }, 'Content-Type', 'x')).toBe('"Content-Type": "x", ');
    expect(insert({ key: 'plain', value: 'plain' }, 'Content-Type', 'x/y')).toBe('Content-Type: x/y, ');
    expect(insert({ key: 'single', value: 'backtick' }, 'Accept', 'a`${b}')).toBe("'Accept': `a\\`\\${b}`, ");
  });

  it('writes lists where the neighbours are lists', () => {
    expect(insert({ list: true }, 'Accept', 'x')).toBe("Accept: ['x'], ");
    expect(insert({ list: true }, 'Accept', ['x', 'y'])).toBe("Accept: ['x', 'y'], ");
    expect(insert({}, 'Accept', ['x', 'y'])).toBe("Accept: 'x, y', ");
  });

  it('quotes doubly what single quotes would have to escape', () => {
    expect(insert({}, 'A', "it's")).toBe('A: "it\'s", ');
  });
});
