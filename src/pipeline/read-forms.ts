import { withSharedValues } from '../extract/embedded/index.ts';
import type { ExtractInput, ExtractResult, ProjectHost } from '../extract/extractor.ts';
import { addTo, BUDGETS } from '../model/index.ts';
import type { EmbeddedCode, Fact, FailedFile, Form, SourceFile, UrlFact } from '../model/index.ts';
import { formatOf, isCodeForm } from '../extract/forms/formats.ts';
import { extractIsolated } from './failed-files.ts';
import { notReadIn } from './not-read.ts';
import { cachedExtraction } from './cached-extraction.ts';
import type { Facts } from './run.ts';

/** Files by the form that reads them. */
export type Forms = ReadonlyMap<Form, readonly SourceFile[]>;

type Extracted = Pick<Facts, 'facts' | 'failed' | 'lost' | 'embedded' | 'traces' | 'notRead'>;
type Shared = Omit<ExtractInput, 'files'>;

/** Files by the form that reads them. */
export const byForm = (files: readonly SourceFile[]): Map<Form, SourceFile[]> => {
  const groups = new Map<Form, SourceFile[]>();
  for (const file of files) addTo(groups, file.form, file);
  return groups;
};

/** Languages of embedded code; programs come last, because they use URLs from settings. */
const rankOf = (form: Form): number => (isCodeForm(form) ? 2 : form === 'shell' || form === 'http' ? 1 : 0);

const isLanguage = (form: Form): boolean => rankOf(form) > 0;

/** Documents and files with embedded code first, languages last. */
const inOrder = (forms: Iterable<Form>): readonly Form[] =>
  [...new Set(forms)].toSorted((a, b) => rankOf(a) - rankOf(b));

const SETTINGS: ReadonlySet<Form> = new Set([
  'json',
  'env',
  'yaml',
  'shell',
  'makefile',
  'jenkinsfile',
  'dockerfile',
]);

/** True where there are files that code may read its settings from. */
export const holdsSettings = (forms: Forms): boolean => [...SETTINGS].some((form) => forms.has(form));

/** URLs in files that code may read its settings from. */
const settingsIn = (
  facts: readonly Fact[],
  forms: Forms,
  code: readonly EmbeddedCode[],
): readonly UrlFact[] => {
  const inFiles = [...SETTINGS].flatMap((form) => (forms.get(form) ?? []).map(({ path }) => path));
  const inside = code.flatMap(({ form, path }) => (form === 'shell' ? [path] : []));
  const files = new Set([...inFiles, ...inside]);
  const isSetting = (fact: Fact): fact is UrlFact =>
    fact.kind === 'url' && fact.use === 'value' && files.has(fact.file);
  // Code that reads a value that scripts share refers to the value in the file, as they do.
  return withSharedValues(facts.filter(isSetting), code).filter(isSetting);
};

/** Embedded code as files of the project: its texts, and its modules among the source files of its language. */
const withCode = (host: ProjectHost, code: readonly EmbeddedCode[], language: Form): ProjectHost => {
  if (code.length === 0) return host;
  const texts = new Map(code.map(({ path, text }) => [path, text]));
  const modules = code.filter(({ isModule, form }) => isModule && form === language);
  return {
    ...host,
    read: (path) => texts.get(path) ?? host.read(path),
    files: () => [...host.files(), ...modules.map(({ path }) => path)],
    search: (pattern, words, names) => [
      ...host.search(pattern, words, names),
      ...modules.filter(({ text }) => text.search(pattern) !== -1).map(({ path }) => path),
    ],
  };
};

/** True for code with a keyword; other code is only read for it. */
const canMatter = ({ mayBeApiUrl, names = [] }: Shared): ((code: EmbeddedCode) => boolean) => {
  const words = [...names, 'migrate-ignore'];
  return ({ text }) => mayBeApiUrl(text) || words.some((word) => text.includes(word));
};

const sharedIn = ({ pieces }: EmbeddedCode): readonly string[] =>
  pieces.flatMap(({ shared }) => (shared === undefined ? [] : [`${shared.file}:${shared.span.start}`]));

/** Code with keywords, and code that shares its values: a fix changes both. */
const worthReading = (code: readonly EmbeddedCode[], shared: Shared): readonly EmbeddedCode[] => {
  const own = new Set(code.filter(canMatter(shared)));
  const values = new Set([...own].flatMap(sharedIn));
  return code.filter((each) => own.has(each) || sharedIn(each).some((value) => values.has(value)));
};

const asFile = ({ path, form, text }: EmbeddedCode): readonly SourceFile[] =>
  form === undefined ? [] : [{ path, form, text, origin: 'authored' }];

