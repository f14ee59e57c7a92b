import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { DigestClient } from 'digest-fetch';
import { runSteps } from '../steps.mjs';

// What App Services gives to its functions, as far as these use it.
const values = {
  atlasPublicKey: process.env.ATLAS_PUBLIC_KEY,
  atlasPrivateKey: process.env.ATLAS_PRIVATE_KEY,
  atlasProject: process.env.ATLAS_PROJECT,
  clustersToPause: ['orders'],
};

const request = (method) => async (call) => {
  const client = new DigestClient(call.username, call.password);
  const query = new URLSearchParams(Object.entries(call.query ?? {}).map(([name, list]) => [name, list[0]]));
  const headers = Object.fromEntries(
    Object.entries(call.headers).map(([name, list]) => [name, list.join(', ')]),
  );
  const url = `${call.scheme}://${call.host}/${call.path.replace(/^\//, '')}${query.size ? `?${query}` : ''}`;
  const response = await client.fetch(url, { method, headers, body: call.body });
  const text = await response.text();
  return { status: String(response.status), statusCode: response.status, body: { text: () => text } };
};

const complaints = [];
const world = createContext({
  context: {
    values: { get: (name) => values[name] },
    http: { get: request('GET'), patch: request('PATCH') },
  },
  console: { error: (text) => complaints.push(text) },
  EJSON: JSON,
  exports: undefined,
});

const run = async (name, ...args) => {
  complaints.length = 0;
  runInContext(readFileSync(`functions/${name}.js`, 'utf8'), world);
  const result = await world.exports(...args);
  if (complaints.length > 0) throw new Error(complaints.join());
  if (result?.error) throw new Error(String(result.error));
  return result ?? 'done';
};

await runSteps({
  pauseClusters: () => run('pauseClusters'),
  recentEvents: () => run('recentEvents', { query: {} }),
  scaleCluster: async () => (await run('scaleCluster', 'orders', 'M50')).name,
});
