export const V1 = 'https://cloud.mongodb.com/api/atlas/v1.0';

/** A client file that stands beside each hostile one. */
export const CLIENT = `import axios from 'axios';\nconst BASE = '${V1}';\nexport const list = () => axios.get(\`\${BASE}/groups\`);\n`;

const many = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('');

/** A file that grows, by its name and the number of its parts. */
export interface Growing {
  readonly file: string;
  readonly text: (parts: number) => string;
}

/** Code and data of which each part may be looked at once, whatever their number. */
export const GROWING: Readonly<Record<string, Growing>> = {
  'a sum of texts': {
    file: 'sum.js',
    text: (n) => `import axios from 'axios';\naxios.get('${V1}/groups'${many(n, (i) => ` + 'a${i}'`)});\n`,
  },
  'a sum of names': {
    file: 'sum.js',
    text: (n) =>
      `import axios from 'axios';\nconst q = 'x';\naxios.get('${V1}/groups'${' + q'.repeat(n)});\n`,
  },
  'a sum of URLs': {
    file: 'sum.js',
    text: (n) =>
      `import axios from 'axios';\naxios.get(${Array.from({ length: n }, (_, i) => `'${V1}/groups/${i}'`).join(' + ')});\n`,
  },
  'words of a command': {
    file: 'words.js',
    text: (n) =>
      `import { execFileSync } from 'node:child_process';\nexecFileSync('curl', ['${V1}/groups'${many(n, (i) => `, 'w${i}'`)}]);\n`,
  },
  'chained calls': {
    file: 'chain.js',
    text: (n) =>
      `import axios from 'axios';\naxios.get('${V1}/groups')${'\n  .then((r) => r.data)'.repeat(n)};\n`,
  },
  'members of members': {
    file: 'chain.js',
    text: (n) =>
      `import axios from 'axios';\naxios.get('${V1}/groups').then((r) => r${'.data'.repeat(n)});\n`,
  },
  'classes that extend classes': {
    file: 'classes.js',
    text: (n) =>
      `import axios from 'axios';\nclass C0 { base = '${V1}'; get() { return axios.get(this.base + '/groups'); } }\n${many(n, (i) => `class C${i + 1} extends C${i} {}\n`)}new C${n}().get();\n`,
  },
  'constants of constants': {
    file: 'constants.js',
    text: (n) =>
      `import axios from 'axios';\nconst a0 = '${V1}';\n${many(n, (i) => `const a${i + 1} = a${i};\n`)}axios.get(a${n} + '/groups');\n`,
  },
  'callers of one wrapper': {
    file: 'callers.js',
    text: (n) =>
      `import axios from 'axios';\nconst call = (p) => axios.get('${V1}' + p);\n${many(n, (i) => `export const c${i} = () => call('/groups/${i}');\n`)}`,
  },
  'calls with findings': {
    file: 'findings.js',
    text: (n) =>
      `import axios from 'axios';\n${many(n, (i) => `export const c${i} = () => axios.get('${V1}/groups/${i}');\n`)}`,
  },
  'short statements': {
    file: 'statements.js',
    text: (n) => `${CLIENT}let x = 0;\n${'x = x + 1;\n'.repeat(n)}`,
  },
  'else if': {
    file: 'else.js',
    text: (n) =>
      `${CLIENT}export const f = (x) => {\n${many(n, (i) => `  if (x === ${i}) return ${i};\n  else`)} return 0;\n};\n`,
  },
  'members of a body': {
    file: 'body.js',
    text: (n) =>
      `import axios from 'axios';\nconst body = {${many(n, (i) => ` k${i}: 'v',`)} };\naxios.post('${V1}/groups', body);\n`,
  },
  'comments that silence': {
    file: 'silenced.js',
    text: (n) =>
      `${CLIENT}${many(n, (i) => `// migrate-ignore-next-line legacy-base-url: ${i}\n`)}${many(n, (i) => `// migrate-ignore-next-line\nfetch('${V1}/groups/${i}');\n`)}`,
  },
  'locals of Terraform': {
    file: 'locals.tf',
    text: (n) => `locals {\n  u0 = "${V1}"\n${many(n, (i) => `  u${i + 1} = "\${local.u${i}}/a"\n`)}}\n`,
  },
  'responses in one variable': {
    file: 'awaits.js',
    text: (n) =>
      `export const f = async () => {\nlet r;\n${many(n, (i) => `r = await fetch('${V1}/groups/${i}');\nif (!r.ok) throw new Error('${i}');\n`)}};\n`,
  },
  'URLs of one object': {
    file: 'urls.js',
    text: (n) =>
      `const urls = {${many(n, (i) => ` k${i}: '${V1}/groups/${i}',`)} };\n${many(n, (i) => `fetch(urls.k${i});\n`)}`,
  },
  'fields in one sum': {
    file: 'fields.js',
    text: (n) =>
      `export class C {${many(n, (i) => ` f${i} = 'x';`)}\n get() { return fetch('${V1}/groups/'${many(n / 2, (i) => ` + this.f${i}`)}); } }\n`,
  },
  'members of a payload': {
    file: 'payload.json',
    text: (n) =>
      `{\n"providerSettings": { "instanceSizeName": "M10" },\n"labels": [\n${Array.from({ length: n }, (_, i) => `{ "key": "k${i}", "value": "v" }`).join(',\n')}\n]\n}\n`,
  },
  'specifications of replicas': {
    file: 'replicas.json',
    text: (n) =>
      `{ "name": "a", "replicationSpecs": [\n${Array.from({ length: n }, (_, i) => `{ "numShards": 1, "regionsConfig": { "R${i}": { "priority": 7, "electableNodes": 3 } } }`).join(',\n')}\n] }\n`,
  },
  'documents of YAML': {
    file: 'documents.yaml',
    text: (n) => `---\nu: ${V1}/groups\n`.repeat(n),
  },
  'items of YAML': {
    file: 'items.yaml',
    text: (n) => `providerSettings:\n  instanceSizeName: M10\nitems:\n${many(n, (i) => `  - a: ${i}\n`)}`,
  },
  'lines of a script': {
    file: 'lines.sh',
    text: (n) => `#!/bin/bash\ncurl ${V1}/groups\n${'echo "$X"\n'.repeat(n)}`,
  },
  'requests of a request file': {
    file: 'requests.http',
    text: (n) => `GET ${V1}/groups\n\n###\n${'GET https://example.com/x\n\n###\n'.repeat(n)}`,
  },
  'variables of an environment': {
    file: '.env',
    text: (n) => `BASE=${V1}\n${many(n, (i) => `A${i}=b\n`)}`,
  },
};

