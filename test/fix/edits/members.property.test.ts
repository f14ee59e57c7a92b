import * as fc from 'fast-check';
import { parse as parseJsonc, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { ts } from 'ts-morph';
import { parseDocument } from 'yaml';
import { describe, expect, it } from 'vitest';
import { applyEdits, touching } from '../../../src/fix/edits/apply.ts';
import { removeMember, removeMembers } from '../../../src/fix/edits/members.ts';
import type { Edit } from '../../../src/model/index.ts';
import { jsMembers, parseJs, yamlMembers, type FoundMember } from './literals.ts';
import {
  literal,
  type Named,
  named,
  namesOf,
  pruned,
  style,
  type Style,
  type Syntax,
  type Value,
  write,
  type Written,
} from './random-literal.ts';

const jsonMembers = (text: string): FoundMember[] => {
  const found: FoundMember[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'object') {
      const spans = node.children!.map(({ offset, length }) => ({ start: offset, end: offset + length }));
      const container = { start: node.offset, end: node.offset + node.length };
      for (const [index, child] of node.children!.entries())
        found.push({
          name: child.children![0]!.value as string,
          removal: { kind: 'member', container, siblings: spans, index },
        });
    }
    node.children?.forEach(walk);
  };
  walk(parseTree(text, [], { allowTrailingComma: true })!);
  return found;
};

const jsValue = (node: ts.Expression): Value => {
  if (!ts.isObjectLiteralExpression(node)) return Number(node.getText());
  return Object.fromEntries(
    node.properties.map((member) => {
      const { name, initializer } = member as ts.PropertyAssignment;
      return [name.getText(), jsValue(initializer)];
    }),
  );
};

const readJs = (text: string): Value => {
  const source = parseJs(text);
  expect((source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
  expect(source.statements).toHaveLength(1);
  const { expression } = source.statements[0] as ts.ExpressionStatement;
  return jsValue((expression as ts.BinaryExpression).right);
};

const readJsonc = (text: string): Value => {
  const errors: ParseError[] = [];
  const value = parseJsonc(text.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true }) as Value;
  expect(errors).toEqual([]);
  return value;
};

const readYaml = (text: string): Value => {
  const document = parseDocument(text);
  expect(document.errors).toEqual([]);
  return document.toJS() as Value;
};

const READ: Readonly<Record<Syntax, { value(text: string): Value; members(text: string): FoundMember[] }>> = {
  js: { value: readJs, members: jsMembers },
  json: { value: (text) => JSON.parse(text) as Value, members: jsonMembers },
  jsonc: { value: readJsonc, members: jsonMembers },
  'yaml-flow': { value: readYaml, members: yamlMembers },
  'yaml-block': { value: readYaml, members: yamlMembers },
};

const without = (value: Value, names: ReadonlySet<string>): Value =>
  typeof value === 'number'
    ? value
    : Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) =>
          names.has(name) ? [] : [[name, without(inner, names)]],
        ),
      );

const namesIn = (value: Value): string[] =>
  typeof value === 'number'
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);

const parentsIn = (value: Value, parent?: string): ReadonlyMap<string, string | undefined> =>
  new Map(
    typeof value === 'number'
      ? []
      : Object.entries(value).flatMap(([name, inner]) => [
          [name, parent] as const,
          ...parentsIn(inner, name),
        ]),
  );

/** Comments that must stand in the result: what they are about stands, or they are about nothing and where they are. */
const keptComments = ({ comments, value }: Written, left: Value): string[] => {
  const standing = new Set(namesIn(left));
  const parents = parentsIn(value);
  const stands = (id: string, owners: readonly string[]): boolean => {
    if (owners.length > 0) return owners.some((owner) => standing.has(owner));
    const parent = parents.get(id.split('~')[0]!);
    return parent === undefined || standing.has(parent);
  };
  return [...comments].flatMap(([id, owners]) => (stands(id, owners) ? [id] : []));
};

