import { describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/main.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';
import { recordingTerminal } from '../../fixtures/transcripts.ts';

const har = {
  log: {
    version: '1.2',
    creator: { name: 'x', version: '1' },
    entries: [
      {
        request: {
          method: 'POST',
          url: 'https://cloud.mongodb.com/api/atlas/v2/groups/5f0c8a3b9ccf6479f4a1b2c3/clusters?token=tok-in-query',
          headers: [
            { name: 'Accept', value: 'application/json' },
            { name: 'Authorization', value: 'Bearer tok-in-header' },
            { name: 'X-Team', value: 'payments' },
          ],
          postData: { mimeType: 'application/json', text: '{"name":"ledger-db","password":"hunter2"}' },
        },
        response: {
          status: 406,
          headers: [
            { name: 'Content-Type', value: 'application/json' },
            { name: 'Set-Cookie', value: 'sid=cookie-value' },
          ],
          content: { mimeType: 'application/json', text: '{"errorCode":"INVALID_VERSION_DATE"}' },
        },
      },
    ],
  },
};

const scan = async (...args: readonly string[]): Promise<string> => {
  const folder = temporaryTree({
    'a.har': JSON.stringify(har),
    'a.js': "fetch('https://cloud.mongodb.com/api/atlas/v1.0/orgs');\n",
  });
  const { terminal, out } = recordingTerminal(folder);
  await run(['scan', '--today', '2026-11-21', ...args], terminal);
  return out();
};

describe('--excerpts', () => {
  it('shows what may be seen of a recorded exchange', async () => {
    const out = await scan('--excerpts');
    expect(out).toContain('POST cloud.mongodb.com v2 /groups/{groupId}/clusters');
    expect(out).toContain('> Accept: application/json');
    expect(out).toContain('> Authorization: •••');
    expect(out).toContain('> X-Team: •••');
    expect(out).toContain('> body: { name, password }');
    expect(out).toContain('< 406');
    expect(out).toContain('< Set-Cookie: •••');
  });

  it('shows no value of a body, a query or a header that may hold a credential', async () => {
    for (const format of ['pretty', 'html', 'markdown', 'json'])
      expect(await scan('--excerpts', '-f', format)).not.toMatch(
        /tok-in|hunter2|cookie-value|payments|ledger-db|5f0c8a3b9ccf6479f4a1b2c3/,
      );
  });

  it('leaves source code as it is, and shows nothing where it is not asked', async () => {
    expect(await scan()).not.toContain('> Accept');
    expect(await scan('--excerpts')).toContain(
      "    a.js:1:1  fetch('https://cloud.mongodb.com/api/atlas/v1.0/orgs');",
    );
  });
});
