import type { FailedFile, Fact, RequestFact, SourceFile, Span, Tree } from '../../model/index.ts';
import { flatten } from '../../model/index.ts';
import type { ExtractInput, ExtractResult, Extractor } from '../extractor.ts';
import { clientTable } from './clients.ts';
import { configuredRows } from './configured-clients.ts';
import { CallGraph } from './call-graph.ts';
import { suppressionFacts } from './comments.ts';
import { contextsOf, resolveInjected } from './contexts.ts';
import { Evaluator } from './evaluator.ts';
import { generatedFacts } from './generated.ts';
import { Handovers } from './handovers.ts';
import { loadCallers, loadImporters, loadImports } from './neighbours.ts';
import { nodesOf } from './nodes.ts';
import { syntaxErrors, ts } from './parse.ts';
import { type Module, Program } from './program.ts';
import { readFacts } from './reads.ts';
import { repetitionOf } from './repetition.ts';
import { clientAt, requestAt } from './requests.ts';
import { namedSettings, readersOfVariables } from './settings.ts';
import { shapeFacts } from './shapes.ts';
import { urlFacts } from './urls.ts';

const mayClientCall = ({ clients }: Evaluator, call: ts.CallExpression): boolean => {
  const callee = call.expression;
  if (ts.isPropertyAccessExpression(callee))
    return clients.sendingNames.has(callee.name.text) || callee.expression.kind === ts.SyntaxKind.ThisKeyword;
  return (
    !ts.isElementAccessExpression(callee) &&
    callee.kind !== ts.SyntaxKind.ImportKeyword &&
    callee.kind !== ts.SyntaxKind.SuperKeyword
  );
};

const sendingCalls = (ctx: Evaluator, file: ts.SourceFile): readonly ts.CallExpression[] =>
  nodesOf(file).calls.filter(
    (node): node is ts.CallExpression => ts.isCallExpression(node) && mayClientCall(ctx, node),
  );

/** The requests of one sending call, one per way to reach it; none when no address of the API is among them. */
const requestsOf = (
  ctx: Evaluator,
  graph: CallGraph,
  call: ts.CallExpression,
  input: ExtractInput,
): readonly RequestFact[] => {
  const { answer: client, touched } = ctx.ask(() => clientAt(ctx, call, undefined));
  const injected =
    touched.size > 0 &&
    ts.isPropertyAccessExpression(call.expression) &&
    ctx.clients.sendingNames.has(call.expression.name.text);
  if (!client && !injected) return [];
  const contexts = contextsOf(ctx, graph, (env) => requestAt(ctx, call, { env, chain: [] }));
  const requests = contexts.flatMap((context) => {
    const request = requestAt(ctx, call, context);
    return request ? [{ request, chain: context.chain }] : [];
  });
  const ours = requests.some(({ request }) => request.urls.some((url) => input.interest(flatten(url))));
  return ours
    ? requests.map(({ request, chain }) => ({ ...request, ...repetitionOf(call, chain, graph) }))
    : [];
};

const spansOf = (tree: Tree | undefined, into: Map<string, Span[]>): void => {
  if (!tree || tree.kind === 'scalar' || tree.kind === 'opaque') return;
  into.set(tree.file, [...(into.get(tree.file) ?? []), tree.span]);
  for (const inner of tree.kind === 'list' ? tree.items : tree.members.map((member) => member.value))
    spansOf(inner, into);
};

/** Tells whether a literal is part of a payload that a request was seen to send. */
const sentLiterals = (requests: readonly RequestFact[]): ((node: ts.Node) => boolean) => {
  const spans = new Map<string, Span[]>();
  for (const request of requests) spansOf(request.body, spans);
  return (node) =>
    (spans.get(node.getSourceFile().fileName) ?? []).some((span) => span.start === node.getStart());
};

const failureOf = (module: Module): FailedFile | undefined => {
  const [error] = syntaxErrors(module.file);
  if (!error) return undefined;
  const { line, character } = module.file.getLineAndCharacterOfPosition(error.start);
  const message = ts.flattenDiagnosticMessageText(error.messageText, ' ');
  return { file: module.path, message: `does not parse at ${line + 1}:${character + 1}: ${message}` };
};