/** The text must be the old one with pieces taken out, but for commas' places and an emptied YAML block. */
const isSubsequence = (part: string, whole: string): boolean => {
  let at = 0;
  for (const unit of part) {
    at = whole.indexOf(unit, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

const withoutComma = (line: string): string => line.replace(/,?\s*((?:\/\/|#).*)?$/, '');

/** Lines that the text did not have, but for commas, `{}` and the first line, where something may move up to. */
const newLines = (result: string, text: string): readonly string[] => {
  const known = new Set(text.split(/\r?\n/).map(withoutComma));
  const lines = result.split(/\r?\n/).map(withoutComma);
  return lines.filter((line) => !known.has(line) && !/\{\}|, /.test(line) && !/^\ufeff?k/.test(line));
};

const check = (
  written: Written,
  { syntax, oneLine }: Style,
  gone: ReadonlySet<string>,
  result: string,
): void => {
  const { text } = written;
  const left = without(written.value, gone);
  expect(READ[syntax].value(result)).toEqual(left);
  for (const id of keptComments(written, left)) expect(result).toContain(id);
  if (syntax !== 'yaml-block') expect(isSubsequence(result, text)).toBe(true);
  expect(result).not.toMatch(/,\s*,|\{\s*,(?!.*\n\s*,)/);
  expect(/[ \t]\r?\n/.test(result)).toBe(/[ \t]\r?\n/.test(text));
  if (text.includes('\r\n')) expect(result.replaceAll('\r\n', '')).not.toContain('\n');
  else expect(result).not.toContain('\r');
  expect(result).not.toMatch(/\n\s*\n\s*\n/);
  expect(result.endsWith('\n')).toBe(true);
  if (!oneLine && !/, "?k/.test(text)) expect(newLines(result, text)).toEqual([]);
};

/** As fixes do it: every member's own edit, in passes of edits that do not touch, read again between passes. */
const onePerPass = (start: string, gone: ReadonlySet<string>, syntax: Syntax): string => {
  let text = start;
  for (let pass = 0; pass < 40; pass += 1) {
    const wanted = READ[syntax].members(text).filter(({ name }) => gone.has(name));
    if (wanted.length === 0) return text;
    const chosen: Edit[] = [];
    for (const { removal } of wanted) {
      const edit = removeMember(removal, text);
      if (!chosen.some((other) => touching(other, edit))) chosen.push(edit);
    }
    text = applyEdits(text, chosen);
  }
  throw new Error('never quiet');
};

const drawnNames = (members: readonly Named[], picks: readonly number[]): ReadonlySet<string> => {
  const names = namesOf(members);
  return new Set(picks.map((pick) => names[pick % names.length]!));
};

const RUNS: Readonly<Record<Syntax, number>> = {
  js: 8000,
  json: 3000,
  jsonc: 4000,
  'yaml-flow': 2500,
  'yaml-block': 2500,
};

describe.each(Object.keys(RUNS) as Syntax[])('removing members of random %s literals', (syntax) => {
  const scenario = fc.tuple(literal, style(syntax), fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }));

  it('parses, means the rest, and keeps every other comment and byte', () => {
    fc.assert(
      fc.property(scenario, ([members, drawn, picks]) => {
        const all = named(members);
        const written = write(all, drawn);
        const gone = drawnNames(all, picks);
        expect(READ[syntax].value(written.text)).toEqual(written.value);
        const removals = READ[syntax].members(written.text).filter(({ name }) => gone.has(name));
        const edits = removeMembers(
          removals.map(({ removal }) => removal),
          written.text,
        );
        const result = applyEdits(written.text, edits);
        check(written, drawn, gone, result);
        const foretold = write(pruned(all, gone), drawn);
        if (written.plain && foretold.plain) expect(result).toBe(foretold.text);
      }),
      { numRuns: RUNS[syntax] },
    );
  }, 120_000);

  it('comes to the same meaning one edit at a time', () => {
    fc.assert(
      fc.property(scenario, ([members, drawn, picks]) => {
        const all = named(members);
        const written = write(all, drawn);
        const gone = drawnNames(all, picks);
        const result = onePerPass(written.text, gone, syntax);
        expect(READ[syntax].value(result)).toEqual(without(written.value, gone));
      }),
      { numRuns: RUNS[syntax] / 10 },
    );
  }, 60_000);
});
