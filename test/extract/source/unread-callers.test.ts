import { describe, expect, it } from 'vitest';
import { unreadCallers } from '../../../src/extract/source/uses/unread-callers.ts';
import { loadLanguage } from '../../../src/extract/source/registry/index.ts';
import { typescript } from '../../../src/extract/source/typescript/language.ts';
import { Workspace } from '../../../src/extract/source/project/workspace.ts';
import { extractSources } from '../../../src/extract/source/index.ts';
import { hostOf } from './project.ts';

const language = await loadLanguage(typescript);

const wrapper = `export const callService = (url) => fetch(url, { headers: { Accept: 'application/json' } });`;
const caller = `import { callService } from './wrap';
export const groups = () => callService('https://cloud.mongodb.com/api/atlas/v1.0/groups');`;
const filler = '// a comment that makes the file too large to be analysed\n'.repeat(40_000);

const files = (other: string): Readonly<Record<string, string>> => ({
  'wrap.ts': wrapper,
  'atlas.ts': caller,
  'other.ts': other,
});

/** Reasons that files which are not analysed give against editing the headers of a wrapper. */
const reasons = (other: string): readonly string[] => {
  const host = hostOf(files(other));
  const { facts, unread } = extractSources(
    {
      files: [{ path: 'atlas.ts', form: 'typescript', text: caller, origin: 'authored' }],
      host,
      mayBeApiUrl: (flat) => flat.includes('/api/atlas/v1.0'),
    },
    language,
  );
  const workspace = new Workspace(host, language);
  const uses = unreadCallers(facts, { workspace, tree: host, unread }).flatMap((fact) => fact.uses);
  return [...new Set(uses.map(({ why }) => why))];
};

describe('callers of a wrapper in files that are not analysed', () => {
  it.each([
    ['too large', `import { callService } from './wrap';\ncallService('https://example.com');\n${filler}`],
    ['with a syntax error', `import { callService } from './wrap';\ncallService('https://example.com'`],
  ])('count in a file %s', (_why, text) => {
    expect(reasons(text)).toEqual(['by callers of callService in other.ts, which are not analysed']);
  });

  it.each([
    [
      'in a file that is analysed',
      `import { callService } from './wrap';\ncallService('https://example.com');`,
    ],
    ['where the file does not import it', `callService('https://example.com'`],
    ['where the file names something else', `import { other } from './wrap';\nother('https://example.com'`],
  ])('do not count %s', (_why, text) => {
    expect(reasons(text)).toEqual([]);
  });
});
