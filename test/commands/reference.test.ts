import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli.ts';
import { temporaryTree } from '../temporary.ts';
import { recordingTerminal } from '../transcripts.ts';

const migrate = async (...args: readonly string[]) => {
  const { terminal, printed, out } = recordingTerminal(temporaryTree({}));
  const code = await run(args, terminal);
  return { code, printed: printed(), out: out() };
};

describe('rules', () => {
  it('lists every rule once, sorted, and as JSON', async () => {
    const { code, out } = await migrate('rules');
    const ids = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(code).toBe(0);
    expect(ids).toEqual([...new Set(ids)].sort());
    const listed = JSON.parse((await migrate('rules', '-f', 'json')).out) as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(ids);
  });

  it('takes json and pretty only', async () => {
    expect(await migrate('rules', '-f', 'jsn')).toMatchObject({ code: 2, out: '' });
  });
});

describe('explain', () => {
  it('tells of a rule what, why, what to do and where it stands, with examples', async () => {
    const { code, out } = await migrate('explain', 'legacy-base-url');
    expect(code).toBe(0);
    for (const part of ['Why: ', 'What to do: ', 'Fix: ', 'Source: ', 'Found:', 'after the fix:', 'Right:']) {
      expect(out).toContain(part);
    }
  });

  it('tells of a property where its value went', async () => {
    const { out } = await migrate('explain', 'regionsConfig');
    expect(out).toMatch(/^regionsConfig \(\$\.replicationSpecs\S*\.regionsConfig\): /);
    expect(out).toContain('renamed-cluster-property (error)');
  });

  it.each([['GET /groups/{id}/clusters/:name'], ['get', '/api/atlas/v1.0/groups/{}/clusters/{}/']])(
    'tells of the endpoint %s what became of it',
    async (...words) => {
      const { out } = await migrate('explain', ...words);
      expect(out).toContain('now: GET /api/atlas/v2/groups/{groupId}/clusters/{clusterName}');
    },
  );

  it.each([
    ['legacy-base', 'legacy-base-url'],
    ['regionConfig', 'regionsConfig'],
    ['/groups/{groupId}/whitelis', '/groups/{groupId}/whitelist'],
  ])('does not know %s and suggests %s', async (word, meant) => {
    expect(await migrate('explain', word)).toMatchObject({ code: 2, out: '' });
    expect((await migrate('explain', word)).printed).toContain(`Did you mean "${meant}"`);
  });
});
