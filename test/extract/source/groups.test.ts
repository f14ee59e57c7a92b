import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extractSources } from '../../../src/extract/source/index.ts';
import { loadLanguage } from '../../../src/extract/source/registry/index.ts';
import { typescript } from '../../../src/extract/source/typescript/language.ts';
import { groupsOf } from '../../../src/extract/source/project/groups.ts';
import { Workspace } from '../../../src/extract/source/project/workspace.ts';
import type { Fact } from '../../../src/model/index.ts';
import { originOf } from '../../../src/extract/forms/origin.ts';
import { prefilterOf } from '../../../src/extract/prefilter.ts';
import { vocabularyOf } from '../../../src/rules/keywords.ts';
import { readCorpus } from '../../corpus/idioms.ts';
import { readTree } from '../../fixtures/tree.ts';
import { builtIn } from '../../rules/load/load.ts';
import { hostOf } from './project.ts';

type Files = Readonly<Record<string, string>>;

const language = await loadLanguage(typescript);

const vocabulary = vocabularyOf(builtIn);
const { addresses } = prefilterOf(vocabulary);
const SOURCE = /\.[cm]?[jt]sx?$/;

const names = new Set([...vocabulary.distinctive, ...vocabulary.common]);

/** Reads of other properties are looked for only where one of the group's files names one that matters. */
const counts = (fact: Fact): boolean => fact.kind !== 'read' || fact.path.some(({ name }) => names.has(name));

/** Facts of all files, as one group or as many as there are. */
const factsOf = (files: Files, small: number): readonly Fact[] =>
  extractSources(
    {
      files: Object.entries(files)
        .filter(([path]) => SOURCE.test(path))
        .map(([path, text]) => ({
          path,
          form: 'typescript',
          text,
          origin: originOf(path, 'typescript', text),
        })),
      host: hostOf(files),
      mayBeApiUrl: (flat) => addresses.test(flat),
      names: [...names],
      successors: vocabulary.successors,
    },
    language,
    small,
  ).facts.filter(counts);

const groups = (files: Files): readonly (readonly string[])[] =>
  groupsOf(new Map(Object.entries(files)), new Workspace(hostOf(files), language), { names: ['links'] }, 0);

describe('groups of files', () => {
  it('keeps files apart that only share constants', () => {
    const files = {
      'root.ts': "export const ROOT = 'https://cloud.mongodb.com/api/atlas/v1.0 (legacy)';",
      'a.ts': "import { ROOT } from './root';\nfetch(ROOT);",
      'b.ts': "import { ROOT } from './root';\nfetch(`${ROOT}/groups`);",
    };
    expect(groups(files)).toEqual([['root.ts'], ['a.ts'], ['b.ts']]);
  });

  it('keeps callers with the function that they call, also through a list of re-exports', () => {
    const files = {
      'send.ts': 'export const send = (path) => fetch(path);',
      'index.ts': "export * from './send';",
      'a.ts': "import { send } from '.';\nsend('/groups');",
      'b.ts': "import { send } from './index';\nsend('/orgs');",
      'c.ts': "fetch('/api');",
    };
    expect(groups(files)).toEqual([['send.ts', 'index.ts', 'a.ts', 'b.ts'], ['c.ts']]);
  });

  it.each([
    ['a class', 'export class Client { constructor(base) { this.base = base; } }', 1],
    ['a reader of a property that matters', 'export const show = (it) => it.links;', 1],
    ['a helper', 'export const trim = (text) => text.trim();', 2],
  ])('connects files through a file that is no candidate: %s', (_, text, count) => {
    const files = { 'a.ts': "import './shared';\nf();", 'b.ts': "import './shared';\ng();" };
    const host = hostOf({ ...files, 'shared.ts': text });
    const found = groupsOf(
      new Map(Object.entries(files)),
      new Workspace(host, language),
      { names: ['links'] },
      0,
    );
    expect(found).toHaveLength(count);
  });

  it('leaves small projects whole', () => {
    const files = { 'a.ts': 'fetch(1);', 'b.ts': 'fetch(2);' };
    expect(groupsOf(new Map(Object.entries(files)), new Workspace(hostOf(files), language), {})).toEqual([
      ['a.ts', 'b.ts'],
    ]);
  });
});

const textsIn = (folder: string): Files =>
  Object.fromEntries(Array.from(readTree(folder), ([path, bytes]) => [path, bytes.toString()]));

const projects = fileURLToPath(new URL('../../../fixtures/projects', import.meta.url));

const trees = [
  ...readdirSync(projects).map((name) => [name, textsIn(join(projects, name))] as const),
  ...readCorpus().map(({ family, name, folder }) => [`${family}/${name}`, textsIn(folder)] as const),
];

describe('facts do not depend on the groups', () => {
  it.each(trees)('%s', (_, files) => {
    expect(factsOf(files, 0)).toEqual(factsOf(files, Infinity));
  });
});