/** Facts of a file that broke count up to the place where it broke. */
const beforeBreak = (facts: readonly Fact[], modules: readonly Module[]): readonly Fact[] => {
  const broken = new Map(
    modules.flatMap((module) =>
      syntaxErrors(module.file)
        .slice(0, 1)
        .map((error) => [module.path, error.start] as const),
    ),
  );
  return facts.filter((fact) => fact.span.end <= (broken.get(fact.file) ?? Infinity));
};

const withOrigins = (facts: readonly Fact[], files: readonly SourceFile[]): readonly Fact[] => {
  const origins = new Map(files.map((file) => [file.path, file.origin]));
  return facts.map((fact) => ({ ...fact, origin: origins.get(fact.file) ?? fact.origin }));
};

/** Files that speak of the API's addresses: their importers may be callers of what they offer. */
const addressing = (modules: readonly Module[], input: ExtractInput): readonly string[] =>
  modules.filter((module) => input.interest(module.file.text)).map((module) => module.path);

/** The parser recurses: a file that nests deeper than its stack fails alone, and the others go on. */
const parseAll = (
  program: Program,
  files: readonly SourceFile[],
): { readonly candidates: readonly Module[]; readonly tooDeep: readonly FailedFile[] } => {
  const candidates: Module[] = [];
  const tooDeep: FailedFile[] = [];
  for (const { path, text } of files) {
    try {
      candidates.push(program.add(path, text));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      tooDeep.push({ file: path, message: 'does not parse: it is nested too deeply' });
    }
  }
  return { candidates, tooDeep };
};

const extract = (input: ExtractInput): ExtractResult => {
  const program = new Program(input.host);
  const authored = input.files.filter((file) => file.origin !== 'generated');
  const { candidates, tooDeep } = parseAll(program, authored);
  const readers = readersOfVariables(input);
  for (const path of readers) program.module(path);
  const targets = [...addressing(candidates, input), ...namedSettings(input), ...readers];
  loadImporters(program, input.host, targets);
  loadImports(program, input.host, targets);
  loadCallers(program, input);
  const ctx = new Evaluator(program, clientTable(configuredRows(program, input)));
  const graph = new CallGraph(ctx);
  const handovers = new Handovers(ctx);
  const generated = input.files.filter((file) => file.origin === 'generated');
  const built = new Set(generated.map((file) => file.path));
  const written = (): readonly Module[] =>
    program.loaded().filter(({ path }) => !built.has(path) && !path.endsWith('.json'));
  const modules = written();
  if (targets.length > 0) resolveInjected(ctx, graph);
  const requests = modules.flatMap(({ file }) =>
    sendingCalls(ctx, file).flatMap((call) => requestsOf(ctx, graph, call, input)),
  );
  const ids = requests.map((request) => request.id);
  const names = new Set(input.names ?? []);
  const successors = new Set(input.successors ?? []);
  const sent = sentLiterals(requests);
  const facts: Fact[] = [
    ...requests,
    ...modules.flatMap(({ file }) => urlFacts(ctx, file, input.interest)),
    ...modules.flatMap(({ file }) => suppressionFacts(file)),
    // Following the calls led to more files by now.
    ...(ids.length > 0
      ? written().flatMap(({ file }) => readFacts(file, { ctx, graph, handovers, ids, successors, names }))
      : []),
    ...(names.size > 0
      ? modules.flatMap(({ file }) => shapeFacts(ctx, file, names, sent, ids.length > 0))
      : []),
  ];
  const failed = [...tooDeep, ...candidates.flatMap((module) => failureOf(module) ?? [])];
  return {
    facts: [
      ...withOrigins(beforeBreak(facts, modules), authored),
      ...generated.flatMap((file) => generatedFacts(file, input.interest)),
    ],
    failed,
  };
};

/** TypeScript and JavaScript: addresses, requests, reads of answers, declared and built payloads, across files. */
export const typescript: Extractor = { form: 'typescript', extract };