/** Files that are beyond a budget, by name: none of them may be read as if nothing were in them. */
export const BEYOND: Readonly<Record<string, string>> = {
  'terms.js': `import axios from 'axios';\naxios.get('${V1}/groups'${" + '/a'".repeat(12_000)});\n`,
  'lists.js': `${CLIENT}export const x = ${'['.repeat(5000)}${']'.repeat(5000)};\n`,
  'choices.js': `${CLIENT}export const f = (x) => ${many(4000, (i) => `x === ${i} ? ${i} :\n`)} 0;\n`,
  'statements.js': `${CLIENT}let x = 0;\n${'x = x + 1;\n'.repeat(200_000)}`,
  // Of such a file the parser reads every function twice, and so what is in it.
  'unclosed.ts': `${CLIENT}${'call(async function () {\n'.repeat(40)}`,
  'lists.json': `{"regionsConfig": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
  'lists.yaml': `regionsConfig: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
};

/** A file that ends the parser, and files that are parsed by the same means after it. */
export const FATAL: Readonly<Record<string, string>> = {
  'generics.java': `class A { String u = "${V1}/groups"; }\nx = ${'a<b<'.repeat(11_000)}c\n`,
  'z.go': `package main\nimport "net/http"\nfunc f() { http.Get("${V1}/groups") }\n`,
  'z.java': `import java.net.*;\nclass Z { void f() throws Exception { new URL("${V1}/groups").openStream(); } }\n`,
};
