import { load, runSteps } from '../steps.mjs';

const options = { token: process.env.ATLAS_TOKEN, groupId: process.env.ATLAS_PROJECT };
const client = async () => new (await load('build/client.js')).ProvisioningClient(options);

await runSteps({
  provision: async () => (await load('build/provision.js')).provision(options, 'orders', 'feature/x', 'pw'),
  users: async () => (await (await client()).users()).map(({ username }) => username),
  clusters: async () => (await (await client()).clusters()).map(({ name }) => name),
  remove: async () => (await client()).removeUser('preview-feature-x'),
});
