import { gzipSync } from 'node:zlib';
import type { Form } from '../../src/model/index.ts';
import { zipOf } from '../io/zip.ts';
import { CANARIES, planted } from './secrets.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const { headers, answerHeaders, query, form, body, answer, user } = planted;
const HOST = 'cloud.mongodb.com';
const CLUSTERS = '/api/atlas/v1.0/groups/5e2211c17a3e5a48f5497de3/clusters';
const TOKEN = '/api/atlas/v1.0/oauth/token';
const CLUSTERS_URL = `https://${user}@${HOST}${CLUSTERS}?${query}`;
const TOKEN_URL = `https://${HOST}${TOKEN}?${query}`;
const json = (value: unknown): string => JSON.stringify(value);
const pairs = (all: readonly (readonly [string, string])[]) => all.map(([name, value]) => ({ name, value }));
const lists = (all: readonly (readonly [string, string])[]) =>
  Object.fromEntries(all.map(([name, value]) => [name, [value]]));
const lines = (all: readonly (readonly [string, string])[], before = ''): string =>
  all.map(([name, value]) => `${before}${name}: ${value}\n`).join('');

const entry = (url: string, mimeType: string, text: string) => ({
  startedDateTime: '2026-10-03T12:00:00Z',
  request: {
    method: 'POST',
    url,
    headers: pairs(headers),
    cookies: pairs(headers),
    postData: { mimeType, text },
  },
  response: {
    status: 406,
    headers: pairs(answerHeaders),
    content: { mimeType: 'application/json', text: json(answer) },
  },
});

const har = (...entries: readonly unknown[]): string =>
  json({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });

const HAR = har(
  entry(CLUSTERS_URL, 'application/json', json(body)),
  entry(TOKEN_URL, 'application/x-www-form-urlencoded', form),
);

const encoded = (name: string, text: string): string =>
  `<${name} base64="true"><![CDATA[${Buffer.from(text).toString('base64')}]]></${name}>\n`;

const inClear = (name: string, text: string): string =>
  `<${name} base64="false"><![CDATA[${text}]]></${name}>\n`;

const burp = `<?xml version="1.0"?>\n<items burpVersion="2025.8" exportTime="canary">\n${[true, false]
  .map((isEncoded) => {
    const request = `POST ${CLUSTERS}?${query} HTTP/1.1\r\nHost: ${HOST}\r\n${lines(headers)}\r\n${json(body)}`;
    const response = `HTTP/1.1 406 x\r\n${lines(answerHeaders)}\r\n${json(answer)}`;
    const write = isEncoded ? encoded : inClear;
    return `<item>\n<url><![CDATA[${CLUSTERS_URL}]]></url>\n<method>POST</method>\n${write('request', request)}<status>406</status>\n${write('response', response)}<comment>canary comment</comment>\n</item>\n`;
  })
  .join('')}</items>\n`;

const FORM_HEADERS = [...headers, ['Content-Type', 'application/x-www-form-urlencoded']] as const;

const curl = (url: string, data: string): string =>
  `curl -X POST -u '${user}' ${headers.map(([name, value]) => `-H '${name}: ${value}'`).join(' \\\n  ')} \\\n  -d '${data}' '${url}'\n`;

const code = `import axios from 'axios';
const key = 'canary-literal', pass = "canary literal", tpl = \`canary \${key} literal\`; fetch('${CLUSTERS_URL}');
axios.post('${CLUSTERS_URL}', ${json(body)}, { headers: ${json(Object.fromEntries(headers))}, auth: { username: 'canary', password: 'canary' } });
const url = new URL('/api/atlas/v1.0/groups/canarygroup/alerts?apiKey=canarykey', 'https://${user}@${HOST}');
fetch(url, { headers: { Accept: 'application/json', 'X-Key': 'canary', Authorization: 'Basic ' + btoa('canary:canary') } }); // canary comment
fetch('${TOKEN_URL}', { method: 'POST', body: '${form}' });
export const answer = async () => (await (await fetch(\`https://${HOST}${CLUSTERS}/canarycluster\`)).json()).mongoURIWithOptions === 'canary';
`;

