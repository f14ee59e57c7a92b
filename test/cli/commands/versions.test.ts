import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const get = (name: string, url: string, version: string): string =>
  `export const ${name} = (id: string) => fetch(\`https://cloud.mongodb.com/api/atlas/${url}\`, { headers: { Accept: \`application/vnd.atlas.${version}+json\` } });\n`;

const FILES = {
  'a.ts': [
    get('old', 'v2/groups/${id}/clusters', '2023-01-01'),
    get('group', 'v2/groups/${id}', '2023-01-01'),
    get('moving', 'v2/groups', '${new Date().toISOString().slice(0, 10)}'),
    get('early', 'v2/groups/${id}/peers', '2022-01-01'),
    "export const legacy = (id: string) => fetch(`https://cloud.mongodb.com/api/atlas/v1.0/groups/${id}/clusters/x`, { method: 'DELETE' });\n",
  ].join(''),
  'b.ts': get('again', 'v2/groups/${id}/clusters', '2023-01-01'),
};

const versions = async (...args: readonly string[]) => {
  const { terminal, out, printed } = recordingTerminal(temporaryTree(FILES));
  const code = await run(['versions', '--today', '2026-11-21', ...args], terminal);
  return { code, out: out(), printed: printed() };
};

interface Row {
  readonly operation: string;
  readonly [key: string]: unknown;
}

const rows = async (...args: readonly string[]): Promise<readonly Row[]> => {
  const { out } = await versions('-f', 'json', ...args);
  return (JSON.parse(out) as { operations: Row[] }).operations;
};

describe('versions', () => {
  it('says which version answers each operation, its state and deadline, and what comes next', async () => {
    expect((await rows())[0]).toMatchObject({
      operation: 'clusters.list',
      asked: '2023-01-01',
      version: '2023-01-01',
      state: 'deprecated',
      deletion: '2027-07-01',
      listed: true,
      daysLeft: 222,
      next: '2023-02-01',
      changes: expect.stringContaining('regionConfigs') as string,
      calls: 2,
      files: ['a.ts', 'b.ts'],
    });
  });

  it('judges each operation by itself, legacy calls by the target, and nothing that cannot be seen', async () => {
    const states = (await rows()).map(({ operation, asked, version, state }) => [
      operation,
      asked,
      version,
      state,
    ]);
    expect(states).toContainEqual(['GET /groups/{groupId}', '2023-01-01', '2023-01-01', 'stable']);
    expect(states).toContainEqual(['clusters.delete', 'legacy', '2023-02-01', 'stable']);
    expect(states).toContainEqual(['GET /groups', 'computed', null, 'unseen']);
    expect(states).toContainEqual(['GET /groups/{groupId}/peers', '2022-01-01', null, 'too-old']);
  });

  it.each([
    ['2027-06-30', 'deprecated', 1],
    ['2027-07-01', 'deleted', 0],
  ])('travels to %s', async (today, state, daysLeft) => {
    expect((await rows('--today', today))[0]).toMatchObject({ state, daysLeft });
  });

  it('prints a table, and one for Markdown', async () => {
    const { out, code } = await versions();
    expect(code).toBe(0);
    expect(out).toMatch(/^operation +requested +resolved +state/);
    expect(out).toMatch(
      /^clusters\.list +2023-01-01 +2023-01-01 +deprecated +2027-07-01 +222 +2023-02-01 +2$/m,
    );
    expect((await versions('-f', 'markdown')).out).toContain('| clusters.list | 2023-01-01 |');
  });

  it('prints deadlines as a calendar of short lines, the same each time', async () => {
    const { out } = await versions('--ics');
    expect(out).toContain('DTSTART;VALUE=DATE:20270701\r\nDTEND;VALUE=DATE:20270702\r\n');
    expect(out.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(out.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect((await versions('--ics')).out).toBe(out);
  });

  it('says so when nothing is called, and refuses other formats', async () => {
    expect((await versions('--ignore-pattern', '*.ts')).printed).toContain(
      'No call of the administration API',
    );
    expect((await versions('-f', 'sarif')).code).toBe(2);
  });
});
