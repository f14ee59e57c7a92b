import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactCode } from '../../src/redact/code-line.ts';
import { CodeLexer } from '../../src/redact/literals.ts';

const TRUSTED: ReadonlySet<string> = new Set(['providerSettings']);

/** All lines of a text, each as a frame shows it. */
const shown = (text: string, jsx = true): string => {
  const lexer = new CodeLexer(text, jsx);
  let start = 0;
  const lines = text.split('\n').map((raw) => {
    const line = { start, end: start + raw.length };
    start = line.end + 1;
    return redactCode({ text, trusted: TRUSTED }, lexer.upTo(line.end), line);
  });
  return lines.join('\n');
};

const line = shown;

describe('redactCode', () => {
  it.each([
    "const client = new DigestFetch('hunter', 'hunter-pass');",
    "  'hunter',",
    '  auth: `hunter:${x}`,',
    "digestAuth: 'hunter:hunter',",
    "@Value('${atlas.login:hunter}')",
    "@Value('${atlas.password:hunter}')",
    "@Value('${atlas.url:https://a:hunter@cloud.mongodb.com/api/atlas/v1.0}')",
    '"name": "hunter"',
    "// don't use hunter",
    'const u = "https://a.com/x?key=hunter";',
    "const open = 'hunter",
    'if (/hunter/.test(key)) fetch(url);',
    'const key = <Code title="x">hunter</Code>;',
  ])('masks what a literal of %s says', (text) => {
    expect(line(text)).not.toMatch(/hunter(?!')/);
    expect(line(text)).toContain('•••');
  });

  it.each([
    "import axios from 'axios';",
    "const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';",
    'const url = `${BASE}/groups/${groupId}/clusters?pageNum=1`;',
    "headers: { Accept: 'application/vnd.atlas.2023-02-01+json', 'Content-Type': 'application/json' },",
    "  method: 'POST',",
    "  host: 'cloud.mongodb.com', path: 'api/atlas/v1.0/groups',",
    "const x = cluster['providerSettings'];",
    "@Value('${atlas.base-url:https://cloud.mongodb.com/api/atlas/v1.0}')",
    'const { providerSettings } = await response.json();',
    'const legacy = /\\/api\\/atlas\\/v1.0/.test(url);',
    'const share = (total / count) / 2;',
    "providerName: 'AWS', regionName: 'EU_WEST_1', instanceSizeName: 'M30', clusterType: 'REPLICASET',",
    "fetch(`${BASE}/groups/${id}/alerts?status=OPEN&targetScheme=PRIVATE`, { port: '8080' });",
    'auth: `${process.env.ATLAS_PUBLIC_KEY}:${process.env.ATLAS_PRIVATE_KEY}`,',
    'rows.push(`${c.name}\\t${c.srvAddress}\\t${c.size}\\r\\n`);',
    "const id = context.values.get('atlasProject'), when = response.headers.get('www-authenticate');",
    "headers: { Accept: 'application/json, text/plain' }, file: createWriteStream(`${host}.gz`),",
    "it('lists clusters', async () => {",
    "Authorization: 'Bearer ' + token, version: '7.0', since: '2023-02-01',",
  ])('keeps %s', (text) => {
    expect(line(text)).toBe(text);
  });

  it('masks ids in addresses', () => {
    expect(line("get('/api/atlas/v1.0/groups/5f1a2b3c4d5e6f7a8b9c0d1e/clusters/Cluster0')")).toBe(
      "get('/api/atlas/v1.0/groups/•••/clusters/Cluster0')",
    );
  });
});

describe('comments in code', () => {
  it.each(['fetch(url); // hunter', '/* hunter */ fetch(url);', '// hunter', 'f(); /* hunter'])(
    'are masked in %s',
    (text) => {
      expect(line(text)).not.toContain('hunter');
      expect(line(text)).toMatch(/\/[/*] •••/);
    },
  );

  it('are masked on their further lines, and keep what they say to this tool', () => {
    expect(line('// migrate-ignore-next-line legacy-base-url: hunter')).toBe(
      '// migrate-ignore-next-line legacy-base-url •••',
    );
    expect(line("get('https://a.com/x');")).toBe("get('https://a.com/x');");
  });
});

describe('literals wherever code may hold them', () => {
  it.each([
    "auth: { password: prod ? 'hunter' : '•••' },",
    "switch (k) { case 'hunter': f(); }",
    "const q = prod ? 'hunter' : '';",
    "f({ a: x ? b : 'hunter', 'hunter hunter': 1 });",
    "fetch(`https://a.com/orgs/${id || 'hunter'}${q ? `?q=${q}` : `?key=hunter`}`);",
    "fetch(`https://a.com/orgs/${sign('hunter')}/x/${map['hunter']}/${m(\"hunter\")}`);",
    "fetch(`https://a.com/${'hunter'}/${decrypt('hunter')}`, { a: `x${'hunter'}` });",
    'fetch(`https://${process.env.U ?? \'hunter\'}:${process.env.P ?? "hunter"}@a.com/api`);',
    'const x = f(`a${g(`b${`hunter`}`)}`);',
    "const y = a.replace(/[\"'`]/g, 'hunter').split(/`/); const z = 'hunter';",
    "if (x) /`/.test(y); const z = 'hunter';",
    "const z = n++ / 2, y = 'hunter' / 2; const w = `a${x}hunter`;",
    "const a = [<p title=\"hunter\">hunter {f('hunter')} hunter</p>, 'hunter'];",
    "const k = `/x/${k /* hunter */}`; // hunter's",
    "require('./a')('hunter'); import x from 'a'; const s = 'hunter';",
    "const s = 'it\\'s hunter'; const t = \"\\\\\"; const u = 'hunter';",
    "const s = 'a\\\nhunter';",
    'const s = `\nhunter\n  { "a": "hunter" }\n${x}\nhunter`;',
    '/*\n * hunter\n hunter */ f(`hunter`);',
    "rows.push(`${c.name}\\thunter\\t${c.size}\\n`, 'hunter\\n');",
    'const token = `Bearer hunter`; const other = `Bearer hunter${x}`;',
    "f(`${a)}hunter`); g('hunter');",
    "const f = () => { }\n/[`]/.test('hunter'); const s = 'hunter';",
    'const u = `${base}?${name}hunter&k=${v}hunter&hunter`;',
  ])('are masked in %s', (text) => {
    expect(shown(text)).not.toContain('hunter');
    expect(shown(text)).toContain('•••');
  });

  it.each([
    'exports.token = async () => {',
    'const token = await getToken(`${base}/oauth/token`);',
    'headers: { Authorization: `Bearer ${token}` },',
    'const page = token ? await get(url, { timeout: 30_000, retries: 3 }) : undefined;',
    'while (tokens.length > 1) tokens.pop();',
    'const { password, apiKey } = settings;',
    'fetch(`${BASE}/groups/${group.id}/clusters/${names[0]!}?pageNum=${page}&pretty=true`);',
    'const get = <T,>(path: string): Promise<T> => client.get<T>(`${BASE}/groups`);',
    'return <Page title={title} key={id}>{children}</Page>;',
    '{"providerSettings": {"diskIOPS": 3000, "paused": false}}',
  ])('leave the rest as it is: %s', (text) => {
    expect(shown(text)).toBe(text);
  });

  it.each([
    ['password: 48151623', 'password: •••'],
    ['{ totp: 4815 }', '{ totp: ••• }'],
    ['f(48151623, 65535, 100000)', 'f(•••, 65535, 100000)'],
    ["const pin = `${a ? 'x' : b}`;", "const pin = `${a ? '•••' : b}`;"],
    ["f(`/orgs/${sign('hunter')}/teams`)", "f(`/orgs/${sign('•••')}/teams`)"],
  ])('show what stands beside them: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('take a type in angle brackets for no tag, where there are no tags', () => {
    expect(shown("const x = <T>f(a < b, 'hunter'); const y = a;", false)).toBe(
      "const x = <T>f(a < b, '•••'); const y = a;",
    );
  });
});

