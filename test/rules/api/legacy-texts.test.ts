import { describe, expect, it } from 'vitest';
import { legacyTexts } from '../../../src/rules/api/legacy-texts.ts';
import { builtIn } from '../load/load.ts';

const search = legacyTexts(builtIn.api);

/** What is found, as it stands in the text; `…` behind a base whose version stands elsewhere. */
const found = (text: string): readonly string[] =>
  search.in(text).map(({ span, open }) => text.slice(span.start, span.end) + (open ? '…' : ''));

describe('texts that can be addresses of the legacy API', () => {
  it.each<readonly [text: string, found: readonly string[]]>([
    ['https://cloud.mongodb.com/api/atlas/v1.0/groups', ['api/atlas/v1.0']],
    ['path: "api/atlas/v1.0"', ['api/atlas/v1.0']],
    ["base + 'atlas/v1.0/groups'", ['atlas/v1.0']],
    ['$API/atlas/v1.0/groups', ['/atlas/v1.0']],
    ['`${root}/atlas/v1.0`', ['/atlas/v1.0']],
    ['api\\/atlas\\/v1\\.0', ['api\\/atlas\\/v1\\.0']],
    ['https:\\/\\/x\\/api\\/atlas\\/v1.0', ['api\\/atlas\\/v1.0']],
    ['api//atlas/v1.0', ['api//atlas/v1.0']],
    ['/api/atlas/v1.5/groups', ['api/atlas/v1.5']],
    ["'/api/atlas/' + 'v1.0'", ['api/atlas…']],
    ["'https://cloud.mongodb.com/api/atlas'", ['api/atlas…']],
    ['BASE="$HOST/api/atlas/$VERSION"', ['api/atlas…']],
    ['`${host}/api/atlas/${version}/groups`', ['api/atlas…']],
    ['f"{host}/api/atlas/{version}/groups"', ['api/atlas…']],
    // Not these: another version, another name, a longer number, a base without a host or version near it.
    ['/api/atlas/v2/groups', []],
    ['/api/atlas/v1.0.3/schema', []],
    ['/api/atlas/v1.05', []],
    ['/api/public/v1.0/groups', []],
    ['my-api/atlas/v1.0', []],
    ['see the atlas/v1.0 notes', []],
    ["'/api/atlas/' + version", []],
  ])('%s', (text, wanted) => {
    expect(found(text)).toEqual(wanted);
  });

  it('are found by words that each of them holds', () => {
    for (const text of ['api/atlas/x', 'api\\/atlas', "'atlas/v1.0'", 'atlas\\/v1.0'])
      expect(
        search.words.some((word) => text.includes(word)),
        text,
      ).toBe(true);
  });
});
