#!/bin/sh
# The packed package with the client of the official SDK: `sh test/surfaces/mcp.sh`. Needs a package registry.
set -eu
. "$(dirname "$0")/project.sh"
npm install --no-audit --no-fund "$work"/*.tgz @modelcontextprotocol/sdk@1.32.2 > "$work/log" 2>&1 || fail 'the installation'
echo 'export const all = () => fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");' > a.mjs
git add -A
git commit -q -m 'A call'
cat > client.mjs <<'JS'
import { strict as assert } from 'node:assert';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const client = new Client({ name: 'surface', version: '1' });
const args = ['--no', 'atlas-api-migrate', 'mcp', '--allow-write'];
await client.connect(new StdioClientTransport({ command: 'npx', args }));
const { tools } = await client.listTools();
assert.deepEqual(tools.map(({ name }) => name), ['scan', 'explain', 'fix', 'convert', 'prove']);
const use = async (name, given) => {
  const { content, isError } = await client.callTool({ name, arguments: given });
  assert.equal(isError, false, content[0].text);
  return content[0].text;
};
assert.equal(JSON.parse(await use('scan', {})).summary.findings, 2);
assert.match(await use('fix', {}), /^\+.*api\/atlas\/v2/m);
const call = 'fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "application/vnd.atlas.2023-02-01+json", Authorization: "Bearer x" } })';
assert.match(await use('prove', { command: ['node', '-e', `console.log("own output"); ${call}`] }), /1 accepted/);
await use('fix', { write: true });
assert.equal(JSON.parse(await use('scan', {})).summary.findings, 0);
assert.match(await use('explain', { id: 'numShards' }), /numShards/);
await client.close();
JS
node client.mjs > "$work/log" 2>&1 || fail 'the conversation'
grep -q '/api/atlas/v2/groups' a.mjs || fail 'the fix was not written'
echo 'Model Context Protocol: as expected'
