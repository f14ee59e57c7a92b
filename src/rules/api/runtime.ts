import { flatten } from '../../model/index.ts';
import type { RequestFact } from '../../model/index.ts';

/** Languages whose code runs in one process. */
const RUNTIMES = [/\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, /\.(?:py|ipynb)$/, /\.(?:java|kts?)$/];

const runtimeOf = (file: string): RegExp | string =>
  RUNTIMES.find((names) => names.test(file)) ?? file.slice(file.lastIndexOf('.'));

/**
 * True where code of a file may see a request: one of its own runtime, or one that may go to a server of its own. No test
 * in Python sees what a workflow sends to the real host.
 */
export const maySee = (file: string, request: RequestFact): boolean =>
  runtimeOf(file) === runtimeOf(request.file) ||
  !request.urls.every((url) => /^https?:\/\/[^\0/]+\//.test(flatten(url)));
