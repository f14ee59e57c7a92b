import type { Redacted } from '../model/index.ts';
import { word } from '../redact/gate.ts';

/**
 * Command line that starts this program again, by the URL of its code: a copy in the cache of npx is started
 * by the name of the package, because the project has no such command.
 */
export const npxCommand = (url: string): Redacted =>
  /\/_npx\//.test(url) ? word('npx @atlas-api-migrate/cli') : word('npx atlas-api-migrate');
