import type { ExtractInput, ProjectHost } from '../../../src/extract/extractor.ts';
import { sourceExtractor } from '../../../src/extract/source/index.ts';
import type { Fact, RequestFact, Text } from '../../../src/model/index.ts';
import { flatten, HOLE } from '../../../src/model/index.ts';

const mayBeApiUrl = (flat: string): boolean => /api\/atlas|api\/oauth|prometheus\/|vnd\.atlas/.test(flat);

/** A tree of files in memory. */
export const hostOf = (files: Readonly<Record<string, string>>): ProjectHost => ({
  read: (path) => files[path],
  files: () => Object.keys(files),
  search: (pattern) => Object.keys(files).filter((path) => pattern.test(files[path]!)),
  chunks: () => [],
});

export const NAMES = [
  'providerSettings',
  'replicationSpecs',
  'regionsConfig',
  'instanceSizeName',
  'mongoURIWithOptions',
  'mongoURI',
  'srvAddress',
];

/** Facts of a small project; candidates are the files that hold an address or a distinctive name. */
export const extractProject = async (
  files: Readonly<Record<string, string>>,
  more: Pick<ExtractInput, 'clients'> = {},
): Promise<readonly Fact[]> => {
  const candidates = Object.keys(files).filter(
    (path) =>
      /\.[cm]?[jt]sx?$/.test(path) &&
      (mayBeApiUrl(files[path]!) || NAMES.some((name) => files[path]!.includes(name))),
  );
  const { facts } = await sourceExtractor('typescript').extract({
    files: candidates.map((path) => ({ path, form: 'typescript', text: files[path]!, origin: 'authored' })),
    host: hostOf(files),
    mayBeApiUrl,
    names: NAMES,
    successors: ['connectionStrings', 'regionConfigs'],
    ...more,
  });
  return facts;
};

export const show = (text: Text): string => flatten(text).replaceAll(HOLE, '{}');

export const requestsIn = (facts: readonly Fact[]): readonly RequestFact[] =>
  facts.filter((fact): fact is RequestFact => fact.kind === 'request');

/** `METHOD url | Header: value` lines of every request, for assertions that read like the code. */
export const lines = (facts: readonly Fact[]): readonly string[] =>
  requestsIn(facts).map((request) => {
    const headers = request.headers.entries.map(
      (entry) =>
        `${entry.name.value}: ${entry.values?.map(show).join(' or ') ?? '?'}${entry.certain ? '' : ' (maybe)'}`,
    );
    const open = request.headers.complete ? '' : ' …';
    return `${request.method ?? '?'} ${request.urls.map(show).join(' or ')} [${headers.join('; ')}${open}]`;
  });
