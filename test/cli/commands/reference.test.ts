import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

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

  it.each([
    ['replicationSpecs.regionsConfig', 'renamed-cluster-property'],
    ['replicationSpecs[0].regionsConfig', 'renamed-cluster-property'],
    ['results.items.srvAddress', 'removed-cluster-property'],
  ])('tells the same of a property given by its path: %s', async (path, rule) => {
    expect((await migrate('explain', path)).out).toContain(`${rule} (error)`);
  });

  it.each([['GET /groups/{id}/clusters/:name'], ['get', '/api/atlas/v1.0/groups/{}/clusters/{}/']])(
    'tells of the endpoint %s what became of it',
    async (...words) => {
      const { out } = await migrate('explain', ...words);
      expect(out).toContain('now: GET /api/atlas/v2/groups/{groupId}/clusters/{clusterName}');
    },
  );

  it('tells of an operation its versions and how long they last', async () => {
    const { out } = await migrate('explain', 'clusters.create', '--today', '2026-11-21');
    expect(out).toContain('2024-08-05 +json: deprecated, deletion 2027-03-01 (listed; 100 days left)');
    expect(out).toContain('2024-10-23 +json: stable');
    const same = await migrate('explain', 'POST', '/groups/{id}/clusters', '--today', '2026-11-21');
    expect(same.out).toContain(out.trim());
  });

  it('tells of a date which versions it names, and what they change', async () => {
    const { out } = await migrate('explain', '2024-08-05', '--today', '2026-11-21');
    expect(out).toMatch(/^2024-08-05 is a version of \d+ operations/);
    expect(out).toContain('changes clusters.create, clusters.list');
    expect((await migrate('explain', '2024-08-06')).out).toContain('2024-08-06 is not a listed version');
    expect(await migrate('explain', '2024-02-30')).toMatchObject({ code: 2, out: '' });
  });

  it.each(['tokens.generate', 'POST /api/oauth/token'])('tells of %s which rules judge it', async (word) => {
    expect((await migrate('explain', word)).out).toMatch(/^token-request \(error\)/m);
  });

  it.each([
    ['https://cloud.mongodb.com/api/atlas/v1.0/groups/{g}/clusters?pretty=true', /^clusters\.list /m],
    ['GET /groups/5f0c8a3b9ccf6479f4a1b2c3/clusters/main', /^clusters\.get /m],
    ['/api/atlas/v1.0/groups/x/whitelist', /another path in the versioned API/],
    ['https://cloud.mongodb.com/prometheus/v1.0/groups/5f/discovery', /^discovery-request /m],
    ['targetScheme', /^discovery-request /m],
    ['preview', /^malformed-version-header /m],
  ])('knows what is meant by %s', async (word, told) => {
    expect((await migrate('explain', ...word.split(' '))).out).toMatch(told);
  });

  it.each([
    ['databaseUsers', 'GET /groups/{groupId}/databaseUsers', 'POST /groups/{groupId}/databaseUsers'],
    ['/groups/{groupId}/clusters', 'clusters.list (GET', 'clusters.create (POST'],
    ['whitelist', '/api/atlas/v1.0/groups/{groupId}/whitelist', 'another path in the versioned API'],
  ])('lists the operations of %s', async (word, ...operations) => {
    const { code, out } = await migrate('explain', word);
    expect(code).toBe(0);
    for (const operation of operations) expect(out).toContain(operation);
  });

  it('lists the operations of a resource, not those below it', async () => {
    const { operations } = JSON.parse((await migrate('explain', 'databaseUsers', '-f', 'json')).out) as {
      operations: readonly { path: string }[];
    };
    expect(new Set(operations.map(({ path }) => path))).toEqual(
      new Set([
        '/groups/{groupId}/databaseUsers',
        '/groups/{groupId}/databaseUsers/{databaseName}/{username}',
      ]),
    );
  });

  it('makes nothing of a word that any code uses', async () => {
    expect(await migrate('explain', 'fetch')).toMatchObject({ code: 2, out: '' });
  });

  it('links rules to each other', async () => {
    const { out } = await migrate('explain', 'token-reuse');
    expect(out).toMatch(/See also: .*token-rate-limit/);
  });

  it.each([
    ['legacy-base', 'legacy-base-url'],
    ['regionConfig', 'regionsConfig'],
    ['clusters.creat', 'clusters.create'],
    ['tokens.revok', 'tokens.revoke'],
    ['databaseUser', 'databaseUsers'],
    ['2023-02-1', '2023-02-01'],
    ['/groups/{groupId}/whitelis', '/groups/{groupId}/whitelist'],
  ])('does not know %s and suggests %s', async (word, meant) => {
    expect(await migrate('explain', word)).toMatchObject({ code: 2, out: '' });
    expect((await migrate('explain', word)).printed).toContain(`Did you mean "${meant}"`);
  });
});

describe('explain --at', () => {
  const CALL = 'curl --digest "https://cloud.mongodb.com/api/atlas/v1.0/groups/${group_id}/clusters"\n';

  it.each([
    ['a.sh.tpl', `#!/bin/sh\n${CALL}`, /legacy-base-url/],
    ['b.yaml.j2', `x: 1\ny: ${CALL}`, /^b\.yaml\.j2 is not analysed: \.j2 files are not supported\.$/m],
  ])('reads the template %s as a scan that names it', async (name, text, told) => {
    const { terminal, out } = recordingTerminal(temporaryTree({ [name]: text }));
    expect(await run(['explain', '--at', `${name}:2`], terminal)).toBe(0);
    expect(out()).toMatch(told);
  });

  it('leaves an ignored template unread', async () => {
    const files = { 'a.sh.tpl': `#!/bin/sh\n${CALL}`, '.gitignore': '*.tpl\n' };
    const { terminal, out } = recordingTerminal(temporaryTree(files));
    await run(['explain', '--at', 'a.sh.tpl:2'], terminal);
    expect(out()).not.toMatch(/legacy-base-url/);
  });
});