const ADDRESS = `https://${HOST}/api/atlas/v1.0/groups`;
/** Every canary that fits on a line. */
const SHORT = CANARIES.filter(({ value }) => !/[\n"'`$\\]/.test(value));

/** Each canary beside a finding, so that frames show its line. */
const besides = (line: (name: string, value: string) => string, finding: string): string =>
  SHORT.map(({ name, value }) => `${line(name || 'user', value)}\n${finding}\n`).join('');

const CODE_LINES = [
  besides((name, value) => `send({ '${name}': '${value}' });`, `fetch('${ADDRESS}');`),
  besides((_, value) => `login('me', "${value}");`, `fetch('${ADDRESS}');`),
  besides((_, value) => `const t = \`${value}\`;`, `fetch('${ADDRESS}');`),
  besides((name, value) => `fetch('${ADDRESS}', { headers: { '${name}': '${value}' } });`, ''),
  besides((name, value) => `fetch('${ADDRESS}?${name}=${encodeURIComponent(value)}');`, ''),
  besides((_, value) => `const t = prod ? "${value}" : '';`, `fetch('${ADDRESS}');`),
  besides((_, value) => `switch (k) { case '${value}': fetch('${ADDRESS}'); }`, ''),
  besides((_, value) => `fetch(\`${ADDRESS}/\${sign('${value}', \`${value}\`)}\`);`, ''),
  besides((_, value) => `// ${value}`, `fetch('${ADDRESS}'); // ${planted.user}`),
  besides((_, value) => `/* ${value} */`, `fetch('${ADDRESS}'); /* ${planted.user}`.concat(' */')),
].join('');

const SHELL_LINES = [
  besides((name, value) => `curl '${ADDRESS}' -H '${name}: ${value}'`, ''),
  besides((name, value) => `curl "${ADDRESS}?${name}=${encodeURIComponent(value)}"`, ''),
  besides((name, value) => `curl ${ADDRESS} -d '{"${name}":"${value}"}'`, ''),
  besides((_, value) => `curl -u "me:${value}" ${ADDRESS} # ${value}`, ''),
  besides((name, value) => `${name.replaceAll(/\W/g, '_') || 'A'}='${value}' curl ${ADDRESS}`, ''),
].join('');

const yamlOf = (value: unknown, indent = ''): string => {
  if (Array.isArray(value))
    return value.map((item) => `\n${indent}- ${yamlOf(item, `${indent}  `).trimStart()}`).join('');
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([name, item]) => `\n${indent}${name}: ${yamlOf(item, `${indent}  `)}`)
      .join('');
  return json(value);
};

const yaml = (value: unknown): string => `${yamlOf(value).trimStart()}\n`;

const sized = (text: string, tag: string): string => `${Buffer.byteLength(text)}:${text}${tag}`;

const net = (value: unknown): string => {
  if (value === null) return '0:~';
  if (typeof value === 'number') return sized(String(value), Number.isInteger(value) ? '#' : '^');
  if (typeof value === 'string') return sized(value, ',');
  if (Array.isArray(value)) return sized(value.map(net).join(''), ']');
  const members = Object.entries(value as object).flatMap(([name, item]) => [sized(name, ';'), net(item)]);
  return sized(members.join(''), '}');
};

const flow = net({
  version: 20,
  type: 'http',
  request: {
    method: 'POST',
    scheme: 'https',
    host: HOST,
    port: 443,
    path: `${CLUSTERS}?${query}`,
    http_version: 'HTTP/1.1',
    headers: headers.map((pair) => [...pair]),
    content: json(body),
    timestamp_start: 1790000000,
    authority: '',
  },
  response: {
    status_code: 406,
    reason: 'x',
    http_version: 'HTTP/1.1',
    headers: answerHeaders.map((pair) => [...pair]),
    content: json(answer),
  },
});

const span = (url: string) => ({
  name: 'POST canaryspan',
  spanId: '1',
  traceId: '2',
  startTimeUnixNano: '1790000000000000000',
  attributes: [
    ['http.request.method', 'POST'],
    ['url.full', url],
    ['http.response.status_code', 406],
    ['db.statement', 'canary'],
    ...headers.map(([name, value]) => [`http.request.header.${name}`, value]),
  ].map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  })),
});