const SECRET = 'correct-horse';
const NUMBER = '48151623';

/** Pieces of code in which every literal holds a secret. */
const { expression } = fc.letrec<{ expression: string; part: string }>((tie) => {
  const part = tie('part');
  const literal = fc.constantFrom(
    `'${SECRET}'`,
    `"it's ${SECRET}"`,
    `\`${SECRET}\``,
    `'\\'${SECRET}'`,
    `/${SECRET}/g`,
    `/["'\`/]${SECRET}/`,
    NUMBER,
    `'https://a.com/x?k=${SECRET}'`,
    `/* ${SECRET} ' \` */ 1`,
    `x // ${SECRET} ' \`\n`,
    `"a\\\n${SECRET}"`,
  );
  const two = fc.tuple(part, part);
  return {
    expression: part,
    part: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      literal,
      fc.constantFrom('name', 'a.b', 'n++', 'x!', 'this'),
      part.map((a) => `\`/x/\${${a}}/${SECRET} \${${a}}\``),
      part.map((a) => `\`${SECRET}\n\${${a}}\n${SECRET}\``),
      two.map(([a, b]) => `\`https://a.com/\${${a}}?k=\${${b}}${SECRET}\``),
      two.map(([a, b]) => `(x ? ${a} : ${b})`),
      two.map(([a, b]) => `f(${a}, ${b})`),
      two.map(([a, b]) => `[${a}, m[${b}]]`),
      two.map(([a, b]) => `{ key: ${a}, password: ${b}, ['${SECRET}']: 1 }`),
      two.map(([a, b]) => `(() => { switch (${a}) { case '${SECRET}': return ${b}; } })`),
      two.map(([a, b]) => `((${a}) / 2 / (${b}) / 3)`),
      two.map(([a, b]) => `(() => { if (${a}) /${SECRET}'/.test(${b}); })`),
      two.map(([a, b]) => `<p title="${SECRET}" x={${a}}>${SECRET} {${b}} it's ${SECRET}</p>`),
      part.map((a) => `<><br/>{${a}}${SECRET}</>`),
      part.map((a) => `(function () { return ${a} })`),
      part.map((a) => `(async <T,>(x) => typeof ${a})`),
    ),
  };
});

const program = fc
  .array(fc.tuple(fc.constantFrom('const x = ', 'send(', 'token = ', 'return '), expression), {
    minLength: 1,
    maxLength: 4,
  })
  .map((statements) =>
    statements.map(([head, code]) => `${head}${code}${head.endsWith('(') ? ')' : ''};\n`).join(''),
  );

describe('programs of random pieces', () => {
  it('show no literal', () => {
    fc.assert(
      fc.property(program, (text) => {
        const lines = shown(text);
        return !lines.includes('correct') && !lines.includes('horse') && !lines.includes(NUMBER);
      }),
      { numRuns: 2000 },
    );
  });

  it('show no string when they are cut anywhere', () => {
    fc.assert(
      fc.property(program, fc.nat(), (text, at) => {
        const cut = text.slice(0, at % text.length);
        return !shown(cut).includes(SECRET);
      }),
      { numRuns: 1000 },
    );
  });
});
