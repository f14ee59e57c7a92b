import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ShellLexer } from '../../../src/extract/shell/lexer.ts';
import { shellExtractor } from '../../../src/extract/shell/index.ts';
import type { RequestFact } from '../../../src/model/index.ts';
import { findingsIn, fixedFiles } from '../../fixtures/pipeline.ts';

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const CLUSTERS = `${BASE}/groups/1/clusters`;
const ACCEPT = 'application/vnd.atlas.2023-02-01+json';

const extract = async (text: string, others: Readonly<Record<string, string>> = {}) =>
  shellExtractor.extract({
    files: [{ path: 'a.sh', form: 'shell', text, origin: 'authored' }],
    host: { read: (path) => others[path], files: () => [], search: () => [], chunks: () => [] },
    mayBeApiUrl: (flat) => flat.includes('api/atlas'),
  });

const requests = async (text: string): Promise<readonly RequestFact[]> =>
  (await extract(text)).facts.filter((fact): fact is RequestFact => fact.kind === 'request');

const rules = async (text: string): Promise<readonly string[]> =>
  (await findingsIn({ 'a.sh': text })).map(({ rule }) => rule);

const fixed = async (text: string): Promise<string> => (await fixedFiles({ 'a.sh': text }, 'safe'))['a.sh']!;

const SIMPLE = `{"name": "a", "providerSettings": {"providerName": "AWS", "instanceSizeName": "M10", "regionName": "US_EAST_1"}}`;

describe('a call of curl', () => {
  it.each([
    [`curl ${CLUSTERS}`, 'GET', false, undefined],
    [`curl -X DELETE ${CLUSTERS}/a --digest -u a:b`, 'DELETE', false, 'digest'],
    [`curl -sSXPATCH '${CLUSTERS}' -d '{}'`, 'PATCH', true, undefined],
    [`curl --request PUT --url "${CLUSTERS}" --data-binary @nothing.json`, 'PUT', true, undefined],
    [`x=$(/usr/bin/curl -d a=b "${CLUSTERS}" 2>&1 | jq .)`, 'POST', true, undefined],
    [`if ! sudo curl -G -d a=b ${CLUSTERS} >/dev/null; then :; fi`, 'GET', false, undefined],
    ['M=POST; curl -u a:b -X $M ' + CLUSTERS, 'POST', false, 'basic'],
    [`retry 3 curl -H "Authorization: Bearer $T" \\\r\n  ${CLUSTERS}`, 'GET', false, 'bearer'],
    ['y=`curl -I ' + CLUSTERS + '`', 'HEAD', false, undefined],
    [`curl --json '{}' ${CLUSTERS}`, 'POST', true, undefined],
    [`OPTS=(-s -X POST --digest -u a:b)\ncurl "\${OPTS[@]}" ${CLUSTERS}`, 'POST', false, 'digest'],
    [`curl https://example.com; curl ${CLUSTERS} # curl -X POST x`, 'GET', false, undefined],
  ])('%s', async (text, method, hasBody, auth) => {
    expect(await requests(text)).toMatchObject([{ client: 'curl', method, hasBody, auth }]);
  });

  it.each([
    `echo "curl ${CLUSTERS}"`,
    `# curl ${CLUSTERS}`,
    `printf '%s' ${CLUSTERS}`,
    `grep -r ${BASE} .`,
    `log "calling ${CLUSTERS}"`,
  ])('is not what %s says', async (text) => expect(await rules(text)).toEqual([]));

  it('has a body that a filter makes, with line ends in its texts and numbers that JSON does not know', async () => {
    const text = `jq -n '{name: "a\nb", diskSizeGB: 007, providerSettings: {}}' | curl -d @- ${CLUSTERS}`;
    expect(await rules(text)).toContain('removed-cluster-property');
  });

  it('has an address that is put together from variables, fallbacks and arguments', async () => {
    const text = `HOST=\${HOST:-https://cloud.mongodb.com}\nexport BASE="$HOST/api/atlas/v1.0"\nf() { curl "$BASE/groups/$1"; }`;
    expect(await rules(text)).toEqual(['legacy-base-url', 'missing-version-header']);
    expect(await fixed(text)).toContain('export BASE="$HOST/api/atlas/v2"');
  });

  it.each([
    ['"$@"', 'arguments'],
    ['$OPTIONS', 'an unknown variable'],
    ['-K settings', 'a file of options'],
    ['-H "$HEADER"', 'an unknown header'],
  ])('misses no header when %s may hold it', async (words) => {
    expect(await rules(`curl ${words} ${CLUSTERS}`)).toEqual(['legacy-base-url']);
  });
});