const interaction = {
  request: {
    method: 'post',
    uri: CLUSTERS_URL,
    headers: lists(headers),
    body: { encoding: 'UTF-8', string: json(body) },
  },
  response: {
    status: { code: 406, message: 'x' },
    headers: lists(answerHeaders),
    body: { encoding: 'UTF-8', string: json(answer) },
  },
  recorded_at: 'Sat, 03 Oct 2026 12:00:00 GMT',
};

const postman = {
  info: { name: 'canary', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'apiKey', value: 'canaryvariable' }],
  item: [
    {
      name: 'canary',
      request: {
        method: 'POST',
        url: CLUSTERS_URL,
        header: headers.map(([key, value]) => ({ key, value })),
        auth: { type: 'digest', digest: [{ key: 'password', value: 'canaryauth' }] },
        body: { mode: 'raw', raw: json(body) },
      },
      response: [
        {
          name: 'canary',
          code: 406,
          header: answerHeaders.map(([key, value]) => ({ key, value })),
          body: json(answer),
        },
      ],
    },
  ],
};

const insomnia = {
  _type: 'export',
  __export_format: 4,
  resources: [
    {
      _id: 'env_1',
      _type: 'environment',
      data: { base_url: `https://${user}@${HOST}/api/atlas/v1.0`, secret: 'canaryenv' },
    },
    {
      _id: 'req_1',
      _type: 'request',
      url: CLUSTERS_URL,
      method: 'POST',
      headers: pairs(headers),
      body: { mimeType: 'application/json', text: json(body) },
      authentication: { type: 'digest', username: 'canary', password: 'canary' },
    },
  ],
};

const mock = {
  request: {
    method: 'POST',
    urlPath: CLUSTERS,
    headers: { Authorization: { equalTo: 'Bearer canarybearer' } },
    bodyPatterns: [{ equalToJson: json(body) }],
  },
  response: { status: 406, headers: Object.fromEntries(answerHeaders), jsonBody: answer },
};

