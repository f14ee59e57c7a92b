import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODE_FORMS } from '../../src/extract/forms/formats.ts';
import { readCorpus } from './idioms.ts';

const page = readFileSync(new URL('../../docs/languages.md', import.meta.url), 'utf8');

/** Items of the lists there: an idiom and what is done about it. */
const items = page.split('\n').filter((line) => line.startsWith('- '));

/** Families of the corpus whose idioms are listed there. */
const LANGUAGES = new Set<string>(CODE_FORMS.filter((form) => form !== 'typescript'));

describe('docs/languages.md', () => {
  it.each(
    readCorpus()
      .filter(({ family }) => LANGUAGES.has(family))
      .map((idiom) => [idiom.description.replace(/\.$/, ''), idiom] as const),
  )('says what is done about: %s', (description, { findings }) => {
    const fixes = [...new Set(findings.map(({ fix }) => fix ?? 'by hand'))].toSorted();
    expect(items).toContain(`- ${description}: ${fixes.length === 0 ? 'silent' : fixes.join(', ')}`);
  });
});
