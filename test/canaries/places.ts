import { createHash } from 'node:crypto';

/** Tells one planted text from all others: made of the place that it stands in. */
export type Plant = (place: string) => string;

const BASE = 'https://cloud.mongodb.com/api/atlas/v1.0';
const json = (value: unknown): string => JSON.stringify(value);
const named = (text: string): string => `_${text.replaceAll('-', '_')}`;

const bytesOf = (place: string): Buffer => createHash('sha256').update(place).digest();
const spelled = (place: string, length: number, letters: string): string =>
  Array.from(bytesOf(place).subarray(0, length), (byte) => letters[byte % letters.length]).join('');

/** Shapes of credentials that no name says anything of. */
export const SHAPES: Readonly<Record<string, Plant>> = {
  hex: (place) => bytesOf(place).toString('hex').slice(0, 32),
  uuid: (place) =>
    bytesOf(place)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'),
  account: (place) => `mdb_sa_sk_${spelled(place, 20, 'abcdefghijklmnopqrstuvwxyz')}`,
  token: (place) => `eyJ${spelled(place, 24, 'ABCDEFGHIJKLMabcdefghijklm0123456789')}`,
};

const code = (plant: Plant): string => `import axios from 'axios';
import './${plant('import')}';
fetch('${BASE}/groups/abc/${plant('unknown segment')}');
fetch('${BASE}/groups/${plant('group')}/clusters');
fetch('${BASE}/${plant('first segment')}');
axios.get('${BASE}/groups/x/y/z', { headers: { Accept: 'application/json', 'X-${plant('header name')}': '1' } });
axios.get('${BASE}/groups/x/clusters?${plant('query key')}=1&${plant('bare query')}&x=${plant('query value')}');
axios.get('https://${plant('user')}@cloud.mongodb.com/api/atlas/v1.0/groups');
axios.get('https://${plant('host')}.mongodb.com/api/atlas/v1.0/groups');
axios.get('${BASE.replace('v1.0', 'v2')}/groups', { headers: { Accept: 'application/vnd.atlas.${plant('date')}+json' } });
axios.get('${BASE.replace('v1.0', 'v2')}/groups', { headers: { Accept: 'application/vnd.${plant('product')}.2023-02-01+${plant('suffix')}' } });
axios.request({ method: '${plant('method')}', url: '${BASE}/groups' });
axios.post('${BASE}/groups/x/clusters', { '${plant('key')}': 1, providerSettings: { '${plant('inner key')}': 1, providerName: 'AWS', instanceSizeName: 'M10', regionName: '${plant('region')}' }, replicationSpecs: [{ numShards: 1, regionsConfig: { '${plant('region key')}': { electableNodes: 3, priority: 7 } } }] });
axios.patch('${BASE}/groups/x/clusters/${plant('cluster')}', { autoScaling: { compute: { enabled: '${plant('value')}' } }, numShards: read('${plant('expression')}'), ${named(plant('identifier'))}: 2 });
axios.post('https://cloud.mongodb.com/api/oauth/token', 'grant_type=${plant('grant')}&client_id=${plant('client')}');
axios.post('https://cloud.mongodb.com/api/oauth/revoke', 'token=${plant('revoked')}&token_type_hint=${plant('hint')}');
axios.get('https://cloud.mongodb.com/prometheus/v1.0/groups/x/discovery?targetScheme=${plant('scheme')}');
const re = /${plant('expression of code')}/; fetch('${BASE}');
// migrate-ignore-next-line ${plant('ignored rule')}: because ${plant('reason')}
fetch('${BASE}/groups');
interface T { providerSettings: string; '${plant('declared')}': string }
export const r = async () => { const c: T = await (await fetch('${BASE}/groups/x/clusters/y')).json(); return c['${plant('read')}'] + c.providerSettings; };
log.info(\`
  ${plant('line of a template')}
\`); fetch('${BASE}');
send(${named(plant('variable'))}, '${BASE}');
`;

