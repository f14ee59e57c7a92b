'use strict';
const { join } = require('node:path');
const { load } = require('./compiled');

// The parser of TypeScript and its nodes, which scripts/parser.mjs takes out of the whole.
exports.ts = load(join(__dirname, '../dist/parser.cjs'));