const budgetFor = ({ form }: SourceFile): number =>
  form === 'notebook' ? BUDGETS.notebookLength.max : BUDGETS.documentLength.max;

/** Code has a budget of its own, and so has YAML; recordings are read in pieces. */
const isBounded = (file: SourceFile): boolean =>
  isCodeForm(file.form) || file.form === 'yaml' || file.text.length <= budgetFor(file);

const withinBudget = (
  files: readonly SourceFile[],
): { readonly files: readonly SourceFile[]; readonly failed: readonly FailedFile[] } => ({
  files: files.every(isBounded) ? files : files.filter(isBounded),
  failed: files
    .filter((file) => !isBounded(file))
    .map((file) => ({
      file: file.path,
      message: `not analysed: it is longer than ${budgetFor(file)} characters`,
    })),
});

/** Maximum depth of code within code of its language. */
const MAX_DEPTH = 3;

/** Runs extractors. State: their results so far, and the embedded code in the files that they read. */
class FormReader {
  readonly facts: Fact[] = [];
  readonly results: ExtractResult[] = [];
  readonly code: EmbeddedCode[] = [];
  /** Files that cost an extractor its run. */
  readonly lost: FailedFile[] = [];
  readonly tooLong: FailedFile[] = [];
  private readonly shared: Shared;
  private readonly forms: Forms;

  constructor(shared: Shared, forms: Forms) {
    this.shared = shared;
    this.forms = forms;
  }

  async read(form: Form, all: readonly SourceFile[], isEmbedded: boolean): Promise<void> {
    const { files, failed } = withinBudget(all);
    this.tooLong.push(...failed);
    const { clients = [], asked, take, cache, host } = this.shared;
    const settings = isCodeForm(form) ? settingsIn(this.facts, this.forms, this.code) : [];
    if (files.length === 0 && settings.length === 0 && clients.length === 0 && !asked) return;
    const extractor = await formatOf(form).load();
    const responsesLeave =
      isCodeForm(form) && this.facts.some(({ kind }) => kind === 'escape' || kind === 'request');
    const input = { ...this.shared, host: withCode(host, this.code, form), files, settings, responsesLeave };
    const isolated = () => extractIsolated(extractor, input);
    const isKept = !isEmbedded && !isCodeForm(form);
    // Recordings are given away as they are read, and isolated file by file.
    const { result, lost } =
      take !== undefined
        ? { result: await extractor.extract(input), lost: [] }
        : await (isKept ? cachedExtraction(form, cache, isolated) : isolated());
    this.lost.push(...lost);
    for (const fact of result.facts) this.facts.push(fact);
    if (!isEmbedded || isLanguage(form)) this.code.push(...(result.code ?? []));
    this.results.push(result);
  }

  /** Reads files of a language, then the code of that language within them: the script of `bash -c`. */
  async readWithin(form: Form, files: readonly SourceFile[]): Promise<void> {
    let known = this.code.length;
    await this.read(form, files, false);
    for (let depth = 0; depth < MAX_DEPTH && this.code.length > known; depth++) {
      const inside = worthReading(this.code.slice(known), this.shared).filter((code) => code.form === form);
      known = this.code.length;
      if (inside.length > 0) await this.read(form, inside.flatMap(asFile), true);
    }
  }
}

/**
 * Runs the extractor of each format that has files, then those of the languages, which also read embedded
 * code. Other extractors are not loaded.
 */
export const readForms = async (shared: Shared, forms: Forms): Promise<Extracted> => {
  const reader = new FormReader(shared, forms);
  for (const form of inOrder(forms.keys()))
    if (!isLanguage(form)) await reader.read(form, forms.get(form)!, false);
  const inside = byForm(worthReading(reader.code, shared).flatMap(asFile));
  for (const form of inOrder([...forms.keys(), ...inside.keys()])) {
    const embedded = inside.get(form) ?? [];
    if (!isLanguage(form) && embedded.length > 0) await reader.read(form, embedded, true);
    else if (isLanguage(form)) await reader.readWithin(form, [...(forms.get(form) ?? []), ...embedded]);
  }
  const { facts, results, code, lost, tooLong } = reader;
  const failed = [...lost, ...tooLong, ...results.flatMap((result) => result.failed)];
  return {
    facts: withSharedValues(facts, code),
    failed,
    lost,
    notRead: notReadIn(code, failed),
    embedded: [...code, ...results.flatMap(({ embedded = [] }) => embedded)],
    traces: results.flatMap(({ traces = [] }) => traces),
  };
};
