import type { ExtractInput } from '../extract/extractor.ts';
import { CODE_FORMS } from '../extract/forms/formats.ts';
import { namesInOtherFiles } from '../extract/names/index.ts';
import { servedPaths } from '../extract/served/index.ts';
import type { Fact, Form, Place, SourceFile } from '../model/index.ts';
import { limitHeap } from '../io/heap.ts';
import { legacyTexts } from '../rules/keywords.ts';
import { pathTest, tellingPathTest } from '../rules/api/path-test.ts';
import { sequenceAreas, sequenceTest } from '../rules/sequences.ts';
import { embeddedDocuments } from './embedded-text.ts';
import type { EmbeddedDocuments } from './embedded-text.ts';
import { mediaTypeFacts } from './media-type-facts.ts';
import { byForm, holdsSettings, readForms } from './read-forms.ts';
import type { Forms } from './read-forms.ts';
import type { Facts, FileSet, RecordedFacts, Terms } from './run.ts';
import { settingsFileUses } from './settings-file-uses.ts';
import { variableUses } from './variable-uses.ts';

/** Code that holds no word of the API may still read a URL from settings, or call a client that is configured. */
const withCode = (forms: Map<Form, SourceFile[]>, { clients }: Terms, asked: Place | undefined): Forms => {
  if (holdsSettings(forms) || clients.length > 0 || asked)
    for (const form of CODE_FORMS) forms.set(form, forms.get(form) ?? []);
  return forms;
};

/** Inputs that all extractors of a run share. */
const sharedInput = (terms: Terms, { host, cache }: FileSet): Omit<ExtractInput, 'files'> => {
  const { ruleset, words, prefilter, clients, operationOf, silencedAt } = terms;
  return {
    ...words,
    host,
    cache,
    clients,
    operationOf,
    silencedAt,
    afterGroup: limitHeap,
    mayBeApiUrl: (flat) => prefilter.addresses.test(flat),
    writesPath: pathTest(ruleset.api),
    tellingPath: tellingPathTest(ruleset.api),
    legacyTexts: legacyTexts(ruleset.api).in,
    mediaTypes: legacyTexts(ruleset.api).mediaTypes,
    inSequence: sequenceTest(sequenceAreas(ruleset), ruleset.api),
  };
};

/** Facts with their locations in real files. */
type ToHostFiles = EmbeddedDocuments['factsInHostFiles'];

/** Facts that tell where responses are, and which reads of them are accounted for. */
const ABOUT_RESPONSES: ReadonlySet<Fact['kind']> = new Set(['escape', 'read', 'request', 'url']);

/** Facts that no extractor states, because they lie across files: property names, media types, uses of variables. */
const factsAcross = (
  { facts, embedded, toHostFiles }: Pick<Facts, 'facts' | 'embedded'> & { readonly toHostFiles: ToHostFiles },
  terms: Terms,
  written: readonly SourceFile[],
  { inventory: { candidates }, host, others }: FileSet,
): readonly Fact[] => {
  const evidence = new Set(written.filter(({ origin }) => origin !== 'authored').map(({ path }) => path));
  const about = toHostFiles(facts.filter(({ kind }) => ABOUT_RESPONSES.has(kind)));
  const names = namesInOtherFiles(about, terms.words, host, (file) => evidence.has(file));
  if (facts.length + names.length === 0) return [];
  const { products, legacyVersions, version } = terms.ruleset.api;
  const versions = [...legacyVersions, version];
  const roots = products.flatMap((product) => versions.map((each) => `/api/${product}/${each}`));
  const { addresses } = terms.prefilter;
  return [
    ...names,
    ...servedPaths(facts, roots, host, (file) => evidence.has(file)),
    ...mediaTypeFacts(candidates, embedded, others.mediaTypes, terms),
    ...variableUses(candidates, addresses, others.textsWith, facts),
    ...settingsFileUses(written, facts, host),
  ];
};

/** Recordings, which are read in batches beside all other facts. */
const recordedFacts = (
  terms: Terms,
  files: FileSet,
  recordings: readonly SourceFile[],
): RecordedFacts | undefined => {
  if (recordings.length === 0) return undefined;
  const alone: RecordedFacts['read'] = (some, take) =>
    readForms({ ...sharedInput(terms, files), take }, byForm(some));
  return {
    files: recordings,
    read: async (some, take) => {
      if (some.length < 2) return alone(some, take);
      const { readInThreads } = await import('./threads/index.ts');
      return readInThreads({ terms, files, recordings: some, take, alone });
    },
  };
};

/** Facts of the files; `asked` is a line of code to explain. Loads only the extractors that have a file to read. */
export const extract = async (terms: Terms, files: FileSet, asked?: Place): Promise<Facts> => {
  const { candidates } = files.inventory;
  const inBatches = ({ origin }: SourceFile): boolean =>
    !terms.options.keepsRecordings && origin === 'recording';
  const written = candidates.filter((file) => !inBatches(file));
  const read = await readForms(
    { ...sharedInput(terms, files), asked },
    withCode(byForm(written), terms, asked),
  );
  const { factsInHostFiles: toHostFiles } = embeddedDocuments(read.embedded, (file) => files.host.read(file));
  const across = factsAcross({ ...read, toHostFiles }, terms, written, files);
  const recorded = recordedFacts(terms, files, candidates.filter(inBatches));
  return { ...read, files, facts: [...read.facts, ...across], recorded };
};
