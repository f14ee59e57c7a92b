import { judgedFix } from '../../src/model/index.ts';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { finding, report } from './findings.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../rules/schema/report.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);

const prints = (...findings: Parameters<typeof finding>[0][]): readonly string[] =>
  report(findings.map((over) => finding(over))).findings.map(({ fingerprint }) => fingerprint);

describe('buildReport', () => {
  it('says what the contract says, and its schema accepts it', () => {
    const built = report([
      finding(),
      finding({ severity: 'warning', fix: undefined, pointer: '/a', exchange: 0 }),
    ]);
    expect(validate(built), JSON.stringify(validate.errors)).toBe(true);
    expect(built.summary).toEqual({
      discovered: 3,
      scanned: 1,
      skipped: 1,
      failed: 1,
      findings: 2,
      errors: 1,
      warnings: 1,
      infos: 0,
      fixable: { safe: 1, unsafe: 0 },
    });
    expect(built.findings[0]).toMatchObject({
      start: { line: 1, column: 51, offset: 50 },
      end: { line: 1, column: 55, offset: 54 },
      pointer: null,
      exchange: null,
      operation: null,
      fix: { edits: [{ start: 50, end: 54, text: 'v2' }] },
    });
  });

  it('has a schema that refuses other keys and wrong types', () => {
    const built = report([finding()]);
    expect(validate({ ...built, more: 1 })).toBe(false);
    expect(validate({ ...built, findings: [{ ...built.findings[0], exchange: 'x' }] })).toBe(false);
  });

  it('gives fingerprints that move with the code', () => {
    const [first, second] = prints({}, { span: { start: 60, end: 61 } });
    expect(first).not.toBe(second);
    expect(prints({ span: { start: 10, end: 11 }, message: 'other', severity: 'info' })).toEqual([first]);
    expect(prints({ anchor: 'other' })).not.toEqual([first]);
    expect(prints({ file: 'b.ts' })).not.toEqual([first]);
  });

  it('leaves no credential in any text', () => {
    const secret = 'https://me:hunter2@cloud.mongodb.com';
    const edits = [{ span: { start: 0, end: 1 }, text: `"${secret}"` }];
    const built = report([
      finding({ message: `at ${secret}`, data: { base: secret } }),
      finding({ fix: { title: 'x', safety: 'safe', edits, group: undefined } }),
    ]);
    expect(JSON.stringify(built)).not.toContain('hunter2');
    expect(built.findings[1]?.fix).toBeNull();
  });

  it('says why a fix is unsafe and what to check by hand, without secrets', () => {
    const note = { file: 'a.ts', span: { start: 57, end: 60 } };
    const fix = judgedFix(
      { ...finding().fix!, assumes: [{ ...note, text: 'Answers leave here.' }] },
      { ...note, text: 'It is given to send("password=hunter2-hunter2").' },
    );
    const [reported] = report([finding({ fix })]).findings;
    expect(reported?.fix).toMatchObject({
      safety: 'unsafe',
      assumes: [{ text: 'Answers leave here.', file: 'a.ts', line: 2 }],
      reason: { file: 'a.ts', line: 2 },
    });
    expect(JSON.stringify(reported)).not.toContain('hunter2');
    expect(report([finding()]).findings[0]?.fix).toMatchObject({ reason: null, assumes: [] });
  });
});
