import { load, runSteps } from '../steps.mjs';

let answered;
const { fetch } = globalThis;
globalThis.fetch = async (...args) => {
  const response = await fetch(...args);
  answered = response.status;
  return response;
};

await runSteps({
  projects: async () => (await load('src/projects.mjs')).projects(),
  targets: async () =>
    (await (await load('src/targets.mjs')).targets()).map(({ labels }) => labels.node_type),
  revoke: async () => {
    await (await load('src/token.mjs')).revoke();
    if (answered !== 200) throw new Error(String(answered));
  },
});