const rubyCode = `require 'net/http'
KEY = 'canary' # canary
HTTParty.get("${CLUSTERS_URL}", headers: { 'X-Key' => 'canary', Authorization: "Basic canarybasic" }, digest_auth: { username: 'canary', password: 'canary' })
request = Net::HTTP::Post.new(URI('${TOKEN_URL}'))
request['X-Key'] = 'canary'
request.body = <<~BODY
  ${form}
BODY
`;
const luaCode = `local https = require("ssl.https")
local key = 'canary' -- canary
local form = [[${form}]]
local headers = { ["X-Key"] = "canary", authorization = 'Basic canarybasic' } --[[ canary ]]
https.request{ url = "${CLUSTERS_URL}", headers = headers, source = ltn12.source.string('{"secret": "canary"}') }
https.request('${TOKEN_URL}', [==[
${form}
]==])
`;
const phpCode = `<?php
$key = 'canary'; # canary
$ch = curl_init("${CLUSTERS_URL}&$key");
curl_setopt($ch, CURLOPT_USERPWD, 'canary:canary');
curl_setopt($ch, CURLOPT_HTTPHEADER, ['X-Key: canary', "Authorization: Basic canarybasic"]);
curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(['secret' => 'canary']));
curl_exec($ch); // canary
file_get_contents('${TOKEN_URL}', false, stream_context_create(['http' => ['header' => "Cookie: canary\\r\\n", 'content' => <<<BODY
${form}
BODY
]]));
`;
const powershellCode = `$key = 'canary' # canary
$headers = @{ 'X-Key' = 'canary'; Cookie = "canary=$key" }
$body = @{
  secret = 'canary'
} | ConvertTo-Json
Invoke-RestMethod -Uri "${CLUSTERS_URL}&$key" -Method Post -Headers $headers -Body $body
Invoke-RestMethod -Uri '${TOKEN_URL}' -Method Post -Body @'
${form}
'@
`;
const pythonCode = `import requests
from requests.auth import HTTPDigestAuth
URL = f"https://${user}@${HOST}/api/atlas/v1.0/groups?${query}"
HEADERS = {"Authorization": "Bearer canarybearer", 'Accept': "application/json"}
requests.get("${CLUSTERS_URL}", headers={"Authorization": 'Basic canarybasic'}, auth=HTTPDigestAuth("canary", '''canary'''))
requests.post("${CLUSTERS_URL}", json={"name": "canary", "providerSettings": {"password": "canary"}}, auth=("canary", "canary"))  # canary
password = "canary"; requests.get("https://${HOST}/api/atlas/v1.0/groups/%s?apiKey=canary" % "canary", headers=HEADERS)
`;
const javaCode = `package canary;
import java.net.URI;
import java.net.http.*;
class Canary {
  static final String URL = "https://${user}@${HOST}/api/atlas/v1.0/groups?${query}";
  String password = "canary"; // canary
  void run(HttpClient client) throws Exception {
    client.send(HttpRequest.newBuilder(URI.create(URL)).header("Authorization", "Bearer canarybearer").build(), HttpResponse.BodyHandlers.ofString());
    client.send(HttpRequest.newBuilder(URI.create("${CLUSTERS_URL}")).header("Authorization", "Basic canarybasic").POST(HttpRequest.BodyPublishers.ofString("{\\"name\\": \\"canary\\"}")).build(), HttpResponse.BodyHandlers.ofString());
  }
}
`;
const kotlinCode = `import okhttp3.OkHttpClient
import okhttp3.Request
const val URL = "https://${user}@${HOST}/api/atlas/v1.0/groups?${query}"
val password = "canary" // canary
fun run(client: OkHttpClient) {
  client.newCall(Request.Builder().url(URL).header("Authorization", "Bearer canarybearer").build()).execute()
  client.newCall(Request.Builder().url("${CLUSTERS_URL}").header("X-Key", """canary""").build()).execute()
}
`;
const goCode = `package main

import "net/http"

const base = "https://${user}@${HOST}/api/atlas/v1.0/groups?${query}"

func main() {
	req, _ := http.NewRequest("POST", "${CLUSTERS_URL}", strings.NewReader(\`{"providerSettings": {"password": "canary"}}\`)) // canary
	req.Header.Set("Authorization", "Bearer canarybearer")
	req.SetBasicAuth("canary", \`canary\`)
	http.DefaultClient.Do(req)
	http.Get("https://canary:canary@${HOST}/api/atlas/v1.0/groups?apiKey=canary")
}
`;
const csharpCode = `using System.Net.Http;
class Canary {
  const string Url = "https://${user}@${HOST}/api/atlas/v1.0/groups?${query}";
  string password = @"canary"; // canary
  async Task Run(HttpClient client) {
    var request = new HttpRequestMessage(HttpMethod.Get, $"{Url}/canary");
    request.Headers.Add("Authorization", "Bearer canarybearer");
    await client.SendAsync(request);
    await client.PostAsJsonAsync("${CLUSTERS_URL}", new { name = "canary", password = "canary" });
  }
}
`;
const recipe = curl(CLUSTERS_URL, json(body))
  .trimEnd()
  .split('\n')
  .map((line) => `\t${line.replaceAll('$', '$$$$')}\n`)
  .join('');