const reads = async (script: string): Promise<readonly string[]> =>
  (await findingsIn({ 'a.sh': script }))
    .filter(({ rule }) => rule === 'removed-cluster-property')
    .map(
      ({ operation, span, fix }) =>
        `${script.slice(span.start, span.end)} ${operation} ${fix?.safety ?? '-'}`,
    );

describe('a filter of jq', () => {
  const DISTINCT = `${CLUSTERS}/a`;
  it.each([
    ['a pipe', `curl -s ${DISTINCT} 2>/dev/null | jq -r '.srvAddress'`, ['srvAddress clusters.get safe']],
    [
      'a pipe that ends its line',
      `curl -s ${DISTINCT} |\n\n  jq .srvAddress`,
      ['srvAddress clusters.get safe'],
    ],
    [
      'a command between',
      `x=$(curl ${DISTINCT}); echo "$x" | jq .srvAddress`,
      ['srvAddress clusters.get safe'],
    ],
    ['a here-string', `x=\`curl ${DISTINCT}\`; jq .srvAddress <<< "$x"`, ['srvAddress clusters.get safe']],
    [
      'a file',
      `curl ${CLUSTERS} > $d/c.json; jq '.results | map(.srvAddress)' $d/c.json`,
      ['srvAddress clusters.list safe'],
    ],
    [
      'a file behind an option',
      `curl ${CLUSTERS} -so c.json; jq .results[].srvAddress < c.json`,
      ['srvAddress clusters.list safe'],
    ],
    ['options', `curl ${DISTINCT} | jq -r --arg a b '.srvAddress'`, ['srvAddress clusters.get safe']],
    ['a name for itself', `curl ${DISTINCT} | jq '{ name, srvAddress }'`, ['srvAddress clusters.get -']],
    ['a value that is set', `curl ${DISTINCT} | jq '.srvAddress |= "x"'`, ['srvAddress clusters.get -']],
    ['a deeper place', `curl ${CLUSTERS} | jq '.results[] | .replicationSpecs[] | .numShards'`, []],
    ['a place that stays', `curl ${DISTINCT} | jq '.replicationSpecs[].numShards'`, []],
    ['a string', `curl ${DISTINCT} | jq '.name == "x.srvAddress"'`, []],
    ['two commands that share nothing', `curl ${DISTINCT} || jq .srvAddress other.json`, []],
    ['another filter between', `curl ${DISTINCT} | jq .links | jq .srvAddress`, []],
    [
      'a filter that cannot be seen',
      `curl ${DISTINCT} | jq ".$NAME, .srvAddress"`,
      ['srvAddress undefined -'],
    ],
  ])('of %s', async (_, script, expected) => {
    expect(await reads(script)).toEqual(expected);
  });

  it('with a read that has no safe fix holds the address back', async () => {
    const script = `curl ${DISTINCT} | jq '.providerSettings.instanceSizeName'\n`;
    expect(await fixed(script)).toBe(script);
  });
});

