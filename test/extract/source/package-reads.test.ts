import { expect, it } from 'vitest';
import { sourceExtractor } from '../../../src/extract/source/index.ts';
import { WordFilter } from '../../../src/extract/source/project/word-filter.ts';
import { hostOf } from './project.ts';

const USE = `func f#() { req, _ := http.NewRequest("GET", Base+"/groups", nil); http.DefaultClient.Do(req) }\n`;

/** Number of reads of files while a package of Go with so many files is extracted. */
const readsOf = async (count: number): Promise<number> => {
  const files: Record<string, string> = {
    'z.go': 'package a\n\nconst Base = "https://cloud.mongodb.com/api/atlas/v1.0"\n',
  };
  for (let at = 0; at < count; at += 1)
    files[`m${at}.go`] = `package a\n\nimport "net/http"\n\n${USE.replace('#', String(at))}`;
  let reads = 0;
  const host = { ...hostOf(files), read: (path: string) => ((reads += 1), files[path]) };
  const all = Object.entries(files).map(
    ([path, text]) => ({ path, form: 'go', text, origin: 'authored' }) as const,
  );
  const { facts } = await sourceExtractor('go').extract({
    files: all,
    host,
    mayBeApiUrl: (flat) => /atlas/.test(flat),
  });
  expect(facts.filter(({ kind }) => kind === 'request')).toHaveLength(count);
  return reads;
};

it('reads the files of a package as often as there are files, not as there are pairs', async () => {
  const [few, many] = [await readsOf(10), await readsOf(40)];
  expect(many / few).toBeLessThan(6);
});

it('takes no file out in which a word stands', () => {
  const text = 'const Base = größe + a_b1; // Zürich';
  const words = new WordFilter((path) => (path === 'a' ? text : undefined));
  for (const word of ['const', 'Base', 'größe', 'a_b1', 'Zürich', 'a-b', 'a.b'])
    expect(words.mayHold('a', word)).toBe(true);
  expect(words.mayHold('a', 'Elsewhere')).toBe(false);
  expect(words.mayHold('gone', 'Base')).toBe(false);
});
