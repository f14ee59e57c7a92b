import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { codeIn, findingsIn, fixedText } from '../../fixtures/pipeline.ts';
import type { Finding } from '../../../src/model/index.ts';
import { HOSTS } from './hosts.ts';
import type { Host } from './hosts.ts';

const BASES = ['https://cloud.mongodb.com/api/atlas/v1.0', 'https://example.com/api/v1.0'];
const PATHS = ['/groups', '/groups/$GROUP/clusters', '/orgs?pretty=true'];
const QUOTES = ["'", '"', ''];
const HEADERS = ['', `-H 'Accept: application/json'`, `--header "X-Key: a\\\\b"`, `-H 'X: it'\\''s'`];

/** One call of curl on one line, or its options on lines of their own. */
const call = fc
  .record({
    base: fc.constantFrom(...BASES),
    path: fc.constantFrom(...PATHS),
    quote: fc.constantFrom(...QUOTES),
    header: fc.constantFrom(...HEADERS),
    post: fc.boolean(),
    broken: fc.boolean(),
    behind: fc.constantFrom('', ' | jq .', ' > "out 50%.json"', ' && echo "done: \\"ok\\" # no"'),
  })
  .map(({ base, path, quote, header, post, broken, behind }) => {
    const body = post ? `-X POST -H "Content-Type: application/json" -d '{"name": "a \\" b"}'` : '';
    const parts = ['curl -s --digest -u "$KEY:x"', header, body, `${quote}${base}${path}${quote}`];
    const said = parts.filter((part) => part !== '');
    return broken ? `${said.join(' \\\n  ')}${behind}` : `${said.join(' ')}${behind}`;
  });

const line = fc.oneof(
  { weight: 4, arbitrary: call },
  fc.constantFrom('set -eu', 'GROUP=5e2211c17a3e5a48f5497de3', 'echo "a: b"', 'if true; then date; fi'),
  fc
    .constantFrom(...BASES)
    .map(
      (base) =>
        `URL=${base}\ncurl -X POST --json @- "$URL/groups" <<EOF\n{\n  "name": "a"\n}\nEOF\necho "$URL"`,
    ),
);

const script = fc.array(line, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n').split('\n'));
const oneLine = call.filter((text) => !text.includes('\n')).map((text) => [text]);

const scriptIn = (host: Host) => {
  if (host.oneLine) return oneLine;
  // Each line of a recipe runs by itself unless it is continued: a here-document cannot stand there.
  return host.path === 'Makefile' ? script.filter((lines) => !lines.includes('EOF')) : script;
};

const rowOf = ({ rule, severity, certainty, operation, fix }: Finding): string =>
  [rule, severity, certainty, operation, fix?.safety].join(' ');

/** What a finding marks, without what the host puts in front of lines. */
const marked = (text: string, { span }: Finding): string =>
  text.slice(span.start, span.end).replaceAll(/\r?\n[ \t>]*/g, '\n');

const parses = ({ path }: Host, text: string): void => {
  if (/\.(?:json|ipynb)$/.test(path)) JSON.parse(text);
  if (path.endsWith('.yml')) {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
    parse(text);
  }
};

const codeOf = async (path: string, text: string): Promise<string> =>
  (await codeIn({ [path]: text }))
    .map((code) => code.text)
    .join('\n')
    .replaceAll('\r\n', '\n')
    .trim();

describe.each(HOSTS)('a script in a $name', (host) => {
  it('is found, marked and fixed as it is by itself', async () => {
    await fc.assert(
      fc.asyncProperty(scriptIn(host), async (lines) => {
        const bare = `${lines.join('\n')}\n`;
        const text = host.around(lines);
        expect(await codeOf(host.path, text)).toBe(bare.trim());
        const [alone, inside] = [await findingsIn({ 'a.sh': bare }), await findingsIn({ [host.path]: text })];
        expect(inside.map(rowOf)).toEqual(alone.map(rowOf));
        if (host.verbatim)
          expect(inside.map((finding) => marked(text, finding))).toEqual(
            alone.map((finding) => marked(bare, finding)),
          );
        const fixed = await fixedText(host.path, text);
        parses(host, fixed);
        expect(await codeOf(host.path, fixed)).toBe((await fixedText('a.sh', bare)).trim());
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});
