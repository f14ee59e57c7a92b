import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../src/pipeline/exit-code.ts';
import { UsageError } from '../../src/model/index.ts';
import { optionsFrom } from '../../src/config/options.ts';
import type { RawFlags } from '../../src/config/options.ts';
import { settingsFrom } from '../../src/config/settings.ts';
import { finding, report } from '../report/findings.ts';

const options = (flags: RawFlags = {}, command: 'scan' | 'fix' = 'scan') => optionsFrom(flags, [], command);

describe('optionsFrom', () => {
  it('has the defaults of the contract', () => {
    expect(options()).toMatchObject({
      paths: ['.'],
      failOn: 'error',
      fix: false,
      gitignore: true,
      maxWarnings: undefined,
    });
    expect(options().outputs).toEqual([{ format: 'pretty', path: undefined }]);
    expect(options({}, 'fix').fix).toBe(true);
  });

  it('takes the last of a flag with one value, and all of a list', () => {
    expect(options({ 'fail-on': ['never', 'warning'], rule: ['a,b', 'c'] })).toMatchObject({
      failOn: 'warning',
      rules: ['a', 'b', 'c'],
    });
  });

  it('sends a plain output file the chosen format instead of standard output', () => {
    expect(options({ format: 'json', 'output-file': ['x.json'] }).outputs).toEqual([
      { format: 'json', path: 'x.json' },
    ]);
    expect(options({ 'output-file': ['sarif=a.sarif', 'json=b=c.json'] }).outputs).toEqual([
      { format: 'pretty', path: undefined },
      { format: 'sarif', path: 'a.sarif' },
      { format: 'json', path: 'b=c.json' },
    ]);
  });

  it('lets --no-ignore lift .gitignore too, and --diff ask for fixes', () => {
    expect(options({ ignore: false })).toMatchObject({ ignore: false, gitignore: false });
    expect(options({ diff: true }).fix).toBe(true);
  });

  it.each<RawFlags>([
    { 'max-warnings': 'abc' },
    { 'max-warnings': '-1' },
    { format: 'xml' },
    { format: '' },
    { rule: [] },
    { severity: ['x'] },
    { severity: ['x=fatal'] },
    { target: '2023-2-1' },
    { today: '2023-02-29' },
    { 'fail-within': '1.5' },
    { 'stdin-filename': 'a.ts' },
    { 'output-file': ['xml=a.xml'] },
    { unsafe: true },
    { 'allow-dirty': true },
    { product: ['atlas', 'a/b'] },
    { product: ['atlas v2'] },
  ])('refuses %j', (flags) => {
    expect(() => options(flags)).toThrow(UsageError);
  });
});

describe('verdictOf', () => {
  const gate = { failOn: 'error', maxWarnings: undefined, exitZero: false, strict: false } as const;
  const errors = report([finding()]);
  const warnings = report([finding({ severity: 'warning' })]);
  const clean = report([]);

  it.each([
    [errors, gate, 1],
    [warnings, gate, 0],
    [clean, gate, 0],
    [warnings, { ...gate, failOn: 'warning' }, 1],
    [errors, { ...gate, failOn: 'never' }, 0],
    [errors, { ...gate, exitZero: true }, 0],
    [warnings, { ...gate, maxWarnings: 0 }, 1],
    [warnings, { ...gate, maxWarnings: 1 }, 0],
    [clean, { ...gate, strict: true }, 2],
    [errors, { ...gate, strict: true, exitZero: true }, 2],
    [report([], { failed: [] }), { ...gate, strict: true }, 0],
    [report([], { failed: [], skipped: [{ file: 'a', reason: 'not UTF-8' }] }), { ...gate, strict: true }, 2],
  ] as const)('case %#', (found, given, code) => {
    const verdict = verdictOf(found, given);
    expect(verdict.code).toBe(code);
    expect(verdict.reason === undefined).toBe(code === 0);
  });
});

describe('settingsFrom', () => {
  const known = ['one', 'two', 'three'];
  const settings = (flags: RawFlags, rules: Record<string, 'off' | 'error' | 'warning' | 'info'> = {}) =>
    settingsFrom(options(flags), { folder: '/', rules, target: '2024-08-05' }, known, () => '');

  it('runs all rules unless told otherwise', () => {
    expect(settings({}).enabled).toBeUndefined();
    expect(settings({ rule: ['one'] }).enabled).toEqual(new Set(['one']));
    expect(settings({ 'ignore-rule': ['one'] }).enabled).toEqual(new Set(['two', 'three']));
    expect(settings({}, { two: 'off' }).enabled).toEqual(new Set(['one', 'three']));
  });

  it('lets flags win over the configuration', () => {
    expect(settings({ severity: ['two=info'] }, { two: 'off', one: 'warning' }).severities).toEqual(
      new Map([
        ['two', 'info'],
        ['one', 'warning'],
      ]),
    );
    expect(settings({}).target).toBe('2024-08-05');
    expect(settings({ target: '2023-01-01' }).target).toBe('2023-01-01');
  });

  it.each([{ rule: ['ome'] }, { 'ignore-rule': ['ome'] }, { severity: ['ome=error'] }])(
    'names the rule meant by %j',
    (flags) => {
      expect(() => settings(flags)).toThrow(/"ome".*Did you mean "one"/);
    },
  );
});
