import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { noWayOut } from '../../capture/upstream.ts';
import { temporaryTree } from '../../fixtures/temporary.ts';

const bin = fileURLToPath(new URL('../../../bin/migrate.js', import.meta.url));
const hasTerminals = spawnSync('script', ['--version']).status === 0;

const CALL = `const headers = { authorization: 'Bearer x', accept: 'application/vnd.atlas.2023-02-01+json' };
await (await fetch('https://cloud.mongodb.com/api/atlas/v2/groups', { headers })).text();
setTimeout(() => process.stdout.write('done'), 700);`;

const missing = hasTerminals ? '' : ': script(1) is not on this machine';

it.skipIf(!hasTerminals)(`one line on a terminal counts the calls, and is gone at the end${missing}`, () => {
  const folder = temporaryTree({ 'call.mjs': CALL });
  const proof = `'${process.execPath}' '${bin}' prove --today 2026-11-21 -- '${process.execPath}' call.mjs`;
  const onTerminal = (line: string): string =>
    spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd: folder,
      env: noWayOut(),
      encoding: 'utf8',
      input: '',
      timeout: 20_000,
    }).stdout.replaceAll('\r\n', '\n');
  expect(onTerminal(`${proof} >out; cat out`)).toMatch(
    // oxlint-disable-next-line no-control-regex
    /^\r\u001B\[Kmigrate: 1 call …\r\u001B\[K {2}✓ GET [^\u001B]*exit code 0\.\ndone$/,
  );
});
