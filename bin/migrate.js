#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { keep } from './compiled.cjs';

module.enableCompileCache?.();
process.once('exit', keep);

const entry = new URL('../dist/cli.js', import.meta.url);
if (existsSync(entry)) {
  const { run } = await import(entry.href);
  process.exitCode = await run(process.argv.slice(2));
} else {
  process.stderr.write(
    'migrate: dist/ is missing: run "npm ci" (it builds the package), or "npm run build".\n',
  );
  process.exitCode = 2;
}
