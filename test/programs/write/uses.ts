import type { Base } from './bases.ts';
import type { SharedHeaders } from './headers.ts';
import type { Module } from './module.ts';
import type { Tape } from './tape.ts';

const OF_BASE = [
  'log',
  'cache key',
  'comparison',
  'includes',
  'replace then request',
  'environment of a child',
  'argument of a child',
  'redirect of an own server',
  'link of an own server',
  'file',
  'error',
  'length',
  'second base',
  'split',
  'equal to a text',
  'starts with a text',
  'ends with a text',
  'pattern',
  'switch',
  'key of an object',
  'key of a map',
  'member of a set',
  'pathname',
  'segment',
  'match',
  'decides header',
] as const;

const LEGACY = `'https://cloud.mongodb.com/api/atlas/v1.0'`;

const metric = (module: Module, name: string, value: string): string => {
  module.import('hot-shots', 'gauge');
  return `gauge('${name}', ${value});`;
};

/** Statements of a function that use a base for something else than a call of its API. */
const useOfBase = (tape: Tape, module: Module, base: string): readonly string[] => {
  const use = tape.choose('use', OF_BASE, 14);
  switch (use) {
    case 'log':
      return [`console.log('calling ' + ${base});`];
    case 'cache key':
      return [`new Map().set(${base} + id, Date.now());`];
    case 'comparison':
      module.import('hot-shots', 'gauge');
      return [`gauge('legacy', 'https://cloud.mongodb.com/api/atlas/v1.0/groups'.startsWith(${base}));`];
    case 'includes':
      module.import('hot-shots', 'gauge');
      return [`gauge('old', ${base}.includes('v1.0') ? 1 : 0);`];
    case 'replace then request':
      return [`await fetch(${base}.replace('/api/atlas/v1.0', '/api/public/v1.0') + '/ping');`];
    case 'environment of a child':
      module.import('child_process', 'spawn');
      return [`spawn('node', ['worker.js'], { env: { API_URL: ${base} } });`];
    case 'argument of a child':
      module.import('child_process', 'execFile');
      return [`execFile('terraform', ['apply', '-var', 'url=' + ${base}]);`];
    case 'redirect of an own server':
      module.import('express', 'express', 'default');
      return [`express().get('/docs', (req, res) => res.redirect(${base} + '/openapi'));`];
    case 'link of an own server':
      module.import('express', 'express', 'default');
      return [`express().get('/link', (req, res) => { res.set('Link', ${base}); res.end(); });`];
    case 'file':
      module.import('fs', 'writeFileSync');
      return [`writeFileSync('out.json', JSON.stringify({ url: ${base} }));`];
    case 'error':
      return [`if (!id) throw new Error('no group at ' + ${base});`];
    case 'length':
      module.import('hot-shots', 'gauge');
      return [`gauge('segments', ${base}.split('/').length);`];
    case 'second base':
      return [`await fetch(\`https://proxy.acme.dev/?target=\${encodeURIComponent(${base})}\`);`];
    case 'equal to a text':
      return [metric(module, 'is', `${base} === ${LEGACY}`)];
    case 'starts with a text':
      return [metric(module, 'is', `${base}.startsWith('https://cloud.mongodb.com/api/atlas/v1')`)];
    case 'ends with a text':
      return [metric(module, 'is', `${base}.endsWith('/v1.0')`)];
    case 'pattern':
      return [metric(module, 'is', `/\\/v1\\.0$/.test(${base})`)];
    case 'switch':
      return [
        `switch (${base}.split('/').at(-1)) {`,
        `  case 'v1.0':`,
        `    ${metric(module, 'version', `'old'`)}`,
        '    break;',
        '  default:',
        `    ${metric(module, 'version', `'new'`)}`,
        '}',
      ];
    case 'key of an object':
      return [
        `const limits${module.t(': any')} = { ${LEGACY}: 10 };`,
        metric(module, 'limit', `limits[${base}] ?? 0`),
      ];
    case 'key of a map':
      return [metric(module, 'limit', `new Map([[${LEGACY}, 10]]).get(${base}) ?? 0`)];
    case 'member of a set':
      return [metric(module, 'limit', `new Set([${LEGACY}]).has(${base})`)];
    case 'pathname':
      return [metric(module, 'path', `new URL(${base}).pathname`)];
    case 'segment':
      return [metric(module, 'part', `${base}.slice(-4)`)];
    case 'match':
      return [metric(module, 'found', `(${base}.match(/v(\\d)/) ?? [])[1]`)];
    case 'decides header':
      return [
        `await fetch(${base} + '/groups', { headers: { Accept: ${base}.includes('v1.0') ? 'application/json' : 'application/vnd.atlas.2023-02-01+json' } });`,
      ];
    case 'split':
      return [`await fetch(${base}.split('/api')[0] + '/api/public/v1.0/ping');`];
  }
};

const OF_HEADERS = [
  'answer of an own server',
  'other request',
  'response',
  'count of names',
  'log',
  'environment of a child',
  'other client',
  'accept equal to a text',
  'accept includes',
  'switch on accept',
  'values include',
  'same as a text',
] as const;

const useOfHeaders = (tape: Tape, module: Module, headers: string): readonly string[] => {
  const use = tape.choose('use of headers', OF_HEADERS, 7);
  switch (use) {
    case 'answer of an own server':
      module.import('express', 'express', 'default');
      return [`express().get('/health', (req, res) => { res.set(${headers}); res.json({ ok: true }); });`];
    case 'other request':
      return [`await fetch('https://hooks.acme.dev/notify', { headers: ${headers} });`];
    case 'response':
      module.import('hot-shots', 'gauge');
      return [`gauge('accept', new Response('{}', { headers: ${headers} }).headers.get('accept'));`];
    case 'count of names':
      module.import('hot-shots', 'gauge');
      return [`gauge('names', Object.keys(${headers}).length);`];
    case 'log':
      return [`console.log(JSON.stringify(${headers}));`];
    case 'environment of a child':
      module.import('child_process', 'spawn');
      return [`spawn('node', ['worker.js'], { env: { HEADERS: JSON.stringify(${headers}) } });`];
    case 'accept equal to a text':
      return [metric(module, 'json', `new Headers(${headers}).get('accept') === 'application/json'`)];
    case 'accept includes':
      return [metric(module, 'json', `(${headers}['Accept'] ?? '').includes('/json')`)];
    case 'switch on accept':
      return [
        `switch (${headers}['Accept']) {`,
        `  case 'application/json':`,
        `    ${metric(module, 'type', `'json'`)}`,
        '    break;',
        '  default:',
        `    ${metric(module, 'type', `'other'`)}`,
        '}',
      ];
    case 'values include':
      return [metric(module, 'json', `Object.values(${headers}).includes('application/json')`)];
    case 'same as a text':
      return [metric(module, 'same', `JSON.stringify(${headers}) === '{"Accept":"application/json"}'`)];
    case 'other client':
      module.import('axios', 'axios', 'default');
      return [`await axios.create({ headers: { ...${headers} } }).get('https://hooks.acme.dev/notify');`];
  }
};

export interface Used {
  readonly bases: readonly Base[];
  readonly headers: readonly SharedHeaders[];
}

/** Statements that use what calls share for something else. */
export const writeUse = (tape: Tape, module: Module, { bases, headers }: Used): readonly string[] => {
  const ofHeaders = tape.once(2) && headers.length > 0;
  return ofHeaders
    ? useOfHeaders(tape, module, tape.pick(headers).expr(module))
    : useOfBase(tape, module, bases[0]!.expr(module));
};
