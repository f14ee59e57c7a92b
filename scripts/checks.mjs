// Runs scripts of package.json at once, `node scripts/checks.mjs lint types unused`, and prints what each said when it ends.
import { spawn } from 'node:child_process';

const ended = (name) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', '-s', name], { shell: process.platform === 'win32' });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.on('error', (error) => resolve({ name, failed: true, said: String(error) }));
    child.on('close', (code) => resolve({ name, failed: code !== 0, said: Buffer.concat(said).toString() }));
  });

const report = async (name) => {
  const { failed, said } = await ended(name);
  console.log(`${name}: ${failed ? 'failed' : 'passed'}\n${said}`.trimEnd());
  if (failed) process.exitCode = 1;
};

await Promise.all(process.argv.slice(2).map(report));
