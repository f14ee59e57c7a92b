import { readFileSync, rmSync, existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { given, load, runSteps } from '../steps.mjs';

await runSteps({
  invoices: async () => (await load('src/invoices.js')).pendingInvoices('5e2211c17a3e5a48f5497de2'),
  snapshot: async () =>
    given(await (await load('src/snapshots.js')).takeSnapshot('orders', 'before a release')).length,
  log: async () => {
    rmSync('host.gz', { force: true });
    await (await load('src/logs.js')).downloadLog(process.env.ATLAS_PROJECT, 'host');
    for (let at = 0; at < 50 && !(existsSync('host.gz') && readFileSync('host.gz').length > 0); at += 1)
      await wait(10);
    const [first] = readFileSync('host.gz');
    if (first !== 0x1f) throw new Error('no gzip');
  },
});