const entry = (plant: Plant, url: string, body: unknown) => ({
  startedDateTime: '2026-10-03T12:00:00Z',
  _custom: plant('custom'),
  [plant('entry key')]: 1,
  request: {
    method: 'POST',
    url,
    headers: [
      { name: plant('header'), value: '1' },
      { name: 'Accept', value: `application/vnd.atlas.${plant('date')}+json` },
    ],
    cookies: [{ name: plant('cookie'), value: '1' }],
    postData: { mimeType: `application/json; boundary=${plant('boundary')}`, text: json(body) },
  },
  response: {
    status: 406,
    statusText: plant('status'),
    headers: [
      { name: 'Sunset', value: plant('sunset') },
      { name: 'Content-Type', value: `application/vnd.atlas.2023-${plant('type')}+json` },
    ],
    content: {
      mimeType: 'application/json',
      text: json({ results: [{ providerSettings: { [plant('answer key')]: 1 } }], detail: plant('detail') }),
    },
  },
});

const har = (plant: Plant): string => {
  const at =
    (name: string): Plant =>
    (place) =>
      plant(`${name} ${place}`);
  const multipart = entry(at('multipart'), `${BASE}/groups/x/clusters`, {});
  const graph = { query: `mutation ${plant('mutation')} { x }` };
  return json({
    log: {
      version: plant('version'),
      creator: { name: plant('creator'), version: '1' },
      pages: [{ id: plant('page') }],
      entries: [
        entry(at('path'), `${BASE}/groups/${plant('group')}/${plant('segment')}?${plant('query')}=1`, {}),
        entry(at('body'), `${BASE}/groups/x/clusters`, {
          providerSettings: { [plant('key')]: 1 },
          note: json({ [plant('nested key')]: plant('nested') }),
        }),
        entry(at('graph'), 'https://cloud.mongodb.com/graphql', graph),
        {
          ...multipart,
          request: {
            ...multipart.request,
            postData: {
              mimeType: 'multipart/form-data; boundary=b',
              text: `--b\r\nContent-Disposition: form-data; name="${plant('field')}"\r\n\r\n${plant('content')}\r\n--b--`,
            },
          },
        },
      ],
    },
  });
};

