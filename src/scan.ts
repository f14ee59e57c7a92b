import { breakOf } from './broken.ts';
import { settingsFor } from './checks/check.ts';
import type { Reshape, Settings } from './checks/check.ts';
import type { ExtractInput, ProjectHost } from './extract/extractor.ts';
import { viewOf } from './checks/view.ts';
import type { View } from './checks/view.ts';
import { loadExtractor } from './extract/registry.ts';
import { embeddingOf } from './embedding.ts';
import type { Embedding } from './embedding.ts';
import { judge } from './judge.ts';
import type {
  ConfiguredClient,
  EmbeddedText,
  Fact,
  FailedFile,
  Finding,
  Form,
  Place,
  SourceFile,
  Trace,
  UrlFact,
} from './model/index.ts';
import type { Ruleset } from './ruleset/index.ts';

export interface ScanInput {
  readonly candidates: readonly SourceFile[];
  readonly host: ProjectHost;
  readonly ruleset: Ruleset;
  readonly settings: Settings;
  /** Addresses and media types as the prefilter knows them. */
  readonly addresses: RegExp;
  /** Words that extractors look for. */
  readonly words: Pick<ExtractInput, 'names' | 'successors' | 'words'>;
  /** The operation that the configuration gives to a payload file. */
  readonly operationOf: (file: string) => string | undefined;
  /** The project's own HTTP clients. */
  readonly clients?: readonly ConfiguredClient[];
  /** JSON pointers of places in a document about which the configuration wants to hear nothing. */
  readonly silencedAt?: (file: string) => readonly string[];
  /** A line of code about which a person asks why it was recognised, or was not. */
  readonly asked?: Place | undefined;
  /** Loads what restructures payloads; called only when one is in sight. */
  readonly loadReshape: () => Promise<Reshape>;
}

export interface ScanOutcome {
  readonly facts: readonly Fact[];
  readonly findings: readonly Finding[];
  readonly failed: readonly FailedFile[];
  /** The facts, joined; `undefined` when there are none. */
  readonly view: View | undefined;
  /** What there is to say of the line that was asked about. */
  readonly traces?: readonly Trace[];
}

/** Code comes last: it builds on the addresses that settings hold. */
const inOrder = (forms: ReadonlyMap<Form, readonly SourceFile[]>): readonly Form[] =>
  [...forms.keys()].toSorted((a, b) => Number(a === 'typescript') - Number(b === 'typescript'));

const SETTINGS: ReadonlySet<Form> = new Set(['json', 'env']);

/** Addresses in files that code may read its settings from. */
const settingsIn = (
  facts: readonly Fact[],
  forms: ReadonlyMap<Form, readonly SourceFile[]>,
): readonly UrlFact[] => {
  const files = new Set([...SETTINGS].flatMap((form) => (forms.get(form) ?? []).map(({ path }) => path)));
  return facts.filter(
    (fact): fact is UrlFact => fact.kind === 'url' && fact.use === 'value' && files.has(fact.file),
  );
};

const holdsSettings = (forms: ReadonlyMap<Form, readonly SourceFile[]>): boolean =>
  [...SETTINGS].some((form) => forms.has(form));

const byForm = (files: readonly SourceFile[]): Map<Form, SourceFile[]> => {
  const groups = new Map<Form, SourceFile[]>();
  for (const file of files) {
    const group = groups.get(file.form);
    if (group === undefined) groups.set(file.form, [file]);
    else group.push(file);
  }
  return groups;
};

/** True for facts that may hold a payload to restructure. */
const holdsPayload = (fact: Fact): boolean =>
  fact.kind === 'payload'
    ? fact.origin === 'authored'
    : fact.kind === 'request' && (fact.body?.kind === 'object' || fact.bodies !== undefined);

/** Settings of files hold for the texts inside their strings. */
const insideTexts = (settings: Settings, { fileOf }: Embedding): Settings =>
  settings.of === undefined ? settings : { ...settings, of: (path) => settingsFor(settings, fileOf(path)) };

/** Facts of the candidates, then what the rules say of them. Loads only the extractors that have a file to read. */
export const scanFiles = async (input: ScanInput): Promise<ScanOutcome> => {
  const facts: Fact[] = [];
  const failed: FailedFile[] = [];
  const embedded: EmbeddedText[] = [];
  const interest = (flat: string): boolean => input.addresses.test(flat);
  const forms = byForm(input.candidates);
  const { clients = [], asked } = input;
  const traces: Trace[] = [];
  // Code that holds no word of the API may still read an address from settings, or call a client that is configured.
  if (holdsSettings(forms) || clients.length > 0 || asked)
    forms.set('typescript', forms.get('typescript') ?? []);
  for (const form of inOrder(forms)) {
    const files = forms.get(form)!;
    const settings = form === 'typescript' ? settingsIn(facts, forms) : [];
    if (files.length === 0 && settings.length === 0 && clients.length === 0 && !asked) continue;
    const extractor = await loadExtractor(form);
    const result = await extractor.extract({
      ...input.words,
      files,
      host: input.host,
      interest,
      settings,
      clients,
      asked,
      operationOf: input.operationOf,
      ...(input.silencedAt === undefined ? {} : { silencedAt: input.silencedAt }),
    });
    for (const fact of result.facts) facts.push(fact);
    failed.push(...result.failed);
    embedded.push(...(result.embedded ?? []));
    traces.push(...(result.traces ?? []));
  }
  if (facts.length === 0) return { facts, findings: [], failed, view: undefined, traces };
  const texts = new Map(input.candidates.map((file) => [file.path, file.text]));
  const inFiles = (file: string): string | undefined => texts.get(file) ?? input.host.read(file);
  const embedding = embeddingOf(embedded, inFiles);
  const { text } = embedding;
  const reshape = facts.some(holdsPayload) ? await input.loadReshape() : undefined;
  const { ruleset } = input;
  const settings = insideTexts(input.settings, embedding);
  const view = viewOf(facts, ruleset.api, settings.projectOf);
  const broken = breakOf(failed, embedding.fileOf);
  const findings = judge(facts, ruleset, settings, text, reshape, view, broken);
  return { facts, findings: embedding.outward(findings), failed, view, traces };
};
