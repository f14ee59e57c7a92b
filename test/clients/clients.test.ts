import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/main.ts';
import { startReferenceService } from '../../src/reference-service.ts';
import { recordingTerminal } from '../fixtures/transcripts.ts';
import { CLIENT, FORM, GROUP } from '../service/world.ts';

// Every client of fixtures/projects is run as a program, with the libraries it names, against the reference service.

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const projects = at('../../fixtures/projects');
const redirect = at('redirect.mjs');
const execute = promisify(execFile);

const root = realpathSync(mkdtempSync(join(tmpdir(), 'migrate-clients-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
symlinkSync(at('../../node_modules'), join(root, 'node_modules'));

/** In front of the real curl, it sends to the service what is meant for the API. */
const curlFolder = join(root, 'bin');
const prepareCurl = (): void => {
  const real = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh
for arg do
  shift
  case $arg in https://cloud.mongodb.com/*) arg="http://127.0.0.1:$SERVICE_PORT/\${arg#https://cloud.mongodb.com/}" ;; esac
  set -- "$@" "$arg"
done
exec ${real} "$@"
`;
  cpSync(at('redirect.mjs'), join(curlFolder, 'redirect.mjs'));
  writeFileSync(join(curlFolder, 'curl'), script);
  chmodSync(join(curlFolder, 'curl'), 0o755);
};
prepareCurl();

type Results = Readonly<Record<string, { readonly value?: unknown; readonly error?: string }>>;

const compile = (folder: string): void => {
  if (!existsSync(join(folder, 'tsconfig.json'))) return;
  const tsc = at('../../node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [
    tsc,
    '-p',
    folder,
    '--noCheck',
    '--noEmit',
    'false',
    '--rootDir',
    join(folder, 'src'),
    '--outDir',
    join(folder, 'build'),
  ]);
};

const PROCESS = {
  id: 'host:27017',
  hostname: 'orders-shard-00-00.x.example.net',
  port: 27_017,
  typeName: 'REPLICA',
};
const SEED = {
  groups: [{ id: GROUP, name: 'shop', orgId: '5e2211c17a3e5a48f5497de2' }],
  documents: {
    [`/groups/${GROUP}/processes`]: [PROCESS],
    [`/groups/${GROUP}/processes/host%3A27017/disks/data/measurements`]: {
      measurements: [
        {
          name: 'DISK_PARTITION_SPACE_USED',
          units: 'BYTES',
          dataPoints: [{ timestamp: '', value: 2 ** 31 }],
        },
      ],
    },
    [`/groups/${GROUP}/events`]: [{ created: '2026-11-21T00:00:00Z', eventTypeName: 'CLUSTER_CREATED' }],
    [`/groups/${GROUP}/databaseUsers`]: [
      { username: 'ann', databaseName: 'admin', roles: [{ roleName: 'read' }] },
    ],
    [`/groups/${GROUP}/alerts`]: [{ id: 'a', status: 'OPEN' }],
    '/orgs/5e2211c17a3e5a48f5497de2/invoices': [{ id: 'i', statusName: 'PENDING' }],
  },
  // access-ops uses HTTP Basic, which the specification names for other endpoints.
  configuration: { administration: { schemes: ['digest', 'bearer', 'basic'] } },
};

const tokenOf = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: CLIENT, 'content-type': FORM },
    body: 'grant_type=client_credentials',
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

const defaults = JSON.parse(readFileSync(at('../../rules/service/seed.json'), 'utf8')) as object;

/** Runs a client in its folder against a service of its own. */
const runClient = async (name: string, folder: string, legacy: 'on' | 'gone'): Promise<Results> => {
  const own = name === 'payload-folder' ? { clusters: [] } : {};
  const seed = { ...defaults, ...SEED, ...own };
  const service = await startReferenceService({ legacy, today: '2026-11-21', seed, allowHosts: ['*'] });
  try {
    const env = {
      ...process.env,
      PATH: `${curlFolder}${delimiter}${process.env['PATH']}`,
      REDIRECT: redirect,
      SERVICE_PORT: String(service.port),
      ATLAS_TOKEN: await tokenOf(service.url),
      ATLAS_GROUP_ID: GROUP,
      ATLAS_PROJECT: GROUP,
      ATLAS_PUBLIC_KEY: 'public',
      ATLAS_PRIVATE_KEY: 'private',
      ATLAS_CLIENT_ID: 'mdb_sa_id_reference',
      ATLAS_CLIENT_SECRET: 'reference',
      PROM_USER: 'prom',
      PROM_PASSWORD: 'reference',
    };
    const { stdout } = await execute(process.execPath, ['--import', redirect, at(`drivers/${name}.mjs`)], {
      cwd: folder,
      env,
    });
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as Results;
  } finally {
    await service.close();
  }
};

const copyOf = (name: string, as: string): string => {
  const folder = join(root, as, name);
  cpSync(join(projects, name), folder, { recursive: true });
  return folder;
};

const fixed = async (name: string, ...flags: readonly string[]): Promise<string> => {
  const folder = copyOf(name, `fixed${flags.join('')}`);
  const { terminal } = recordingTerminal(folder, '');
  expect(await run(['fix', '--allow-dirty', '--today', '2026-11-21', ...flags, '.'], terminal)).toBeLessThan(
    2,
  );
  compile(folder);
  return folder;
};

const failuresIn = (results: Results): readonly string[] =>
  Object.keys(results).filter((step) => results[step]!.error !== undefined);

const valuesIn = (results: Results, steps: readonly string[]): readonly unknown[] =>
  steps.map((step) => results[step]!.value);

/** Steps that do not go the usual way: all work with the old API, none without it, all after safe fixes. */
interface Exceptions {
  /** Half a migration, or a mistake, that does not work with the old API either. */
  readonly broken?: readonly string[];
  /** Calls that need no migration. */
  readonly current?: readonly string[];
  /** Calls that only `--unsafe` migrates. */
  readonly unsafe?: readonly string[];
  /** Calls that are reported and left to a person. */
  readonly byHand?: readonly string[];
}

const EXCEPTIONS: Readonly<Record<string, Exceptions>> = {
  'app-services': { byHand: ['scaleCluster'] },
  'half-migrated': { broken: ['alerts', 'create', 'inventory'], unsafe: ['inventory'] },
  'payload-folder': { broken: ['orders'], current: ['analytics'] },
  'service-account': { broken: ['targets', 'revoke'] },
};

describe('clients, as programs', () => {
  it.each(readdirSync(projects))('%s works before the migration and after it', async (name) => {
    const { broken = [], current = [], unsafe = [], byHand = [] } = EXCEPTIONS[name] ?? {};
    const original = copyOf(name, 'original');
    compile(original);
    const [before, after] = await Promise.all([
      runClient(name, original, 'on'),
      fixed(name).then((folder) => runClient(name, folder, 'gone')),
    ]);
    const steps = Object.keys(before);
    expect(failuresIn(before), 'with the unversioned API').toEqual(broken);
    const unfixed = await runClient(name, original, 'gone');
    const working = steps.filter((step) => !failuresIn(unfixed).includes(step));
    expect(working, 'without the unversioned API').toEqual(current);
    expect(failuresIn(after), 'after the fixes').toEqual([...unsafe, ...byHand]);
    const both = steps.filter(
      (step) => !failuresIn(before).includes(step) && !failuresIn(after).includes(step),
    );
    expect(valuesIn(after, both)).toEqual(valuesIn(before, both));
    if (unsafe.length === 0) return;
    const left = await runClient(name, await fixed(name, '--unsafe'), 'gone');
    expect(failuresIn(left), 'after unsafe fixes').toEqual(byHand);
  });
});
