import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const loaded = (url) => {
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'));
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  return { format: 'module', source: code, shortCircuit: true };
};

/** Hook of Node.js for the source of a module: TypeScript without its types. */
export const load = (given, context, next) => {
  const url = given.replace(/[?#].*/, '');
  const isOurs = url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
  return isOurs ? loaded(url) : next(given, context);
};
