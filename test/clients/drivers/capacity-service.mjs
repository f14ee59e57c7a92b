import { load, runSteps } from '../steps.mjs';

await runSteps({
  report: async () => {
    const lines = [];
    const { report } = await load('build/report.js');
    await report((line) => lines.push(line));
    return lines;
  },
  pause: async () => (await load('build/atlas/clusters.js')).pause('orders'),
  paused: async () => (await (await load('build/atlas/clusters.js')).getCluster('orders')).paused,
  resume: async () => (await load('build/atlas/clusters.js')).resume('orders'),
});
