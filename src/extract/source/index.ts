import type { FailedFile, Fact, ForeignFact, Form, RequestFact, SourceFile } from '../../model/index.ts';
import { withStringBodies } from './string-bodies.ts';
import type { ExtractInput, ExtractResult, Extractor } from '../extractor.ts';
import { GrammarMissing } from './languages/grammar.ts';
import { languageOf, loadLanguage } from './registry/index.ts';
import type { LoadedLanguage, SourceLanguage } from './languages/language.ts';
import { generatedFacts } from './syntax/generated-facts.ts';
import { factsOfParts, keepOnly, partition } from './facts-by-group.ts';
import { addTexts, type Searched, searchFor } from './search-terms.ts';
import { sentLiterals } from './shapes/sent-literals.ts';
import { withHiddenHeaders } from './shapes/media-types.ts';
import { hostFor, withKnownTexts } from './project/language-files.ts';
import { callersOf, importersOf, interfacesOf, sendingImports } from './project/importers.ts';
import { headerPlaces, sendsDocument } from './requests/sending-calls.ts';
import { nameFacts, namingSearch } from './responses/name-reads.ts';
import { withUses } from './responses/name-uses.ts';
import { writtenNames } from './responses/written-names.ts';
import { deployedVariables, usesOfDeployed } from './project/deployed-variables.ts';
import { readersOfSettings, registrationsIn } from './project/settings.ts';
import { targetsOf } from './project/targets.ts';
import { headerSharersOf, otherUsersOf, sharersOf } from './project/client-sharers.ts';
import { REPLACING } from './project/replacing-files.ts';
import { withJoinedUses, withMoreUses } from './uses/joined.ts';
import { unreadCallers } from './uses/unread-callers.ts';
import { Workspace } from './project/workspace.ts';
import { withYamlDocuments } from './project/yaml-documents.ts';

/** Texts of the candidates and of the files around the targets. */
const textsFor = (
  input: ExtractInput,
  candidates: readonly SourceFile[],
  targets: readonly string[],
  workspace: Workspace,
): Map<string, string> => {
  const texts = new Map(candidates.map(({ path, text }) => [path, text]));
  if (targets.length > 0) input.host.expect?.([REPLACING, namingSearch(input.telling ?? [])]);
  const interfaces = interfacesOf(workspace, targets);
  const importers = importersOf(workspace, [...targets, ...interfaces]);
  const readers = readersOfSettings(input.host, [...targets, ...importers]);
  const others = [
    ...targets,
    ...interfaces,
    ...importers,
    ...readers,
    ...importersOf(workspace, readers),
    ...sendingImports(workspace, [...targets, ...importers, ...readers], input.writesPath ?? (() => false)),
    ...callersOf(input),
    ...(input.asked === undefined ? [] : [input.asked.file]),
  ];
  addTexts(texts, others, workspace);
  addTexts(texts, headerSharersOf(workspace, texts), workspace);
  return texts;
};

const RANKS: Readonly<Record<Fact['kind'], number>> = {
  request: 0,
  foreign: 5,
  url: 1,
  uses: 1,
  suppression: 2,
  mention: 2,
  served: 2,
  'media-type': 2,
  expectation: 2,
  read: 3,
  'header-test': 3,
  comparison: 3,
  'stray-header': 3,
  escape: 3,
  typed: 3,
  name: 3,
  declaration: 4,
  payload: 4,
  response: 5,
};

/** Sorts facts as one pass over all files would find them: by kind, then by file. */
const inOrder = (facts: readonly Fact[], files: Iterable<string>): readonly Fact[] => {
  const indexes = new Map([...files].map((path, index) => [path, index]));
  const placeOf = ({ kind, file }: Fact): number =>
    RANKS[kind] * (indexes.size + 1) + (indexes.get(file) ?? indexes.size);
  const placed = facts.map((fact) => ({ fact, place: placeOf(fact) }));
  return placed.toSorted((a, b) => a.place - b.place).map(({ fact }) => fact);
};

/** Adds facts that depend on all groups together: which types are used, and which literals are sent. */
const joined = (facts: readonly Fact[], files: readonly SourceFile[]): readonly Fact[] => {
  const requests = facts.filter((fact) => fact.kind === 'request');
  const isSent = sentLiterals(facts);
  const origins = new Map(files.map((file) => [file.path, file.origin]));
  return facts.flatMap((fact): readonly Fact[] => {
    if (fact.kind === 'payload' && isSent(fact)) return [];
    const origin = origins.get(fact.file) ?? fact.origin;
    if (fact.kind === 'declaration') return [{ ...fact, origin, used: requests.length > 0 }];
    return [origin === fact.origin ? fact : { ...fact, origin }];
  });
};

/**
 * Requests to other services that share headers with a request of the API, which rules out inserting a header
 * there; and those that send a document of the tree.
 */
const sharing = (facts: readonly Fact[], otherRequests: readonly RequestFact[]): readonly RequestFact[] => {
  const places = new Set(facts.flatMap((fact) => (fact.kind === 'request' ? headerPlaces(fact) : [])));
  return otherRequests.filter(
    (request) => sendsDocument(request) || headerPlaces(request).some((place) => places.has(place)),
  );
};

/**
 * Requests to other services as facts that no rule checks; those that share headers with the API are included already.
 */
const foreignFacts = (
  all: readonly RequestFact[],
  judged: readonly RequestFact[],
): readonly ForeignFact[] => {
  const ids = new Set(judged.map(({ id }) => id));
  return all.filter(({ id }) => !ids.has(id)).map((request) => ({ ...request, kind: 'foreign' }));
};

