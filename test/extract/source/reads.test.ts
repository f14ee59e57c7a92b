import { expect, test } from 'vitest';
import { extractProject } from './project.ts';

const URL = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters';

const reads = async (code: string): Promise<readonly string[]> => {
  const facts = await extractProject({ 'a.js': code });
  return facts.flatMap((fact) =>
    fact.kind === 'read'
      ? [`${fact.path.map((step) => step.name).join('.')} ${fact.form}${fact.bothShapes ? ' both' : ''}`]
      : [],
  );
};

test.each<[string, string, readonly string[]]>([
  [
    'await, json, a loop over results',
    `const r = await fetch('${URL}'); const d = await r.json(); for (const c of d.results) use(c.mongoURI);`,
    ['results member', 'results.*.mongoURI member'],
  ],
  [
    'promise chain with a callback',
    `fetch('${URL}').then((r) => r.json()).then((c) => use(c.srvAddress));`,
    ['srvAddress member'],
  ],
  [
    'destructuring with and without another name',
    `const { mongoURI, providerSettings: ps } = await (await fetch('${URL}')).json(); use(ps.regionName);`,
    ['mongoURI binding-shorthand', 'providerSettings binding', 'providerSettings.regionName member'],
  ],
  [
    'axios data through a function and map',
    `const axios = require('axios');\nconst list = async () => (await axios.get('${URL}')).data.results;\n(await list()).map((c) => c['mongoURI']);`,
    ['results member', 'results.*.mongoURI element'],
  ],
  [
    'a callback that the wrapper calls with the parsed body',
    `const https = require('https');\nfunction get(cb) { https.get('${URL}', (res) => { let s = ''; res.on('data', (d) => (s += d)); res.on('end', () => cb(null, JSON.parse(s))); }); }\nget((err, body) => use(body.mongoURI));`,
    ['mongoURI member'],
  ],
  [
    'a reader of both shapes',
    `const c = await (await fetch('${URL}')).json(); use(c.connectionStrings?.standard ?? c.mongoURI);`,
    ['connectionStrings.standard member', 'connectionStrings member', 'mongoURI member both'],
  ],
  ['a name of something else', `const c = config; use(c.mongoURI); fetch('${URL}');`, []],
])('%s', async (_name, code, expected) => {
  expect(await reads(code)).toEqual(expected);
});
