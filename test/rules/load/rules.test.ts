import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/model/index.ts';
import { loadRuleset } from '../../../src/rules/load/index.ts';
import { ruleFiles } from '../../../src/generated/rule-files.ts';
import { mergeRules, parseRules } from '../../../src/rules/load/rules.ts';
import { builtIn, readPackage } from './load.ts';

const checks = (
  JSON.parse(readPackage('rules/schema/rules.schema.json')) as {
    readonly $defs: {
      readonly rule: { readonly properties: { readonly check: { readonly enum?: readonly string[] } } };
    };
  }
).$defs.rule.properties.check.enum;

/** A rule that is right as far as every rule has to be. */
const template = (builtIn.rules[0] ?? { check: 'any', options: {} }) as {
  readonly check: string;
  readonly options: object;
};
const rule = {
  id: 'own-rule',
  check: template.check,
  severity: 'error',
  title: 'T',
  message: 'M',
  options: template.options,
};

const pack = (...rules: readonly unknown[]): string => JSON.stringify({ rules });
const parse = (text: string) => parseRules({ file: 'pack.json', text });
const refusal = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
  return 'accepted';
};

describe('the built-in rules', () => {
  it.each(ruleFiles)('%s is valid, which no start of the tool checks again', (name) => {
    const text = readFileSync(`rules/${name}`, 'utf8');
    expect(parseRules({ file: name, text }).length).toBeGreaterThan(0);
  });
});

