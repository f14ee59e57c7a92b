import { createRequire } from 'node:module';

// ts-morph carries its own TypeScript. Only that is needed here, and it loads in half the time of the whole package.
const require = createRequire(createRequire(import.meta.url).resolve('ts-morph'));

export const ts = require('@ts-morph/common/dist/typescript.js');