describe('a function of the script', () => {
  const API = `API=${BASE}\n`;

  it('sends what its calls give it', async () => {
    const text = `${API}call() {\n  local method="$1" path=$2\n  shift 2\n  curl -s -X "$method" "$API/$path" "$@"\n}\nget() { call GET "groups/$1/\${2}"; }\nget 1 clusters\nget 2 whitelist\ncall POST groups/1/clusters --json '${SIMPLE}'`;
    const found = await requests(text);
    expect(found.map(({ method, hasBody, urls }) => [method, hasBody, urls.length])).toEqual([
      ['GET', false, 1],
      ['GET', false, 1],
      ['POST', true, 1],
    ]);
    expect(new Set(found.map(({ span }) => text.slice(span.start, span.start + 4)))).toEqual(
      new Set(['curl']),
    );
    expect(await rules(text)).toEqual([
      'legacy-base-url',
      'missing-version-header',
      'renamed-endpoint',
      'removed-cluster-property',
    ]);
  });

  it.each([
    [
      'braces on a line',
      `call() { curl -s "$@"; }\ncall "$API/groups"`,
      `call() { curl -H 'Accept: ${ACCEPT}' -s "$@"; }`,
    ],
    [
      'a keyword',
      `function call {\ncurl "\${@:2}"\n}\ncall x "$API/groups"`,
      `curl -H 'Accept: ${ACCEPT}' "\${@:2}"`,
    ],
    [
      'a header of its own',
      `call() { curl -H 'Accept: */*' "$API$1"; }\ncall /groups`,
      `curl -H 'Accept: ${ACCEPT}' "$API$1"`,
    ],
    ['a default', `call() { curl "\${1:-$API/orgs}" "$2"; }\ncall "$API/groups" -s`, undefined],
  ])('gets its header where it calls curl: %s', async (_, script, expected) => {
    const after = await fixed(API + script);
    if (expected === undefined) expect(after).toBe(API + script);
    else expect(after).toContain(expected);
    expect(await fixed(after)).toBe(after);
  });

  it('that some callers give the header gets no second one', async () => {
    const text = `${API}call() { curl "$@"; }\ncall -H "Accept: ${ACCEPT}" "$API/groups"\ncall "$API/orgs"`;
    expect(await rules(text)).toEqual(['legacy-base-url', 'missing-version-header']);
    expect(await fixed(text)).toBe(text);
  });

  it('gives its answer to the filter behind its call', async () => {
    const text = `${API}call() { curl "$@"; }\ncall "$API/groups/1/clusters/a" | jq .srvAddress`;
    expect(await fixed(text)).toContain('jq .connectionStrings.standardSrv');
  });

  it.each([
    [
      'takes arguments in turn',
      `call() { while [ $# -gt 0 ]; do shift; done; curl "$1"; }\ncall "$API/groups"`,
    ],
    ['is of another script', 'call "$API/groups"'],
    ['is a program', 'http GET "$API/groups"'],
    ['is a program behind a control word', 'if xh "$API/groups"; then :; fi'],
    ['is run by another one', 'eval "curl -s $API/groups"'],
    ['fills in a template', 'sed "s#@API@#$API#" a.yaml > b.yaml'],
    ['gets what is exported', 'export API\npython3 sync.py'],
    ['shares its variables', '. ./others.sh'],
    ['searches the answer', 'curl "$API/groups/1/clusters/a" | grep -o srvAddress'],
    [
      'reads the answer',
      `x=$(curl "$API/groups/1/clusters/a"); python3 -c 'print(a["srvAddress"])' <<< "$x"`,
    ],
    ['gives an address', 'at() { echo "$API/$1"; }\ncurl "$(at groups)"'],
  ])('that %s holds the address back', async (_, script) => {
    const text = `${API}curl "$API/orgs"\n${script}\n`;
    expect(await fixed(text)).toBe(text);
    expect(await rules(text)).toContain('legacy-base-url');
  });

  it.each(['echo "$API" >&2', 'echo "calls $API" >> calls.log', 'export API', '[ -n "$API" ] || exit 1'])(
    'is no reason to hold an address back that %s speaks of',
    async (script) => expect(await fixed(`${API}curl "$API/orgs"\n${script}\n`)).toContain('atlas/v2'),
  );

  it('keeps its own names to itself', async () => {
    const text = `${API}a() { local path=groups; curl "$API/$path"; }\nb() { local path=orgs; curl "$API/$path"; }`;
    expect((await requests(text)).map(({ urls }) => urls.length)).toEqual([1, 1]);
  });
});

describe('a loop', () => {
  it('sends to each of its words, with the options of a variable', async () => {
    const text = `CURL="curl -s --digest"\nfor u in "${BASE}/groups" "${BASE}/orgs"; do\n  $CURL "$u"\ndone`;
    expect((await requests(text)).map(({ urls, auth }) => [urls.length, auth])).toEqual([[2, undefined]]);
    expect(await fixed(text)).toContain(`$CURL "$u" -H 'Accept: ${ACCEPT}'`);
  });
});

