import type { ExtractInput, ExtractResult, TakeFacts } from '../extract/extractor.ts';
import { namesBeyondCode } from '../extract/names/index.ts';
import { recalled } from '../extract/recall.ts';
import { BUDGETS } from '../model/index.ts';
import type { Fact, FailedFile, Form, Place, SourceFile, UrlFact } from '../model/index.ts';
import { legacyTexts } from '../rules/keywords.ts';
import { sequenceTest } from '../rules/sequences.ts';
import { CODE_FORMS, formatOf, isCodeForm } from '../extract/forms/formats.ts';
import { extractFenced } from './fence.ts';
import { mediaTypeFacts } from './media-type-facts.ts';
import type { Facts, FileSet, RecordedFacts, Terms } from './run.ts';
import { variableUses } from './variable-uses.ts';

/** Files by the form that reads them. */
type Forms = ReadonlyMap<Form, readonly SourceFile[]>;

/** Code comes last: it builds on the addresses that settings hold. */
const inOrder = (forms: Forms): readonly Form[] =>
  [...forms.keys()].toSorted((a, b) => Number(isCodeForm(a)) - Number(isCodeForm(b)));

const SETTINGS: ReadonlySet<Form> = new Set(['json', 'env']);

/** Addresses in files that code may read its settings from. */
const settingsIn = (facts: readonly Fact[], forms: Forms): readonly UrlFact[] => {
  const files = new Set([...SETTINGS].flatMap((form) => (forms.get(form) ?? []).map(({ path }) => path)));
  return facts.filter(
    (fact): fact is UrlFact => fact.kind === 'url' && fact.use === 'value' && files.has(fact.file),
  );
};

const holdsSettings = (forms: Forms): boolean => [...SETTINGS].some((form) => forms.has(form));

const byForm = (files: readonly SourceFile[]): Map<Form, SourceFile[]> => {
  const groups = new Map<Form, SourceFile[]>();
  for (const file of files) {
    const group = groups.get(file.form);
    if (group === undefined) groups.set(file.form, [file]);
    else group.push(file);
  }
  return groups;
};

/** Code that holds no word of the API may still read an address from settings, or call a client that is configured. */
const withCode = (forms: Map<Form, SourceFile[]>, { clients }: Terms, asked: Place | undefined): Forms => {
  if (holdsSettings(forms) || clients.length > 0 || asked)
    for (const form of CODE_FORMS) forms.set(form, forms.get(form) ?? []);
  return forms;
};

type Extracted = Pick<Facts, 'facts' | 'failed' | 'lost' | 'embedded' | 'traces'>;

/** Inputs that all extractors of a run share. */
const sharedInput = (terms: Terms, { host, recall }: FileSet): Omit<ExtractInput, 'files'> => {
  const { ruleset, words, prefilter, clients, operationOf, silencedAt } = terms;
  return {
    ...words,
    host,
    recall,
    clients,
    operationOf,
    silencedAt,
    interest: (flat) => prefilter.addresses.test(flat),
    legacyTexts: legacyTexts(ruleset.api).in,
    inSequence: sequenceTest(ruleset),
  };
};

/** Code has a budget of its own, and so has YAML; recordings are read in pieces. */
const isBounded = ({ form, text }: SourceFile): boolean =>
  isCodeForm(form) || form === 'yaml' || text.length <= BUDGETS.documentLength.most;

const withinBudget = (
  files: readonly SourceFile[],
): { readonly files: readonly SourceFile[]; readonly failed: readonly FailedFile[] } => ({
  files: files.every(isBounded) ? files : files.filter(isBounded),
  failed: files
    .filter((file) => !isBounded(file))
    .map(({ path }) => ({
      file: path,
      message: `not analysed: it is longer than ${BUDGETS.documentLength.most} characters`,
    })),
});

/** Runs the extractor of each form that has files, code last. Loads no other extractor. */
const readForms = async (shared: Omit<ExtractInput, 'files'>, forms: Forms): Promise<Extracted> => {
  const { clients = [], asked, take, recall } = shared;
  const facts: Fact[] = [];
  const results: ExtractResult[] = [];
  const lost: FailedFile[] = [];
  const tooLong: FailedFile[] = [];
  for (const form of inOrder(forms)) {
    const { files, failed } = withinBudget(forms.get(form)!);
    tooLong.push(...failed);
    const settings = isCodeForm(form) ? settingsIn(facts, forms) : [];
    if (files.length === 0 && settings.length === 0 && clients.length === 0 && !asked) continue;
    const extractor = await formatOf(form).load();
    const own = { ...shared, files, settings };
    const fenced = () => extractFenced(extractor, own);
    // Recordings are given away as they are read, and have a fence each.
    const { result, lost: without } =
      take !== undefined
        ? { result: await extractor.extract(own), lost: [] }
        : isCodeForm(form)
          ? await fenced()
          : await recalled(form, recall, fenced);
    for (const fact of result.facts) facts.push(fact);
    results.push(result);
    lost.push(...without);
  }
  return {
    facts,
    failed: [...lost, ...tooLong, ...results.flatMap(({ failed }) => failed)],
    lost,
    embedded: results.flatMap(({ embedded = [] }) => embedded),
    traces: results.flatMap(({ traces = [] }) => traces),
  };
};

/** Facts that no extractor states, because they lie across files: property names, media types, uses of variables. */
const factsAcross = (
  facts: readonly Fact[],
  terms: Terms,
  written: readonly SourceFile[],
  { inventory: { candidates }, host, others }: FileSet,
): readonly Fact[] => {
  const evidence = new Set(written.filter(({ origin }) => origin !== 'authored').map(({ path }) => path));
  const names = namesBeyondCode(facts, terms.words.telling, host, (file) => evidence.has(file));
  if (facts.length + names.length === 0) return [];
  const { addresses } = terms.prefilter;
  return [
    ...names,
    ...mediaTypeFacts(candidates, others.mediaTypes, terms),
    ...variableUses(candidates, addresses, others.textsWith),
  ];
};

/** Recordings, to be read a batch at a time beside the facts of all else. */
const recordedFacts = (
  terms: Terms,
  files: FileSet,
  recordings: readonly SourceFile[],
): RecordedFacts | undefined =>
  recordings.length === 0
    ? undefined
    : {
        files: recordings,
        read: (take: TakeFacts) => readForms({ ...sharedInput(terms, files), take }, byForm(recordings)),
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
  const across = factsAcross(read.facts, terms, written, files);
  const recorded = recordedFacts(terms, files, candidates.filter(inBatches));
  return { ...read, files, facts: [...read.facts, ...across], recorded };
};
