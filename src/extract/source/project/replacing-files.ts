import type { FileQuery, ProjectHost } from '../../extractor.ts';
import { isTest } from './test-files.ts';

const OBJECTS = String.raw`\b(?:window|globalThis|global|self)(?:\s+as\s+[^)\n]*\))?`;
/** Matches replacements of what clients send through: `window.fetch = …`, `setGlobalDispatcher(…)`. */
const REPLACES = new RegExp(
  [
    String.raw`${OBJECTS}(?:\.fetch|\[['"]fetch['"]\])\s*=(?!=)`,
    String.raw`defineProperty\(\s*${OBJECTS}\s*,\s*['"]fetch['"]`,
    String.raw`\bXMLHttpRequest(?:\.prototype\.\w+)?\s*=(?!=)`,
    String.raw`\bhttps?\.(?:request|get)\s*=(?!=)`,
    String.raw`\bsetGlobalDispatcher\s*\(`,
    String.raw`\bwithInterceptors\s*\(`,
    String.raw`\bHTTP_INTERCEPTORS\b`,
    String.raw`\.ajax(?:Setup|Prefilter|Send)\(`,
    String.raw`\bimplements\b[^{]*\bHttpInterceptor\b`,
    String.raw`\bHttp(?:Interceptor|Handler)Fn\b`,
  ].join('|'),
);
const WORDS = [
  '.fetch =',
  '.fetch=',
  "'fetch'",
  '"fetch"',
  'XMLHttpRequest',
  'http.request',
  'https.request',
  'http.get',
  'https.get',
  'setGlobalDispatcher',
  'withInterceptors',
  'HTTP_INTERCEPTORS',
  'HttpInterceptor',
  'HttpHandlerFn',
  'ajaxSetup',
  'ajaxPrefilter',
  'ajaxSend',
];

/** Search for files that may replace what clients send through. */
export const REPLACING: FileQuery = { pattern: REPLACES, words: WORDS };

/** Files, except tests, that may replace what clients send through. */
export const replacingFiles = (host: ProjectHost): readonly string[] =>
  host.search(REPLACES, WORDS).filter((path) => !isTest(path));
