import type { ExtractInput, ExtractResult, ProjectHost, TakeFacts } from '../extract/extractor.ts';
import { namesBeyondCode } from '../extract/names/index.ts';
import { recalled } from '../extract/recall.ts';
import type { Recall } from '../extract/recall.ts';
import { loadExtractor } from './extractors.ts';
import type {
  ConfiguredClient,
  EmbeddedText,
  Fact,
  FailedFile,
  Form,
  Place,
  SourceFile,
  Trace,
  UrlFact,
  Vocabulary,
} from '../model/index.ts';
import type { Ruleset } from '../rules/load/index.ts';
import { legacyTexts } from '../rules/keywords.ts';
import { sequenceTest } from '../rules/sequences.ts';

/** What facts are extracted with. */
export interface ExtractionInput {
  readonly host: ProjectHost;
  readonly ruleset: Ruleset;
  /** Addresses and media types as the prefilter knows them. */
  readonly addresses: RegExp;
  /** Words that extractors look for. */
  readonly words: Pick<ExtractInput, 'names' | 'successors' | 'telling' | 'words'>;
  /** The operation that the configuration gives to a payload file. */
  readonly operationOf: (file: string) => string | undefined;
  /** The project's own HTTP clients. */
  readonly clients?: readonly ConfiguredClient[];
  /** JSON pointers of places in a document about which the configuration wants to hear nothing. */
  readonly silencedAt?: (file: string) => readonly string[];
  /** A line of code about which a person asks why it was recognised, or was not. */
  readonly asked?: Place | undefined;
  /** What is remembered of earlier scans of the same tree. */
  readonly recall?: Recall | undefined;
}

/** The words of a vocabulary, as extractors look for them. */
export const wordsOf = (vocabulary: Vocabulary): Required<ExtractionInput['words']> => ({
  names: [...vocabulary.distinctive, ...vocabulary.common],
  successors: vocabulary.successors,
  telling: vocabulary.telling ?? [],
  words: vocabulary.addresses,
});

/** Files by the form that reads them. */
type Forms = ReadonlyMap<Form, readonly SourceFile[]>;

/** Code comes last: it builds on the addresses that settings hold. */
const inOrder = (forms: Forms): readonly Form[] =>
  [...forms.keys()].toSorted((a, b) => Number(a === 'typescript') - Number(b === 'typescript'));

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
const formsOf = ({ clients = [], asked }: ExtractionInput, files: readonly SourceFile[]): Forms => {
  const forms = byForm(files);
  if (holdsSettings(forms) || clients.length > 0 || asked)
    forms.set('typescript', forms.get('typescript') ?? []);
  return forms;
};

/** What files say. */
export interface Extracted {
  readonly facts: readonly Fact[];
  readonly failed: readonly FailedFile[];
  readonly embedded: readonly EmbeddedText[];
  readonly traces: readonly Trace[];
}

/** Facts of the files, or what is left of them where `take` takes those of recordings. Loads only the extractors that have a file to read. */
export const extractFiles = async (
  input: ExtractionInput,
  candidates: readonly SourceFile[],
  take?: TakeFacts,
): Promise<Extracted> => {
  const { clients = [], asked } = input;
  const texts = legacyTexts(input.ruleset.api);
  const facts: Fact[] = [];
  const results: ExtractResult[] = [];
  const forms = take === undefined ? formsOf(input, candidates) : byForm(candidates);
  for (const form of inOrder(forms)) {
    const files = forms.get(form)!;
    const settings = form === 'typescript' ? settingsIn(facts, forms) : [];
    if (files.length === 0 && settings.length === 0 && clients.length === 0 && !asked) continue;
    const extractor = await loadExtractor(form);
    const extraction: ExtractInput = {
      ...input.words,
      files,
      host: input.host,
      interest: (flat) => input.addresses.test(flat),
      legacyTexts: texts.in,
      settings,
      clients,
      asked,
      recall: input.recall,
      take,
      inSequence: sequenceTest(input.ruleset),
      operationOf: input.operationOf,
      ...(input.silencedAt === undefined ? {} : { silencedAt: input.silencedAt }),
    };
    const extract = () => extractor.extract(extraction);
    const result = take === undefined ? await recalled(form, input.recall, extract) : await extract();
    for (const fact of result.facts) facts.push(fact);
    results.push(result);
  }
  const evidence = new Set(candidates.filter(({ origin }) => origin !== 'authored').map(({ path }) => path));
  const { telling = [] } = input.words;
  for (const fact of namesBeyondCode(facts, telling, input.host, (file) => evidence.has(file)))
    facts.push(fact);
  return {
    facts,
    failed: results.flatMap(({ failed }) => failed),
    embedded: results.flatMap(({ embedded = [] }) => embedded),
    traces: results.flatMap(({ traces = [] }) => traces),
  };
};
