import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program that makes one call and prints the answer's body. */
export interface Program {
  readonly name: string;
  /** First word of the command; where the machine has none, the program is skipped by name. */
  readonly command: string;
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** Place of the call, where the program itself tells it. */
  readonly site?: string;
}

const URL_OF_CALL = 'https://cloud.mongodb.com/api/atlas/v2/groups?pageNum=1';
const ACCEPT = 'application/vnd.atlas.2023-02-01+json';

const undici = JSON.stringify(fileURLToPath(new URL('../../node_modules/undici/index.js', import.meta.url)));
const axios = JSON.stringify(
  fileURLToPath(new URL('../../node_modules/axios/dist/node/axios.cjs', import.meta.url)),
);
const options = `{ headers: { accept: '${ACCEPT}' } }`;
const print = 'response => response.pipe(process.stdout)';

const node = (name: string, file: string, code: string, site: string | undefined): Program => ({
  name: `node: ${name}`,
  command: process.execPath,
  args: [file],
  files: { [file]: code },
  ...(site === undefined ? {} : { site }),
});

const NODE: readonly Program[] = [
  node(
    'fetch',
    'call.mjs',
    `const r = await fetch('${URL_OF_CALL}', ${options});\nprocess.stdout.write(await r.text());`,
    'call.mjs:1:17',
  ),
  node(
    'https.get',
    'call.cjs',
    `require('https').get('${URL_OF_CALL}', ${options}, ${print});`,
    'call.cjs:1:18',
  ),
  node(
    'imported https',
    'call.mjs',
    `import { request } from 'node:https';\nrequest('${URL_OF_CALL}', ${options}, ${print}).end();`,
    'call.mjs:2:1',
  ),
  node(
    'http2',
    'call.mjs',
    `import { connect } from 'node:http2';
const session = connect('https://cloud.mongodb.com');
const stream = session.request({ ':path': '/api/atlas/v2/groups?pageNum=1', accept: '${ACCEPT}' });
stream.pipe(process.stdout);
stream.on('end', () => session.close());`,
    'call.mjs:3:24',
  ),
  node(
    'the undici package',
    'call.cjs',
    `const { request } = require(${undici});
(async () => {
  const { body } = await request('${URL_OF_CALL}', ${options});
  process.stdout.write(await body.text());
})();`,
    'call.cjs:3:26',
  ),
  node(
    'axios',
    'call.cjs',
    `require(${axios}).get('${URL_OF_CALL}', { ...${options}, responseType: 'text' }).then(({ data }) => process.stdout.write(data));`,
    undefined,
  ),
  node(
    'a worker thread',
    'call.mjs',
    `import { isMainThread, Worker } from 'node:worker_threads';
if (isMainThread) new Worker(new URL(import.meta.url));
else process.stdout.write(await (await fetch('${URL_OF_CALL}', ${options})).text());`,
    'call.mjs:3:40',
  ),
  node(
    'a child of its own',
    'call.cjs',
    `if (process.argv[2]) fetch('${URL_OF_CALL}', ${options}).then((r) => r.text()).then(console.log);
else require('child_process').fork(__filename, ['again'], { env: { PATH: process.env.PATH } });`,
    'call.cjs:1:22',
  ),
  node(
    'curl, started by it',
    'call.cjs',
    `process.stdout.write(require('child_process').execFileSync('curl', ['-sS', '-H', 'accept: ${ACCEPT}', '${URL_OF_CALL}']));`,
    undefined,
  ),
];

const python = (name: string, code: string): Program => ({
  name: `python3: ${name}`,
  command: 'python3',
  args: ['call.py'],
  files: { 'call.py': code },
});

const JAVA = `import java.net.URI;
import java.net.http.*;
public class Call {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("${URL_OF_CALL}")).header("accept", "${ACCEPT}").build();
    System.out.print(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }
}
`;

const GO = `package main
import ("fmt"; "io"; "net/http")
func main() {
	request, _ := http.NewRequest("GET", "${URL_OF_CALL}", nil)
	request.Header.Set("accept", "${ACCEPT}")
	response, err := http.DefaultClient.Do(request)
	if err != nil { panic(err) }
	body, _ := io.ReadAll(response.Body)
	fmt.Print(string(body))
}
`;

const RUBY = `require 'net/http'
uri = URI('${URL_OF_CALL}')
proxy = URI.parse(ENV['https_proxy'])
print Net::HTTP.start(uri.host, 443, proxy.host, proxy.port, use_ssl: true) { |http| http.get(uri, 'accept' => '${ACCEPT}') }.body
`;

const PHP = `<?php
$proxy = str_replace('http://', 'tcp://', getenv('https_proxy'));
$http = ['header' => 'accept: ${ACCEPT}', 'proxy' => $proxy];
echo file_get_contents('${URL_OF_CALL}', false, stream_context_create(['http' => $http]));
`;

export const PROGRAMS: readonly Program[] = [
  ...NODE,
  { name: 'curl', command: 'curl', args: ['-sS', '-H', `accept: ${ACCEPT}`, URL_OF_CALL], files: {} },
  python(
    'urllib',
    `import urllib.request as u\nprint(u.urlopen(u.Request('${URL_OF_CALL}', headers={'accept': '${ACCEPT}'})).read().decode(), end='')`,
  ),
  python(
    'requests',
    `import requests\nprint(requests.get('${URL_OF_CALL}', headers={'accept': '${ACCEPT}'}).text, end='')`,
  ),
  { name: 'java', command: 'java', args: ['Call.java'], files: { 'Call.java': JAVA } },
  { name: 'go', command: 'go', args: ['run', 'call.go'], files: { 'call.go': GO } },
  { name: 'ruby', command: 'ruby', args: ['call.rb'], files: { 'call.rb': RUBY } },
  { name: 'php', command: 'php', args: ['call.php'], files: { 'call.php': PHP } },
];

const runs = (command: string, args: readonly string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Why a program cannot run on this machine; `undefined` where it can. */
export const missing = ({ name, command }: Program): string | undefined => {
  const version = command === 'go' ? ['version'] : ['--version'];
  if (!runs(command, version)) return `${command} is not on this machine`;
  if (name === 'python3: requests' && !runs('python3', ['-c', 'import requests']))
    return 'the package requests is not on this machine';
  return undefined;
};
