'use strict';
const { createRequire } = require('node:module');
const { load } = require('./compiled');

// The whole of TypeScript, which ts-morph carries: it loads in half the time of all of ts-morph.
const near = createRequire(require.resolve('ts-morph'));

exports.ts = load(near.resolve('@ts-morph/common/dist/typescript.js'));