describe('the fix', () => {
  it('writes a header like its neighbours, on a line of its own where they have one', async () => {
    expect(await fixed(`curl --header "X-A: b" \\\n     "${CLUSTERS}"`)).toBe(
      `curl --header "X-A: b" --header "Accept: ${ACCEPT}" \\\n     "${CLUSTERS.replace('v1.0', 'v2')}"`,
    );
    expect(await fixed(`curl \\\n  -H 'X-A: b' \\\n  -H 'X-C: d' \\\n  ${CLUSTERS}\n`)).toContain(
      ` \\\n  -H 'X-C: d' \\\n  -H 'Accept: ${ACCEPT}' \\\n`,
    );
    expect(await fixed(`curl ${CLUSTERS} | jq .`)).toBe(
      `curl ${CLUSTERS.replace('v1.0', 'v2')} -H 'Accept: ${ACCEPT}' | jq .`,
    );
  });

  it('replaces a header that says something else, also where a list or variable says it', async () => {
    expect(await fixed(`curl -H 'accept: application/json' ${CLUSTERS}`)).toContain(
      `-H 'accept: ${ACCEPT}' https`,
    );
    expect(await fixed(`H=(-H "Accept: application/json")\ncurl "\${H[@]}" ${CLUSTERS}`)).toContain(
      `H=(-H "Accept: ${ACCEPT}")\n`,
    );
    expect(await fixed(`A=application/json\ncurl -H "Accept: $A" ${CLUSTERS}`)).toContain(`A=${ACCEPT}\n`);
  });

  it.each([
    ['single quotes', `-d '${SIMPLE}'`],
    ['single quotes with variables', `-d '${SIMPLE.replace('"a"', `"'"$NAME"'"`)}'`],
    ['double quotes', `-d "${SIMPLE.replaceAll('"', '\\"')}"`],
    [
      'double quotes with variables',
      `-d "${SIMPLE.replaceAll('"', '\\"').replace('\\"M10\\"', '\\"$SIZE\\"')}"`,
    ],
    ['a here-document', `-d @- <<EOF\n${SIMPLE.replace('"M10"', '"${SIZE}"')}\nEOF`],
    ['a substituted here-document', `-d "$(cat <<'EOF'\n${SIMPLE}\nEOF\n)"`],
    ['a variable', `-d "$BODY"`],
  ])('restructures a body in %s', async (_, data) => {
    const text = `BODY='${SIMPLE}'\ncurl -H 'Content-Type: application/json' ${CLUSTERS} ${data}\n`;
    const after = await fixed(text);
    expect(after.replace(/^BODY=.*\n/, data.includes('$BODY') ? '$&' : '')).not.toContain('providerSettings');
    expect(after).toMatch(/\\?"regionName\\?": \\?"US_EAST_1\\?"/);
    const variables = [...data.matchAll(/'?"?\$\{?(?:NAME|SIZE)\}?"?'?/g)].map(([found]) => found);
    for (const found of variables) expect(after).toContain(found);
    expect(await fixed(after)).toBe(after);
  });

  it('restructures the file that a call sends', async () => {
    const files = {
      'x/a.sh': `curl -d @body.json ${CLUSTERS} -H 'Content-Type: application/json'`,
      'x/body.json': SIMPLE,
    };
    expect((await fixedFiles(files, 'safe'))['x/body.json']).toContain('replicationSpecs');
  });
});

const PIECES = [
  'curl ',
  '-d ',
  "'",
  '"',
  '$(',
  ')',
  '`',
  '${',
  '}',
  '<<EOF\n',
  'EOF\n',
  '\\',
  '\n',
  'x=',
  '(',
  ' ',
  '$x',
  '-H ',
  'Accept: a',
  CLUSTERS,
  '{"a": 1}',
  ';',
  '|',
  '#',
  '<',
  '>',
  '<<<',
  '&',
  '$((',
  '\r\n',
  '@-',
];

describe('bad input', () => {
  const shellText = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 });

  it('of any kind is read to its end, every word where it stands', async () => {
    await fc.assert(
      fc.asyncProperty(shellText, async (pieces) => {
        const text = pieces.join('');
        const { facts } = await extract(text);
        for (const { span } of facts) expect(span.start <= span.end && span.end <= text.length).toBe(true);
      }),
    );
  });

  it('takes no time: nested, doubled and unclosed', async () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `v${i}="$v${i + 1}$v${i + 1}"`).join('\n');
    const before = performance.now();
    for (const text of [
      '$('.repeat(50_000),
      '"'.repeat(50_001),
      '<<EOF\n'.repeat(5_000),
      `${doubling}\ncurl "$v0/api/atlas/v1.0"`,
      `curl ${' -d "'.repeat(20_000)}`,
    ])
      await extract(text);
    new ShellLexer("'".repeat(100_001)).read();
    expect(performance.now() - before).toBeLessThan(3000);
  });

  it('keeps no credential in its facts', async () => {
    const secret = 'c0ffee-canary';
    const { facts } = await extract(
      `TOKEN=${secret}\ncurl -u "u:${secret}" -H 'Authorization: Bearer ${secret}' -H "X-Key: $TOKEN" ` +
        `"https://u:${secret}@cloud.mongodb.com/api/atlas/v1.0/groups?apiKey=${secret}" -d '{"password": "${secret}"}'`,
    );
    expect(facts.map(({ kind }) => kind)).toEqual(['request', 'url']);
    expect(JSON.stringify(facts)).not.toContain(secret);
  });

  it('keeps a byte order mark, CRLF and a last line without end', async () => {
    const text = `\uFEFFB=${BASE}\r\ncurl $B/groups \\\r\n  -H 'X-A: b'`;
    expect(await fixed(text)).toBe(
      `\uFEFFB=${BASE.replace('v1.0', 'v2')}\r\ncurl $B/groups \\\r\n  -H 'X-A: b' \\\r\n  -H 'Accept: ${ACCEPT}'`,
    );
  });
});
