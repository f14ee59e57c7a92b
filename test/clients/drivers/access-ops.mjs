import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runSteps } from '../steps.mjs';

const run = promisify(execFile);
const script = async (...args) => {
  const flags = process.execArgv.length > 0 ? process.execArgv : ['--import', process.env.REDIRECT];
  const { stdout } = await run(process.execPath, [...flags, ...args]).catch((error) => {
    throw new Error(error.stderr.includes('TypeError') ? 'TypeError' : `exit ${error.code}`);
  });
  return stdout.trim().replace(/until .*/, '');
};

await runSteps({
  users: () => script('list-users.js'),
  open: () => script('open-access.js', 'open', '10.9.8.7', 'a build'),
  close: () => script('open-access.js', 'close', '10.9.8.7'),
});