/** True for a request, and for a URL that one may use. */
const maySend = (fact: Fact): boolean =>
  fact.kind === 'request' || (fact.kind === 'url' && fact.use === 'value');

/** Text size below which files are analysed as one group when results are cached for the next scan. */
const SMALL_TO_KEEP = 20_000;

/** Maximum number of passes. */
const MAX_PASSES = 3;

/**
 * Facts of the files, and of what else uses a wrapper or headers of a request of the API: only facts tell where requests
 * are sent, and an edit there changes what all its users send.
 */
const factsOfAll = (searched: Searched, small: number | undefined) => {
  const { input, workspace, targets, texts } = searched;
  const groups: ReadonlyMap<string, string>[] = [];
  const refused: FailedFile[] = [];
  for (let pass = 1; ; pass++) {
    const sharers = new Map([
      ...sharersOf(workspace, texts),
      ...registrationsIn(input.host, [...texts.keys()]),
    ]);
    addTexts(texts, [...sharers.values()].flat(), workspace);
    const search = searchFor(searched);
    const { parts, refused: beyond } = partition(texts, workspace, { ...input, sharers }, small);
    groups.push(...parts);
    refused.push(...beyond);
    const found = factsOfParts(parts, search, input);
    const facts = found.groups.flatMap((group) => group.facts);
    const others = pass < MAX_PASSES ? otherUsersOf(workspace, facts, new Set(targets), texts) : [];
    if (others.length === 0) {
      keepOnly(groups, input);
      return { ...found, search, refused };
    }
    addTexts(texts, others, workspace);
  }
};

/** Result with the files that are not analysed, or only in part. */
type Extracted = ExtractResult & { readonly unread: readonly string[]; readonly workspace: Workspace };

/** Failures, of which the last one of a file counts. */
const oncePerFile = (failed: readonly FailedFile[]): readonly FailedFile[] => [
  ...new Map(failed.map((each) => [each.file, each])).values(),
];

/** Implements `typescript.extract`; files with less text than `small` together are analysed as one group. */
export const extractSources = (
  input: ExtractInput,
  language: LoadedLanguage,
  small = input.cache === undefined ? undefined : SMALL_TO_KEEP,
): Extracted => {
  const generated = input.files.filter(({ origin }) => origin === 'generated');
  const authored = input.files.filter(({ origin }) => origin !== 'generated');
  const deployed = deployedVariables(input);
  const workspace = new Workspace(input.host, language, deployed);
  const targets = targetsOf(input, authored, deployed);
  const texts = textsFor(input, authored, targets, workspace);
  const { groups, uses, refused, search } = factsOfAll({ input, workspace, targets, texts }, small);
  const found = [...groups.flatMap((group) => group.facts), ...uses];
  const otherRequests = groups.flatMap((group) => group.otherRequests);
  const judged = sharing(found, otherRequests);
  const elsewhere = groups.flatMap((group) => group.elsewhere);
  const ordered = inOrder([...found, ...judged, ...foreignFacts(elsewhere, judged)], texts.keys());
  const mediaTypes = groups.flatMap((group) => group.mediaTypes);
  const facts = withHiddenHeaders(withJoinedUses(ordered), mediaTypes, (file) => workspace.projectOf(file));
  const telling = new Set(input.telling ?? []);
  return {
    facts: [
      ...withUses(joined(facts, authored), search.names, workspace),
      ...(input.responsesLeave === true || facts.some(maySend)
        ? [...nameFacts(facts, { ...search, telling }, workspace), ...writtenNames(telling, workspace)]
        : []),
      ...usesOfDeployed(deployed, facts),
      ...mediaTypes.map((place) => ({ kind: 'media-type', origin: 'authored', ...place }) as const),
      ...generated.flatMap((file) => generatedFacts(file, input.mayBeApiUrl)),
    ],
    failed: oncePerFile([
      ...refused.filter(({ file }) => search.candidates.has(file)),
      ...groups.flatMap(({ failed }) => failed),
    ]),
    traces: groups.flatMap(({ traces }) => traces),
    workspace,
    unread: [...workspace.unseen.files(), ...groups.flatMap(({ broken }) => broken)],
  };
};

/** Maximum number of files that may crash a parser before all others of their language fail. */
const MAX_FATAL = 20;

/** Facts without the files that crash the parser: each is dropped, and all others are analysed again. */
const extractAgain = async (input: ExtractInput, language: SourceLanguage): Promise<Extracted> => {
  for (let left = MAX_FATAL; ; left--) {
    const loaded = await loadLanguage(language);
    const result = extractSources(input, await withYamlDocuments(loaded, input));
    if (!loaded.isLost() || left === 0) return result;
    input.cache?.kept.clear();
  }
};

/**
 * Extractor for programs of one language: URLs, requests, reads of responses, declared and built payloads,
 * across files.
 */
export const sourceExtractor = (form: Form): Extractor => ({
  form,
  extract: async (input) => {
    const language = languageOf(form);
    const host = withKnownTexts(hostFor(input.host, language), input.files);
    if (input.files.length === 0 && host.files().length === 0) return { facts: [], failed: [] };
    try {
      const { unread, workspace, ...found } = await extractAgain({ ...input, host }, language);
      const callers = unreadCallers(found.facts, { workspace, tree: input.host, unread });
      return await withStringBodies({ ...found, facts: withMoreUses(found.facts, callers) }, host);
    } catch (error) {
      if (!(error instanceof GrammarMissing)) throw error;
      return { facts: [], failed: input.files.map(({ path }) => ({ file: path, message: error.message })) };
    }
  },
});
