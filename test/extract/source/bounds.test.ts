import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractProject, requestsIn } from './project.ts';

const V1 = 'https://cloud.mongodb.com/api/atlas/v1.0';
const SEND = `fetch('${V1}/groups');`;

const nested = (open: string, close: string, times: number, inner = `'${V1}'`): string =>
  `${open.repeat(times)}${inner}${close.repeat(times)}`;

const doubling = (name: string, first: string, next: (last: string) => string): string =>
  [
    `const ${name}0 = ${first};`,
    ...Array.from({ length: 60 }, (_, i) => `const ${name}${i + 1} = ${next(`${name}${i}`)};`),
  ].join('\n');

/** What once ended in an overflow of the stack, or not at all. */
const HOSTILE: Readonly<Record<string, string>> = {
  'classes that extend each other': `class A extends B { go() { return fetch(this.u); } }\nclass B extends C {}\nclass C extends A { u = '${V1}'; }\nnew A().go();`,
  'getters that read each other': `class A { get u() { return this.v; } get v() { return '${V1}' + this.u; } go() { return fetch(this.u); } }\nnew A().go();`,
  'a list that grows by itself': `const l = ['${V1}']; l.push(...l); l.push(...l.concat(l)); for (const x of l) fetch(x);`,
  'lists made of each other': `const m = [...n]; const n = [...m, '${V1}']; for (const x of m.flat()) fetch(x); m.push(n); n.push(...m);`,
  'a body that holds itself': `const b = { replicationSpecs: [b], providerSettings: b }; b.x = b; b.replicationSpecs.push(b); fetch('${V1}/groups/x/clusters', { method: 'POST', body: JSON.stringify(b) });`,
  'a builder that calls itself': `function mk(n) { return { name: n, providerSettings: mk(n), replicationSpecs: [mk(n), ...mk(n)], ...mk(n) }; } fetch('${V1}/groups/x/clusters', { method: 'POST', body: JSON.stringify(mk(1)) });`,
  'options that spread themselves': `const o = { ...{ ...o, url: x }, url: x }; const p = q; const q = p; fetch('${V1}' + o, o); fetch(o); fetch(p); api.interceptors.response.use((r) => r, () => api(o));`,
  'texts that double': `${doubling('t', `'${V1}'`, (last) => `${last} + ${last}`)}\nfetch(t60);`,
  'lists that double': `${doubling('l', `['${V1}']`, (last) => `[...${last}, ...${last}]`)}\nfetch(l60[0]);`,
  'objects that double': `${doubling('o', `{ headers: {} }`, (last) => `{ ...${last}, ...${last} }`)}\nfetch('${V1}', o60);`,
  'a member list that doubles': `${doubling('p', `{ a: 1 }`, (last) => `{ ...${last}, [k]: 1, b${last}: ${last}, ...${last} }`)}\nfetch('${V1}', { headers: p60 });`,
  '10,000 terms': `fetch('${V1}'${" + '/a'".repeat(10_000)});`,
  '3,000 assignments': `let u = '${V1}';\n${"u = u + '/a';\n".repeat(3000)}fetch(u);`,
  '3,000 conditional assignments': `let u = '${V1}';\n${"if (x) u = u + '/a';\n".repeat(3000)}fetch(u);`,
  '3,000 steps into a list': `const a = ['${V1}']; fetch(a${'[0]'.repeat(3000)});`,
  '3,000 chained calls': `const c = '${V1}'; fetch(c${".concat('/a')".repeat(3000)});`,
  '3,000 handlers of an answer': `fetch('${V1}/groups')${'.then((r) => r)'.repeat(3000)};`,
  '5,000 nested calls': `const f = (x) => x; fetch(${nested('f(', ')', 5000)});`,
  '5,000 nested lists': `const a = ${nested('[', ']', 5000)}; fetch(a[0]);`,
  '900 nested calls': `const f = (x) => x; fetch(${nested('f(', ')', 900)});`,
  '900 nested lists': `const a = ${nested('[', ']', 900)}; fetch(a[0]);`,
  '900 nested objects': `const a = ${nested('{ a: ', '}', 900)}; fetch(a${'.a'.repeat(900)});`,
  '900 nested templates': `fetch(${nested('`${', '}`', 900)});`,
};

describe('what is made of itself, or without end, is cut off', () => {
  test.each(Object.entries(HOSTILE))(
    '%s',
    async (_name, code) => {
      const facts = await extractProject({ 'hostile.js': code, 'plain.js': SEND });
      expect(requestsIn(facts).some(({ file }) => file === 'plain.js')).toBe(true);
    },
    20_000,
  );
});

const COUNT = 12;
const name = fc.integer({ min: 0, max: COUNT - 1 }).map((index) => `f${index}`);
const expression = fc.letrec<{ any: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(name, fc.constantFrom('x', `'${V1}'`, "'/groups'", '1', 'this.u')),
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('leaf'),
    fc.tuple(name, tie('any')).map(([fn, arg]) => `${fn}(${arg})`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `${a} + ${b}`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `[${a}, ...${b}]`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `({ ...${a}, headers: ${b}, url: x })`),
    fc.tuple(tie('any'), name).map(([a, fn]) => `(${a}).map(${fn}).flat()`),
    fc.tuple(name, tie('any')).map(([fn, a]) => `new Set([${fn}]).add(${a})`),
    fc.tuple(name, tie('any')).map(([fn, a]) => `${fn}.concat(${a}, ${fn})`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(x ? ${a} : ${b}).headers`),
  ),
})).any;
const declaration = fc.tuple(fc.constantFrom('const', 'function', 'class', 'list'), expression);

const written = ([kind, body]: readonly [string, string], index: number): string => {
  if (kind === 'const') return `const f${index} = ${body};`;
  if (kind === 'class')
    return `class f${index} extends f${(index + 1) % COUNT} { u = ${body}; get v() { return this.u + this.v; } }`;
  if (kind === 'list') return `const f${index} = [${body}]; f${index}.push(...${body});`;
  return `function f${index}(x) { return ${body}; }`;
};

test('declarations that use each other at random end, and hide no other request', async () => {
  const property = fc.asyncProperty(
    fc.array(declaration, { minLength: COUNT, maxLength: COUNT }),
    expression,
    async (declarations, sent) => {
      const code = `${declarations.map(written).join('\n')}\nfetch(${sent}, ${sent});\nfetch('${V1}' + f0, { method: 'POST', body: JSON.stringify(f1) });`;
      const facts = await extractProject({ 'random.js': code, 'plain.js': SEND });
      expect(requestsIn(facts).some(({ file }) => file === 'plain.js')).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: Number(process.env['BOUNDS_RUNS'] ?? 60) });
}, 60_000);
