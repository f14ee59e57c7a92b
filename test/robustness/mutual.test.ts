import { expect, test } from 'vitest';
import { scan } from '../../src/library/scan.ts';
import { temporaryTree } from '../fixtures/temporary.ts';
import { V1 } from './hostile-files.ts';

const EACH = Array.from({ length: 10 }, (_, at) => at);
const all = (text: (at: number) => string, between: string): string => EACH.map(text).join(between);
const lines = (text: (at: number) => string): string => `${all(text, '\n')}\n`;
const modules = (name: (at: number) => string, line: (at: number) => string): Record<string, string> =>
  Object.fromEntries(EACH.map((at) => [name(at), lines(line)]));

const read = (type: string): string =>
  `export const f = async (): Promise<${type}> => {\n  const r: ${type} = await (await fetch('${V1}/groups/1/clusters/a')).json();\n  return r.srvAddress;\n};\n`;

/**
 * Ten declarations that each name all ten: followed one by one, they lead on in ten ways from every one of them. What is
 * looked for is in none.
 */
const MUTUAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'modules that export all of each other': {
    ...modules(
      (at) => `m${at}.ts`,
      (at) => `export * from './m${at}';`,
    ),
    'a.ts': `import { BASE } from './m0';\nfetch(\`${V1}/groups/\${BASE}\`);\n`,
  },
  'types of modules that export all of each other': {
    'tsconfig.json': '{}',
    ...modules(
      (at) => `m${at}.ts`,
      (at) => `export * from './m${at}';`,
    ),
    'a.ts': `import type { Cluster } from './m0';\n${read('Cluster')}`,
  },
  'interfaces that extend each other': {
    'tsconfig.json': '{}',
    'a.ts': `${lines((at) => `interface C${at} extends ${all((other) => `C${other}`, ', ')} { id: string }`)}${read('C0')}`,
  },
  'unions of each other': {
    'tsconfig.json': '{}',
    'a.ts': `${lines((at) => `type C${at} = ${all((other) => `C${other}`, ' | ')};`)}${read('C0')}`,
  },
  'an interface whose member has its own type': {
    'tsconfig.json': '{}',
    'a.ts': `interface C { headers: C['headers'] }\nfetch('${V1}/groups', { headers: {} as C['headers'] });\n`,
  },
  'configurations that extend each other': {
    ...Object.fromEntries(
      EACH.map((at) => [
        `tsconfig.${at}.json`,
        JSON.stringify({ extends: EACH.map((other) => `./tsconfig.${other}.json`) }),
      ]),
    ),
    'tsconfig.json': '{ "extends": "./tsconfig.0.json" }',
    'a.ts': `import { path } from '@/paths';\nfetch('${V1}/groups' + path);\n`,
  },
  'scripts that read each other': {
    ...modules(
      (at) => `m${at}.ps1`,
      (at) => `. ./m${at}.ps1`,
    ),
    'a.ps1': `. ./m0.ps1\nInvoke-RestMethod "${V1}/groups" -Headers $Headers\n`,
  },
};

test.each(Object.entries(MUTUAL))('%s are looked through once', { timeout: 15_000 }, async (_, files) => {
  const report = await scan({ cwd: temporaryTree(files), paths: ['.'] });
  expect(report.failed).toEqual([]);
  expect(report.findings.map(({ rule }) => rule)).toContain('legacy-base-url');
});
