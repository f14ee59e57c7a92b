import { isDocument } from './languages/paths.ts';
import type { Fact, FailedFile, Place, RequestFact, Trace, UsesFact } from '../../model/index.ts';
import type { ExtractInput } from '../extractor.ts';
import { CallGraph } from './requests/callers/call-graph.ts';
import { tracesAt } from './explain/call-traces.ts';
import type { ClientTable } from './clients/client-row.ts';
import type { Evaluator } from './evaluate/values.ts';
import { suppressionFacts } from './syntax/comments.ts';
import { resolveInjected } from './requests/callers/call-contexts.ts';
import { ProgramEvaluator } from './evaluate/evaluator.ts';
import { escapeFacts } from './responses/escapes.ts';
import { expectationFacts } from './test-code/expectations.ts';
import { FunctionsPassed } from './requests/callers/functions-passed.ts';
import { headerTests } from './responses/header-tests.ts';
import { parsedByType } from './responses/parsed-by-type.ts';
import { packageUrlFacts } from './requests/api-packages.ts';
import { mockFacts } from './test-code/mock-responses.ts';
import { testedNames } from './test-code/tested-names.ts';
import { mediaTypesIn } from './shapes/media-types.ts';
import { namingFile } from './syntax/file-fault.ts';
import { syntaxErrors, ts } from './syntax/tree.ts';
import type { Module } from './syntax/module.ts';
import { Program } from './project/program.ts';
import { comparisonFacts } from './responses/comparisons.ts';
import { readFacts, type ReadSearch } from './responses/reads.ts';
import { mentionFacts } from './requests/mention-facts.ts';
import { mayBeSent, mayChangeToo, sendsIn } from './requests/sending-calls.ts';
import { strayHeaders } from './responses/stray-headers.ts';
import { shapeFacts } from './shapes/shapes.ts';
import type { Published } from './project/published.ts';
import { sharedImports } from './project/shared-addresses.ts';
import type { Workspace } from './project/workspace.ts';
import type { Tracer } from './explain/tracing.ts';
import { unresolvedFacts } from './requests/unresolved-calls.ts';
import { urlFacts } from './requests/urls.ts';
import { editedPlaces, pathsEdited } from './uses/edited-places.ts';
import { usesFacts } from './uses/index.ts';
import { UseSearch } from './uses/search.ts';

/** Search terms for all groups of files. */
export interface Search extends Pick<
  ExtractInput,
  'mayBeApiUrl' | 'tellingPath' | 'legacyTexts' | 'mediaTypes'
> {
  readonly workspace: Workspace;
  readonly clients: ClientTable;
  /** URLs in settings files. */
  readonly settings: NonNullable<ExtractInput['settings']>;
  readonly names: ReadonlySet<string>;
  /** Matches a text that contains one of the names. */
  readonly naming: RegExp;
  readonly successors: ReadonlySet<string>;
  /** Files whose failure is reported. */
  readonly candidates: ReadonlySet<string>;
  /** Generated files: their values are used, but no facts are reported. */
  readonly generated: ReadonlySet<string>;
  readonly asked: ExtractInput['asked'];
  /** Every scanned file, in any group. */
  readonly all: ReadonlySet<string>;
  readonly published: Published;
  /** Positions whose uses are requested; if absent, those that a fix may edit. */
  readonly wanted?: readonly Place[];
  /** Files that hold URLs, and those that pass them on. */
  readonly shared: ReadonlySet<string>;
  /** True when some file contains a URL of the API. */
  readonly addressed: boolean;
}

/** Facts of the files of one group, which are parsed together. */
export interface GroupFacts {
  readonly facts: readonly Fact[];
  /** Vendor media types in the files. */
  readonly mediaTypes: readonly Place[];
  /** Requests to other services that may share headers with requests of the API. */
  readonly otherRequests: readonly RequestFact[];
  /** Requests to other services that may be changed together with those of the API. */
  readonly elsewhere: readonly RequestFact[];
  readonly failed: readonly FailedFile[];
  /** Files with syntax errors: what they call may be misread. */
  readonly broken: readonly string[];
  readonly traces: readonly Trace[];
}

/** Findings of each file in order; errors name the file. */
const each = <T>(modules: readonly Module[], find: (file: ts.SourceFile) => readonly T[]): readonly T[] =>
  modules.flatMap(({ path, file }) => namingFile(path, () => find(file)));

const failureOf = (module: Module): FailedFile | undefined => {
  const [error] = syntaxErrors(module.file);
  if (!error) return undefined;
  const { line, character } = module.file.getLineAndCharacterOfPosition(error.start);
  const message = ts.flattenDiagnosticMessageText(error.messageText, ' ');
  return {
    file: module.path,
    message: `does not parse at ${line + 1}:${character + 1}: ${message}`,
    from: error.start,
  };
};

/** Uses of the responses of these requests; properties are searched where a file names a watched one. */
const answerFacts = (files: readonly Module[], search: ReadSearch, naming: RegExp): readonly Fact[] => {
  if (search.ids.length === 0) return [];
  // Fields of Go and C# match names case-insensitively.
  const anyCase = new RegExp(naming.source, 'i');
  const matters = files.some(({ file }) => anyCase.test(file.text));
  return each(files, (file) => [
    ...(matters ? readFacts(file, search) : []),
    ...headerTests(file, search),
    ...parsedByType(file, search),
    ...escapeFacts(file, search),
  ]);
};

const tracesIn = (program: Program, tracer: Tracer, { asked, mayBeApiUrl }: Search): readonly Trace[] => {
  const module = program.loaded().find(({ path }) => path === asked?.file);
  return asked && module ? tracesAt(tracer, module.file, asked.span, mayBeApiUrl) : [];
};