/** Files of each form that hold the canaries. A new form has to say here how it holds them. */
export const PLANTED_FORMS: Readonly<Record<Form, Files>> = {
  typescript: { 'code.ts': code, 'lines.ts': CODE_LINES },
  python: { 'code.py': pythonCode },
  go: { 'code.go': goCode },
  java: { 'code.java': javaCode },
  ruby: { 'code.rb': rubyCode },
  php: { 'code.php': phpCode },
  lua: { 'code.lua': luaCode },
  kotlin: { 'code.kt': kotlinCode },
  powershell: { 'code.ps1': powershellCode },
  csharp: { 'code.cs': csharpCode },
  json: {
    'body.json': json(body),
    'settings.json': json({ url: CLUSTERS_URL, ...body, key: { url: `/api/atlas/v1.0/x?${query}` } }),
  },
  yaml: {
    'body.yaml': yaml(body),
    'settings.yml': yaml({ url: CLUSTERS_URL, on: [CLUSTERS_URL, { deep: body }] }),
  },
  env: {
    '.env': `URL=${CLUSTERS_URL}\nexport BASE="https://${user}@${HOST}/api/atlas/v1.0" # canary\nKEY=canary\nATLAS='{"url":"${CLUSTERS_URL}"}'\n`,
  },
  shell: {
    'lines.sh': SHELL_LINES,
    'calls.sh': `#!/bin/sh\nTOKEN=canarytoken # canary\n${curl(CLUSTERS_URL, json(body))}${curl(TOKEN_URL, form)}curl --digest -u "canary:$KEY" "https://${HOST}${CLUSTERS}/canarycluster" --data @- <<EOF\n${json(body)}\nEOF\n`,
  },
  asciidoc: {
    'a.adoc': `[source,bash]\n----\n${curl(CLUSTERS_URL, json(body))}----\n`,
  },
  'restructured-text': {
    'a.rst': `canary\n\n.. code-block:: sh\n\n${curl(CLUSTERS_URL, json(body)).replaceAll(/^/gm, '   ')}\n`,
  },
  notebook: {
    'a.ipynb': json({
      cells: [
        {
          cell_type: 'code',
          outputs: [{ text: CLUSTERS_URL }],
          source: [`!curl -u '${user}' '${CLUSTERS_URL}'\n`],
        },
        { cell_type: 'code', source: `%%bash\n${curl(CLUSTERS_URL, json(body))}` },
      ],
    }),
  },
  terraform: {
    'main.tf': `variable "key" {\n  default = "canary"\n}\ndata "http" "a" {\n  url = "${CLUSTERS_URL}"\n  request_headers = {\n    X-Key = "canary"\n  }\n}\n`,
  },
  component: {
    'A.vue': `<template>canary</template>\n<script setup lang="ts">\n${code}\n</script>\n`,
  },
  'command-file': {
    crontab: `KEY=canary\n*/5 * * * * root curl -u '${user}' '${CLUSTERS_URL}'\n`,
    Procfile: `web: curl -H 'X-Key: canary' '${CLUSTERS_URL}'\n`,
  },
  dockerfile: {
    Dockerfile: `FROM a\nENV KEY=canary BASE="https://${user}@${HOST}/api/atlas/v1.0"\nRUN ${curl(CLUSTERS_URL, json(body))}CMD ${json(['curl', '-u', user, '-H', 'X-Key: canary', CLUSTERS_URL])}\n`,
  },
  jenkinsfile: {
    Jenkinsfile: `// canary\npipeline {\n  environment {\n    KEY = 'canary'\n    BASE = 'https://${user}@${HOST}/api/atlas/v1.0'\n  }\n  steps {\n    sh "curl -H 'X-Key: canary' -u \${KEY}:canary \${BASE}/groups/canary"\n    sh '''curl -u "${user}" "${CLUSTERS_URL}"'''\n  }\n}\n`,
  },
  makefile: {
    Makefile: `KEY = canary\nBASE := https://${user}@${HOST}/api/atlas/v1.0\n\nall:\n${recipe}\tcurl -u $(KEY):canary $(BASE)/groups/canary\n`,
  },
  markdown: {
    'README.md': `# canary\n\nhttps://${user}@${HOST}/api/atlas/v1.0 canary\n\n\`\`\`bash\n${curl(CLUSTERS_URL, json(body))}\`\`\`\n\n> \`\`\`js\n> fetch('${CLUSTERS_URL}', { headers: { 'X-Key': 'canary' } })\n> \`\`\`\n\n\`\`\`json\n${json(body)}\n\`\`\`\n`,
  },
  bruno: {
    'a.bru': `meta {\n  name: canary\n  type: http\n}\n\npost {\n  url: ${CLUSTERS_URL}\n  body: json\n  auth: digest\n}\n\nheaders {\n${lines(headers, '  ')}}\n\nauth:digest {\n  username: canary\n  password: canary\n}\n\nbody:json {\n  ${json(body)}\n}\n`,
  },
  http: {
    'a.http': `@key = canaryvariable\nPOST ${CLUSTERS_URL}\n${lines(headers)}\n${json(body)}\n\n###\nPOST ${TOKEN_URL}\n${lines(FORM_HEADERS)}\n${form}\n`,
  },
  insomnia: { 'insomnia.json': json(insomnia) },
  nock: {
    'nock.json': json([
      {
        scope: `https://${HOST}:443`,
        method: 'POST',
        path: `${CLUSTERS}?${query}`,
        body,
        status: 406,
        response: answer,
        reqheaders: Object.fromEntries(headers),
        rawHeaders: answerHeaders.flat(),
      },
    ]),
  },
  postman: { 'postman.json': json(postman) },
  'postman-yaml': {
    'a.request.yaml': `$kind: http-request\nname: canary\nmethod: POST\nurl: ${json(CLUSTERS_URL)}\nheaders:\n${headers.map(([name, value]) => `  - key: ${name}\n    value: ${json(value)}\n`).join('')}body:\n  type: json\n  content: ${json(json(body))}\n`,
  },
  wiremock: { 'wiremock.json': json(mock) },
  'access-log': {
    'access.log':
      `1.2.3.4 - canary [03/Oct/2026:12:00:00 +0000] "POST ${CLUSTERS}?${query} HTTP/1.1" 406 12 "https://h.test/?t=canary" "canary agent"\n`.repeat(
        30,
      ),
    'json.log':
      `${json({ time: '2026-10-03T12:00:00Z', method: 'POST', url: CLUSTERS_URL, status: 406, user: 'canary', ...body })}\n`.repeat(
        3,
      ),
  },
  burp: { 'a.burp.xml': burp, 'cut.burp.xml': burp.slice(0, burp.lastIndexOf('<response')) },
  cassette: {
    'cassette.yml': yaml({ http_interactions: [interaction], recorded_with: 'VCR 6.0' }),
    'vcrpy.json': json({ version: 1, interactions: [interaction] }),
  },
  'curl-log': {
    'curl.log': `* Server auth using Basic with user 'canary'\n> POST ${CLUSTERS}?${query} HTTP/1.1\n> Host: ${HOST}\n${lines(headers, '> ')}>\n} [12 bytes data]\n< HTTP/1.1 406 x\n${lines(answerHeaders, '< ')}<\n${json(answer)}\n`,
  },
  har: {
    'a.har': HAR,
    'b.har.gz': gzipSync(HAR),
    'c.zip': zipOf([{ name: 'har.har', bytes: HAR }]),
    'cut.har': HAR.slice(0, HAR.indexOf('canarycamel') + 4),
  },
  mitmproxy: { 'dump.flow': flow, 'cut.flow': flow.slice(0, -40) },
  otlp: {
    'traces.json': json({
      resourceSpans: [{ scopeSpans: [{ spans: [span(CLUSTERS_URL), span(TOKEN_URL)] }] }],
    }),
  },
};

/** Files that break where a credential stands. */
export const BROKEN: Files = {
  'broken.json': `{"url":"${CLUSTERS_URL}","apiKey":"canarybroken`,
  'token.json': `{"url":"${CLUSTERS_URL}","apiKey": canarybroken}`,
  'broken.yaml': `url: ${json(CLUSTERS_URL)}\napiKey: "canarybroken\n  - : canary: [canary`,
  'broken.ts': `fetch('${CLUSTERS_URL}', { headers: { key: 'canarybroken }`,
  'broken.har': `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[${json(entry(CLUSTERS_URL, 'x', 'canary'))},{"request":{"url":canarybroken`,
  'broken.sh': `curl '${CLUSTERS_URL}' -H 'X-Key: canarybroken`,
  'broken.http': `POST ${CLUSTERS_URL}\nX-Key canarybroken\n\n{"a": canarybroken`,
};
