import type { Language } from '../code-builder.ts';

/** Imports that a sample omits, by uses of the name: `[pattern of the use, import]`. */
type Omitted = readonly (readonly [use: RegExp, line: string])[];

interface Prelude {
  /** Text before a sample that is not a complete file. */
  readonly head?: string;
  /** Matches a sample with its own imports: it omits none. */
  readonly imports: RegExp;
  readonly omitted: Omitted;
}

const python = (name: string): readonly [RegExp, string] => [
  new RegExp(String.raw`(?<![\w.])${name.replaceAll('.', String.raw`\.`)}\.\w`),
  `import ${name}`,
];
const go = (path: string): readonly [RegExp, string] => [
  new RegExp(String.raw`(?<![\w.])${path.split('/').at(-1)!}\.[A-Z]`),
  `import "${path}"`,
];

const PRELUDES: Readonly<Record<string, Prelude>> = {
  python: {
    imports: /^[ \t]*(?:import|from)[ \t]/m,
    omitted: [
      ...['requests', 'httpx', 'aiohttp', 'urllib3', 'urllib.request', 'http.client', 'json', 'os'].map(
        python,
      ),
      [/\bHTTPDigestAuth\b/, 'from requests.auth import HTTPDigestAuth'],
    ],
  },
  go: {
    head: 'package sample',
    imports: /^[ \t]*(?:package|import)[ \t]/m,
    omitted: ['net/http', 'net/url', 'fmt', 'strings', 'bytes', 'os', 'io', 'encoding/json'].map(go),
  },
  java: {
    imports: /^[ \t]*(?:import|package)[ \t]/m,
    omitted: [
      [/\bHttp(?:Client|Request|Response)\b/, 'import java.net.http.*;'],
      [/\bURI\b/, 'import java.net.URI;'],
      [/\b(?:URL|HttpURLConnection)\b/, 'import java.net.*;'],
    ],
  },
  php: { head: '<?php', imports: /<\?(?:php|=)/, omitted: [] },
  csharp: {
    imports: /^[ \t]*using[ \t]+[\w.]+;/m,
    omitted: [[/\bHttp(?:Client|RequestMessage|Method)\b/, 'using System.Net.Http;']],
  },
};

/** Lines that complete a sample: the imports of standard clients that it uses but omits. */
export const preludeOf = ({ form }: Language, code: string): string => {
  const prelude = form === undefined ? undefined : PRELUDES[form];
  if (prelude === undefined || prelude.imports.test(code)) return '';
  const lines = prelude.omitted.filter(([use]) => use.test(code)).map(([, line]) => line);
  return [prelude.head ?? [], lines]
    .flat()
    .map((line) => `${line}\n`)
    .join('');
};
