#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');
const { keep, load } = require('./compiled');

enableCompileCache?.();
process.once('exit', keep);

const entry = join(__dirname, '../dist/bundle/cli.cjs');
if (existsSync(entry)) {
  load(entry)
    .run(process.argv.slice(2))
    .then((code) => {
      process.exitCode = code;
    });
} else {
  process.stderr.write(
    'migrate: dist/ is missing: run "npm ci" (it builds the package), or "npm run build".\n',
  );
  process.exitCode = 2;
}
