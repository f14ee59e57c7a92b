'use strict';
const { createRequire } = require('node:module');
const { load } = require('./compiled');

// ts-morph carries its own TypeScript. Only that is needed here, and it loads in half the time of the whole package.
const near = createRequire(require.resolve('ts-morph'));

exports.ts = load(near.resolve('@ts-morph/common/dist/typescript.js'));