interface Found {
  readonly ctx: Evaluator;
  readonly graph: CallGraph;
  readonly requests: readonly RequestFact[];
  readonly addresses: readonly Fact[];
}

/** URLs in settings files that the files of a group import. */
const importedSettings = (program: Program, { settings }: Search): readonly Fact[] => {
  if (settings.length === 0) return [];
  const loaded = new Set(program.loaded().map(({ path }) => path));
  return settings.filter(({ file }) => isDocument(file) && loaded.has(file));
};

const typedOnly = (fact: UsesFact): UsesFact => ({
  ...fact,
  uses: fact.uses.filter(({ as }) => as === 'typed'),
});

/** Uses of every editable value of a group's requests and URLs; loads more files, so it comes last. */
const usesIn = (
  program: Program,
  texts: ReadonlyMap<string, string>,
  { ctx, graph, requests, addresses }: Found,
  search: Search,
): readonly UsesFact[] => {
  const { workspace, shared, all, mayBeApiUrl, wanted } = search;
  const places =
    wanted ?? editedPlaces([...requests, ...addresses, ...importedSettings(program, search)], mayBeApiUrl);
  if (places.length === 0) return [];
  // The files name it, whether they evaluate it or not.
  for (const path of sharedImports(texts, workspace, shared)) program.module(path);
  const uses = new UseSearch(ctx, graph, requests, {
    owns: (path) => texts.has(path) || !all.has(path),
    published: search.published,
    unseen: (module) => workspace.unseen.importing(module),
  });
  const follow = (at: readonly Place[]): readonly UsesFact[] =>
    usesFacts(uses, (path) => program.module(path)?.file, at);
  const paths = wanted ? [] : pathsEdited(addresses, search);
  // Where such a path is used otherwise proves nothing, as no request is known to have it.
  return [
    ...follow(places),
    ...follow(paths)
      .map(typedOnly)
      .filter((fact) => fact.uses.length > 0),
  ];
};

const factsIn = (
  program: Program,
  texts: ReadonlyMap<string, string>,
  search: Search,
): Omit<GroupFacts, 'failed' | 'broken'> => {
  const { names, naming, successors, mayBeApiUrl, workspace } = search;
  const ctx = new ProgramEvaluator(program, search.clients);
  const graph = new CallGraph(ctx);
  const functionsPassed = new FunctionsPassed(ctx);
  const written = (): readonly Module[] =>
    program.loaded().filter(({ path }) => !search.generated.has(path) && !isDocument(path));
  const modules = written();
  if (search.addressed) resolveInjected(ctx, graph);
  const sends = each(modules, (file) => [sendsIn({ ctx, graph, functionsPassed, mayBeApiUrl }, file)]);
  const requests = sends.flatMap(({ ours }) => ours);
  const elsewhere = sends.flatMap((send) => send.elsewhere);
  const ledger = { ctx, ours: requests, elsewhere, workspace, modules };
  const ids = requests.map(({ id }) => id);
  const known = requests.filter(({ heuristic }) => heuristic !== true);
  const seen = new Set(known.map(({ file, span }) => `${file}:${span.start}`));
  const addresses = each(modules, (file) => urlFacts(ctx, file, search));
  const facts: readonly Fact[] = [
    ...requests,
    ...addresses,
    ...each(modules, (file) => packageUrlFacts(ctx, file, mayBeApiUrl)),
    ...each(mayBeSent(requests, elsewhere) ? modules : [], (file) =>
      unresolvedFacts(ctx, graph, file, mayBeApiUrl, seen),
    ),
    ...each(modules, (file) => suppressionFacts(file)),
    ...each(modules, (file) => mentionFacts(ctx, file, search.legacyTexts)),
    ...each(modules, (file) => expectationFacts(ctx, file, mayBeApiUrl)),
    ...(search.addressed ? each(modules, (file) => comparisonFacts(ctx, file)) : []),
    ...each(modules, (file) => strayHeaders(ledger, file)),
    // Following the calls has loaded more files by now.
    ...answerFacts(written(), { ctx, graph, functionsPassed, ids, successors, names }, naming),
    ...each(modules, (file) => (naming.test(file.text) ? shapeFacts(ctx, file, names) : [])),
    ...each(modules, (file) => mockFacts(ctx, file, names, successors)),
    ...each(modules, (file) => (naming.test(file.text) ? testedNames(file, names) : [])),
  ];
  const traces = tracesIn(program, { ctx, graph }, search);
  const uses = usesIn(program, texts, { ctx, graph, requests, addresses }, search);
  return {
    facts: [...facts, ...uses],
    mediaTypes: each(modules, (file) => mediaTypesIn(file, search.mediaTypes)),
    otherRequests: sends.flatMap((send) => send.otherRequests),
    elsewhere: requests.length + addresses.length > 0 ? elsewhere : elsewhere.filter(mayChangeToo),
    traces,
  };
};

/**
 * Facts of one group of files; its trees can be released once it returns. Throws FileFault for a file that
 * cannot be analysed.
 */
export const factsOfFiles = (texts: ReadonlyMap<string, string>, search: Search): GroupFacts => {
  const program = new Program(search.workspace);
  for (const [path, text] of texts) namingFile(path, () => program.add(path, text));
  const found = factsIn(program, texts, search);
  // A file that is not a candidate matters only where it has facts.
  const telling = new Set(found.facts.map(({ file }) => file));
  const errors = program.loaded().flatMap((module) => failureOf(module) ?? []);
  const failed = errors.filter(({ file }) => search.candidates.has(file) || telling.has(file));
  return { ...found, failed, broken: errors.map(({ file }) => file) };
};
