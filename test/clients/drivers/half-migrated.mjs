import { given, load, runSteps } from '../steps.mjs';

await runSteps({
  alerts: async () => given(await (await load('src/alerts.js')).openAlerts()),
  create: async () => (await load('src/create.js')).createSandbox('sandbox'),
  defer: async () => {
    const { status, fetch: original } = { fetch: globalThis.fetch };
    let answered = status;
    globalThis.fetch = async (...args) => {
      const response = await original(...args);
      answered = response.status;
      return response;
    };
    await (await load('src/maintenance.js')).deferMaintenance();
    globalThis.fetch = original;
    if (answered !== 200) throw new Error(String(answered));
  },
  inventory: async () => {
    const [cluster] = await (await load('src/inventory.js')).inventory();
    for (const value of [cluster.name, cluster.size, cluster.backup, cluster.srv]) given(value);
    return cluster;
  },
});