const postman = (plant: Plant): string =>
  json({
    info: {
      name: plant('name'),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [{ key: plant('variable'), value: `${BASE}/${plant('variable value')}` }],
    item: [
      {
        name: plant('item'),
        request: {
          method: plant('method'),
          url: `{{${plant('variable')}}}/groups/${plant('segment')}?${plant('query')}=1`,
          header: [{ key: plant('header'), value: '1' }],
          body: { mode: 'raw', raw: json({ providerSettings: { [plant('key')]: 1 } }) },
        },
      },
      {
        name: 'broken',
        request: {
          method: 'POST',
          url: `${BASE}/groups/x/clusters`,
          body: { mode: 'raw', raw: `{"providerSettings": ${plant('broken')}` },
        },
      },
    ],
  });

/** Files in which names, keys, paths and whatever else reports are made of are credentials of one shape. */
export const placesOf = (shape: string): Readonly<Record<string, (plant: Plant) => string>> => ({
  [`${shape}.ts`]: code,
  [`broken-${shape}.tsx`]: (plant) =>
    `fetch('${BASE}/groups/x/clusters'); const A = <T${named(plant('tag'))}>${plant('text')}</B${named(plant('close'))}>;\n`,
  [`cluster-${shape}.json`]: (plant) =>
    json({
      [plant('key')]: 1,
      providerSettings: { providerName: 'AWS', [plant('inner')]: { a: 1 } },
      replicationSpecs: [
        { numShards: 1, regionsConfig: { [plant('region')]: { priority: plant('priority') } } },
      ],
      mongoURI: plant('uri'),
      url: `${BASE}/groups/${plant('group')}/clusters?${plant('query')}=1`,
    }),
  [`broken-${shape}.json`]: (plant) =>
    `{"providerSettings": {"a": ${plant('bare')}}, "url": "${BASE}", "x": "${plant('open')}\n`,
  [`twice-${shape}.json`]: (plant) =>
    `{"providerSettings": {"${plant('twice')}": 1, "${plant('twice')}": 2}, "replicationFactor": 3}`,
  [`anchors-${shape}.yaml`]: (plant) =>
    `base: &${plant('anchor')} {url: "${BASE}/groups"}\nother: *${plant('alias')}\n${plant('key')}: "${BASE}"\nx: !${plant('tag')} ${BASE}/clusters\n`,
  [`broken-${shape}.yaml`]: (plant) =>
    `url: ${BASE}/groups\n${plant('twice')}: 1\n${plant('twice')}: 2\n%BAD ${plant('directive')}\n\t${plant('tab')}: 1\n"${plant('open')}\n`,
  [`.env.${shape}`]: (plant) =>
    `A${named(plant('name'))}=${BASE}\nURL=${BASE}/groups/${plant('group')}/clusters?${plant('query')}\nX=${plant('value')}\n`,
  [`${shape}.sh`]: (plant) =>
    `curl --digest -u "pub:${plant('user')}" "${BASE}/groups/${plant('group')}/${plant('segment')}" -H '${plant('header')}: x'\ncurl -u ${plant('name')}:${plant('password')} ${BASE}/groups\ncurl ${BASE}/groups/x/clusters -d '{"providerSettings":{"${plant('key')}":1}}' --${plant('option')} x\n`,
  [`${shape}.http`]: (plant) =>
    `@host = https://${plant('user')}:${plant('password')}@cloud.mongodb.com\n### ${plant('title')}\n# @name ${plant('name')}\nPOST ${BASE}/groups/${plant('group')}/${plant('segment')}?${plant('query')}=1\n${plant('header')}: 1\nAuthorization: Digest ${plant('digest')} ${plant('second')}\n\n{"providerSettings": {"${plant('key')}": 1}}\n`,
  [`${shape}.har`]: har,
  [`cut-${shape}.har`]: (plant) => `${har((place) => plant(`cut ${place}`)).slice(0, -300)}${plant('end')}`,
  [`postman-${shape}.json`]: postman,
  [`nock-${shape}.json`]: (plant) =>
    json([
      {
        scope: 'https://cloud.mongodb.com:443',
        method: 'POST',
        path: `/api/atlas/v1.0/groups/${plant('group')}/${plant('segment')}?${plant('query')}=1`,
        body: { providerSettings: { [plant('key')]: 1 } },
        status: 406,
        response: { [plant('answer')]: 1 },
        reqheaders: { [plant('header')]: '1' },
      },
    ]),
  [`access-${shape}.log`]: (plant) =>
    Array.from(
      { length: 12 },
      (_, at) =>
        `10.0.0.1 - ${plant('user')} [03/Oct/2026:12:00:${10 + at} +0000] "GET /api/atlas/v1.0/groups/${plant('group')}/${plant(`segment ${at}`)}?${plant('query')}=1 HTTP/1.1" 200 12 "-" "${plant('agent')}"\n`,
    ).join(''),
  [`curl-${shape}.log`]: (plant) =>
    `* Server auth using Digest with user '${plant('user')}'\n> POST /api/atlas/v1.0/groups/${plant('group')}/${plant('segment')} HTTP/1.1\n> Host: cloud.mongodb.com\n> ${plant('header')}: 1\n> \n< HTTP/1.1 406 ${plant('reason')}\n< Sunset: ${plant('sunset')}\n< \n`,
  [`cassette-${shape}.yml`]: (plant) =>
    `http_interactions:\n- request:\n    method: ${plant('method')}\n    uri: ${BASE}/groups/${plant('group')}/${plant('segment')}?${plant('query')}=1\n    headers:\n      ${plant('header')}: [x]\n  response:\n    status: {code: 406, message: ${plant('message')}}\n    headers: *${plant('alias')}\n`,
  [`wiremock-${shape}.json`]: (plant) =>
    json({
      mappings: [
        {
          name: plant('name'),
          request: { method: 'POST', urlPattern: `/api/atlas/v1\\.0/groups/${plant('group')}/.*(` },
          response: { status: 200, jsonBody: { [plant('key')]: 1, providerSettings: 1 } },
        },
      ],
    }),
});
