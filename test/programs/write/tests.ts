import type { Base } from './bases.ts';
import { Module } from './module.ts';
import type { Tape } from './tape.ts';

/** A request of a job, as a test describes it. */
export interface Tested {
  readonly job: string;
  readonly base: Base;
  /** Quoted. */
  readonly method: string;
  readonly path: string;
}

const FORMS = [
  'nock',
  'nock base',
  'nock constant',
  'nock pattern',
  'msw',
  'msw constant',
  'fetch',
  'fetch call',
] as const;

const LEGACY_CLUSTER = `{ name: 'c0', srvAddress: 'mongodb+srv://h', mongoURI: 'mongodb://h', mongoURIWithOptions: 'mongodb://h/?ssl=true', providerBackupEnabled: true, providerSettings: { instanceSizeName: 'M30' } }`;
const HOST = 'https://cloud.mongodb.com';
const VERSION = '/api/atlas/v1.0';

const answerTo = ({ path }: Tested): string =>
  path.endsWith('/clusters')
    ? `{ results: [${LEGACY_CLUSTER}] }`
    : path.includes('/clusters')
      ? LEGACY_CLUSTER
      : `{ results: [{ id: 'r0' }] }`;

const CHECKS = ['nothing', 'accept', 'path'] as const;

/** Writes a test of a job, which passes as long as the program sends what it sent when the test was written. */
export const writeTest = (tape: Tape, main: Module, tested: Tested): Module => {
  const { job, method } = tested;
  const module = new Module(main.path.replace(/(\.\w+)$/, '.test$1'), main.style);
  const path = tested.path.replace('${id}', 'T1');
  const [bare = ''] = path.split('?');
  const verb = method.slice(1, -1).toLowerCase();
  const form = tape.choose('test', FORMS);
  const check = tape.choose('test checks', CHECKS);
  module.import('vitest', 'it');
  const called = module.use({ module: main, name: job });
  const call = `await ${called}('T1', false);`;
  const reply = `.reply(200, ${answerTo(tested)});`;
  const query = path === bare ? '' : '.query(true)';
  const matching = check === 'accept' ? `.matchHeader('accept', 'application/json')` : '';
  const nocked = (base: string, target: string) => {
    module.import('nock', 'nock', 'default');
    module.import('vitest', 'expect');
    return [
      `const scope = nock(${base}).${verb}(${target})${query}${matching}${reply}`,
      call,
      'expect(scope.isDone()).toBe(true);',
    ];
  };
  const served = (target: string) => {
    module.import('msw', 'http');
    module.import('msw', 'HttpResponse');
    module.import('msw/node', 'setupServer');
    const any = module.t(': any');
    const test =
      check === 'accept'
        ? `if (request.headers.get('accept') !== 'application/json') return HttpResponse.json({}, { status: 406 }); `
        : '';
    return [
      `const server = setupServer(http.${verb}(${target}, ({ request }${any}) => { ${test}return HttpResponse.json(${answerTo(tested)}); }));`,
      'server.listen();',
      call,
      'server.close();',
    ];
  };
  const spied = () => {
    module.import('vitest', 'vi');
    module.import('vitest', 'expect');
    const url = `'${HOST}${VERSION}${path}'`;
    const first = 'spy.mock.calls[0][0]';
    const looks = {
      nothing: `expect(String(${first})).toBe(${url});`,
      accept: `expect(new Headers(spy.mock.calls[0][1]?.headers).get('accept')).toBe('application/json');`,
      path: `expect(String(${first})).toContain('${VERSION}/');`,
    }[check];
    return [
      `const spy${module.t(': any')} = vi.fn(async () => new Response(JSON.stringify(${answerTo(tested)})));`,
      `vi.stubGlobal('fetch', spy);`,
      call,
      form === 'fetch call'
        ? `expect(spy).toHaveBeenCalledWith(${url}, expect.objectContaining({ headers: { 'User-Agent': 'acme' } }));`
        : looks,
    ];
  };
  const base = () => tested.base.expr(module);
  const lines = {
    nock: () => nocked(`'${HOST}'`, `'${VERSION}${bare}'`),
    'nock base': () => nocked(`'${HOST}${VERSION}'`, `'${bare}'`),
    'nock constant': () => nocked(base(), `'${bare}'`),
    'nock pattern': () => nocked(`'${HOST}'`, `/\\/v1\\.0\\/.*/`),
    msw: () => served(`'${HOST}${VERSION}${bare}'`),
    'msw constant': () => served(`\`\${${base()}}${bare.replace('T1', ':id')}\``),
    fetch: spied,
    'fetch call': spied,
  }[form]();
  module.add(`it('${job}', async () => {\n${lines.map((line) => `  ${line}`).join('\n')}\n});`);
  return module;
};
