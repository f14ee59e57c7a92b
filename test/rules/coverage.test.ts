import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtIn } from './load/load.ts';

interface Statement {
  readonly section: string;
  readonly says: string;
  readonly rules?: readonly string[];
  /** Title of an example of the first rule. */
  readonly example?: string;
  readonly reason?: string;
}

const read = (path: string): string => readFileSync(new URL(`../../rules/${path}`, import.meta.url), 'utf8');

const statements = JSON.parse(read('api/specification.json')) as readonly Statement[];
const byId = new Map(builtIn.rules.map((rule) => [rule.id, rule]));

/** Sections of the specification that say something of requests, answers, versions or limits. */
const SECTIONS = [
  ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '3', '4.1', '4.2', '4.3', '4.4', '5'],
  ['7.1', '7.2', '8', '9.1', '9.2', '9.3', '9.4', '9.5'],
].flat();

const cited = (source: string): readonly string[] =>
  source.startsWith('Specification')
    ? Array.from(source.matchAll(/§(\d(?:\.\d)?)/g), ([, section]) => section!)
    : [];

describe('what the specification says', () => {
  it.each(statements)(
    '§$section $says: a rule with an example, or a reason',
    ({ rules = [], reason = '' }) => {
      const examples = rules.map((id) => byId.get(id)?.examples.bad.length ?? 0);
      expect(rules.length > 0 ? Math.min(...examples) : reason.length).toBeGreaterThan(0);
    },
  );

  it.each(
    statements.flatMap(({ says, rules: [id] = [], example }) =>
      example && id ? [{ says, id, example }] : [],
    ),
  )('$says: its example is one of $id', ({ id, example }) => {
    expect(byId.get(id)?.examples.bad.map(({ title }) => title)).toContain(example);
  });

  it('is said once, with rules or a reason and not both', () => {
    const said = statements.map(({ section, says }) => `${section} ${says}`);
    expect(said).toEqual([...new Set(said)]);
    expect(
      statements.filter(({ rules, reason }) => (rules === undefined) === (reason === undefined)),
    ).toEqual([]);
  });

  it('has every section', () => {
    expect([...new Set(statements.map(({ section }) => section))]).toEqual(SECTIONS);
  });

  it('has every rule that names the specification as its source, at a section it names', () => {
    const missing = builtIn.rules.flatMap(({ id, source }) => {
      const sections = cited(source);
      const rows = statements.filter(
        ({ section, rules }) => sections.includes(section) && rules?.includes(id),
      );
      return sections.length > 0 && rows.length === 0 ? [id] : [];
    });
    expect(missing).toEqual([]);
  });

  it('stands in rules/README.md without an empty row', () => {
    const lines = read('README.md').split('\n');
    const rows = lines.filter((line) => line.startsWith('| §'));
    expect(rows).toHaveLength(statements.length);
    const empty = rows.filter((row) => !/\[[\w-]+\]\(\.\.\/docs\/rules\//.test(row) && !/none: \S/.test(row));
    const untested = rows.filter((row) => /\]\(\.\.\/docs\/rules\//.test(row) && !/finds: \S/.test(row));
    expect([...empty, ...untested]).toEqual([]);
  });
});
