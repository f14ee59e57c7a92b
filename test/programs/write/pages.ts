import type { Base } from './bases.ts';
import { importClient } from './clients.ts';
import type { Client } from './clients.ts';
import type { Module, Name } from './module.ts';
import { direct } from './senders.ts';
import type { Sender } from './senders.ts';
import type { Tape } from './tape.ts';

/** How the address of the next page is made from the link that a response has. */
const NEXT = [
  'link as it is',
  'link below the base',
  'path after the version',
  'path of the link',
  'query of the link',
  'link of our API alone',
  'counted',
  'called again',
] as const;

const isPaged = (client: Client): client is 'fetch' | 'axios' | 'got' | 'ky' | 'node-fetch' =>
  ['fetch', 'axios', 'got', 'ky', 'node-fetch'].includes(client);

const pageBy = (client: Client, callee: string): string =>
  client === 'axios'
    ? `(await ${callee}.get(url, { headers })).data`
    : client === 'got'
      ? `await ${callee}.get(url, { headers }).json()`
      : `await (await ${callee}(url, { headers })).json()`;

interface Paging {
  readonly tape: Tape;
  readonly module: Module;
  readonly client: Client;
  readonly base: Base;
}

const LINK = `page.links?.find((link) => link.rel === 'next')?.href`;

/** A function that follows the links of a list from page to page. */
export const pages = ({ tape, module, client, base }: Paging): Sender => {
  const plain = direct(client);
  const how = tape.choose('next page', NEXT);
  if (!isPaged(client)) return plain;
  const own = base.expr(module);
  const any = module.t(': any');
  const link = LINK.replace('(link)', `(link${any})`);
  const next = {
    'link as it is': link,
    'link below the base': `BASE + ${link}?.slice(BASE.length)`,
    'path after the version': `BASE + ${link}?.split('/v1.0').pop()`,
    'path of the link': `'https://cloud.mongodb.com' + new URL(${link}).pathname + new URL(${link}).search`,
    'query of the link': `BASE + path + new URL(${link}).search`,
    'link of our API alone': `${link}?.includes('/api/atlas/v1.0/') ? ${link} : undefined`,
    counted: '`${BASE}${path}?pageNum=${all.length + 1}`',
    'called again': link,
  }[how];
  const name = module.fresh('everything');
  const isLast = how === 'counted' ? 'page.results.length < 1 || all.length > 1' : `!${link}`;
  const again = how === 'called again';
  const body = [
    'const all = [];',
    `let url = ${again ? `from ?? ${own} + path` : `${own} + path`};`,
    'while (url) {',
    `  const page${any} = ${pageBy(client, importClient(client, module))};`,
    '  all.push(...page.results);',
    ...(again
      ? [
          `  const more = ${next};`,
          `  return more ? [...all, ...(await ${name}(path, headers, more))] : all;`,
        ]
      : [`  if (${isLast}) break;`, `  url = ${next.replaceAll('BASE', own)};`]),
    '}',
    'return all;',
  ].map((line) => `  ${line}`);
  const typed = module.t(': string');
  const declared: Name = module.export(
    name,
    `async function ${name}(path${typed}, headers${any} = {}${again ? `, from${any} = undefined` : ''})${module.t(': Promise<any[]>')} {\n${body.join('\n')}\n}`,
  );
  return {
    isShared: true,
    send: (drawn, user, call) => {
      if (call.method !== `'GET'` || call.base !== base || !/\/(?:alerts|clusters)$/.test(call.path))
        return plain.send(drawn, user, call);
      const args = [`\`${call.path}\``, call.headers].filter(Boolean).join(', ');
      return {
        lines: [`const results = await ${user.use(declared)}(${args});`],
        json: '{ results }',
      };
    },
  };
};
