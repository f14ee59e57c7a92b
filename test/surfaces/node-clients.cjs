// Calls of the API by each means of Node: https, fetch, HTTP/2, a worker, a child, a module. Ends with 1 where one fails.
const { execFileSync } = require('node:child_process');
const http2 = require('node:http2');
const https = require('node:https');
const { isMainThread, Worker } = require('node:worker_threads');

const headers = { authorization: 'Bearer x', accept: 'application/vnd.atlas.2023-02-01+json' };
const HOST = 'https://cloud.mongodb.com';
const PATH = '/api/atlas/v2/groups';

const byHttps = () =>
  new Promise((resolve, reject) => {
    const answered = (answer) => answer.resume().on('end', () => resolve(answer.statusCode));
    https.get(HOST + PATH, { headers }, answered).on('error', reject);
  });

const byFetch = async () => {
  const answer = await fetch(HOST + PATH, { headers });
  await answer.text();
  return answer.status;
};

const byHttp2 = () =>
  new Promise((resolve, reject) => {
    const session = http2.connect(HOST).on('error', reject);
    const stream = session.request({ ':path': PATH, ...headers });
    stream.on('response', (answer) => resolve(answer[':status']));
    stream.on('end', () => session.close()).resume();
    stream.end();
  });

const byModule = async () => {
  const source =
    'data:text/javascript,export default async (url, headers) => (await fetch(url, { headers })).status';
  return (await import(source)).default(HOST + PATH, headers);
};

const main = async () => {
  if (process.argv[2] === 'child') return void (await byHttps());
  if (!isMainThread) return void (await byFetch());
  const statuses = [await byHttps(), await byFetch(), await byHttp2(), await byModule()];
  await new Promise((resolve) => new Worker(__filename).on('exit', resolve));
  execFileSync(process.execPath, [__filename, 'child']);
  if (statuses.some((status) => status !== 200)) throw new Error(statuses.join());
};

main();