describe('a rule pack', () => {
  it('is read, and what is left out is filled in', () => {
    const [read] = parse(pack(rule));
    expect(read).toEqual({
      ...rule,
      why: '',
      advice: '',
      source: '',
      fix: 'none',
      examples: { bad: [], good: [] },
    });
  });

  it('may begin with a byte order mark and name its schema', () => {
    expect(parse(`\uFEFF${JSON.stringify({ $schema: 'x.json', rules: [rule] })}`)).toHaveLength(1);
  });

  it.each([
    ['', 'pack.json: not valid JSON'],
    ['{"rules": [}', 'pack.json: not valid JSON'],
    ['null', 'pack.json: must be object, not null.'],
    ['[]', 'pack.json: must be object, not a list.'],
    ['{}', 'pack.json: misses the key "rules".'],
    ['{"rules": {}}', 'pack.json: rules: must be array, not object.'],
    ['{"rule": []}', 'pack.json: unknown key "rule". Did you mean "rules"?'],
    ['{"rules": [], "rulez": 1}', 'pack.json: unknown key "rulez". Did you mean "rules"?'],
    ['{"rules": [], "__proto__": 1}', 'pack.json: unknown key "__proto__". Known keys: $schema, rules, api.'],
    ['{"rules": [], "constructor": 1}', 'pack.json: unknown key "constructor".'],
    [pack(1), 'pack.json: rules[0]: must be object, not number.'],
    [pack({}), 'pack.json: rules[0]: misses the key "id".'],
    [pack({ ...rule, id: 7 }), 'pack.json: rules[0], id: must be string, not number.'],
    [pack({ ...rule, id: 'Not An Id' }), 'pack.json: rules[0], id: must match ^[a-z]'],
    [
      pack({ ...rule, sevrity: 'x' }),
      'pack.json: rule "own-rule": unknown key "sevrity". Did you mean "severity"?',
    ],
    [
      pack({ ...rule, severity: 'warn' }),
      'rule "own-rule", severity: must be one of "error", "warning", "info". Did you mean "warning"?',
    ],
    [pack({ ...rule, title: ' ' }), 'pack.json: rule "own-rule", title: must match'],
    [pack({ ...rule, options: [] }), 'pack.json: rule "own-rule", options: must be object, not a list.'],
    [
      pack({ ...rule, examples: { bad: [{ title: 'a', file: 'a.ts' }] } }),
      'rule "own-rule", examples.bad[0]: misses the key "code".',
    ],
    [
      pack({ ...rule, examples: { bad: [{ title: 'a', file: '../a.ts', code: '' }] } }),
      'examples.bad[0].file: must match',
    ],
    [pack(rule, rule), 'pack.json: rule "own-rule" occurs twice.'],
  ])('%s is refused', (text, message) => expect(refusal(text)).toContain(message));

  it('is refused with the place of a mistake in its JSON, but not with its text', () => {
    const message = refusal('{\n  "rules": [\n    { "id": "x" "password" }\n  ]\n}');
    expect(message).toContain('(line 3, column ');
    expect(message).not.toContain('password');
  });

  it('is refused in a message that is short and harmless to a terminal', () => {
    const message = refusal(pack({ ...rule, [`\u001B[2J${'x'.repeat(500_000)}`]: 1 }));
    expect(message).toContain('unknown key "•••" (key 7).');
    expect(message.length).toBeLessThan(400);
  });

  it.each(['client_secret=hunter2', 'my password is hunter2', 'Tr0ub4dor&3', 'S3cr3tPass'])(
    'is refused without the key %s, which may be a secret',
    (key) => {
      for (const text of [pack({ ...rule, [key]: 1 }), pack({ ...rule, id: key, severity: 1 })])
        expect(refusal(text)).not.toContain(key);
    },
  );

  it('is refused at any depth', () => {
    expect(refusal(`{"rules": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).toContain(
      'rules[0]: must be object',
    );
  });

  it('replaces a rule of the same id and adds others behind', () => {
    const first = { file: 'a.json', text: pack(rule, { ...rule, id: 'second' }) };
    const second = { file: 'b.json', text: pack({ ...rule, id: 'third' }, { ...rule, title: 'New' }) };
    const merged = mergeRules([], [first, second]);
    expect(merged.map(({ id, title }) => `${id} ${title}`)).toEqual(['own-rule New', 'second T', 'third T']);
  });

  it('is loaded behind the built-in rules', () => {
    const loaded = loadRuleset(readPackage, [{ file: 'pack.json', text: pack(rule) }]);
    expect(loaded.rules.map(({ id }) => id)).toEqual([...builtIn.rules.map(({ id }) => id), 'own-rule']);
  });
});

describe('the description of the service', () => {
  it('reads its long tables when they are first asked for, once', () => {
    const read: string[] = [];
    const { api } = loadRuleset((path) => {
      read.push(path);
      return readPackage(path);
    });
    expect(read).not.toContain('rules/api/endpoints.json');
    expect(api.endpoints).toBe(api.endpoints);
    expect(read.filter((path) => path.includes('endpoints'))).toHaveLength(1);
    expect(read).not.toContain('rules/api/operations.json');
  });

  it('is dated, and its dates are those of its operations', () => {
    const { asOf, versionDates, operations, firstVersion } = builtIn.api;
    expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(versionDates).toEqual([...versionDates].sort());
    expect(versionDates).toContain(firstVersion);
    const dates = operations.flatMap(({ versions }) => versions.map(({ date }) => date));
    expect(dates.filter((date) => date !== 'preview' && !versionDates.includes(date))).toEqual([]);
  });

  it('says of every removed endpoint why or what instead, and has a v2 path for every other', () => {
    for (const { fate, v2, note, successor, path } of builtIn.api.endpoints) {
      if (fate === 'removed') expect([path, v2, note ?? successor]).toEqual([path, null, expect.any(String)]);
      else expect([path, typeof v2]).toEqual([path, 'string']);
      expect(fate === 'renamed').toBe(v2 !== null && v2 !== path);
    }
  });

  it('lists the versions of an operation in order', () => {
    for (const { versions } of builtIn.api.operations) {
      const dates = versions.map(({ date }) => date);
      expect(dates).toEqual([...dates].sort());
    }
  });
});

it('knows each check by its options', () => {
  expect(
    [...new Set(builtIn.rules.map(({ check }) => check))].filter((check) => !checks?.includes(check)),
  ).toEqual([]);
});
