import type { MockedName, ReadFact, ReadStep, Slot } from '../../../model/index.ts';
import { byCall, nearestPaths } from './request-paths.ts';
import { assignedProperties, assignedProperty, assignedValues } from '../evaluate/assignment-patterns.ts';
import type { CallGraph, Caller } from '../requests/callers/call-graph.ts';
import { contextsOf } from '../requests/callers/call-contexts.ts';
import type { ResponseValue, Ctx, Env, Evaluator, Value } from '../evaluate/values.ts';
import { handlesBoth } from './dual-reads.ts';
import type { FunctionsPassed } from '../requests/callers/functions-passed.ts';
import { mockedNames } from '../test-code/mock-responses.ts';
import { isTest } from '../project/test-files.ts';
import { requestId } from '../requests/requests.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { fixedSlot, placeOf, slotOfName } from '../syntax/slots.ts';
import { type ReadSite, siteOf, siteOfCall } from './read-sites.ts';
import { declaredAt } from './declared-steps.ts';

/** Slot of the literal name; a field whose letter case differs from the document's is not edited. */
const slotOfStep = (name: string, node: ts.Node): Slot =>
  ts.isIdentifier(node) && node.text !== name ? fixedSlot(node, name) : slotOfName(node);

const stepOf = (answer: ResponseValue, index: number, search: ReadSearch): ReadStep => {
  const { name, node, optional } = answer.path[index]!;
  const path = answer.path.slice(0, index + 1).map((step) => step.name);
  const declared = node ? declaredAt(node, path, answer, search) : {};
  return {
    name,
    slot: name === '*' || !node ? undefined : slotOfStep(name, node),
    optional,
    ...declared,
  };
};

/** Values of the property; destructured names are evaluated through their pattern. */
const valuesAt = (ctx: Ctx, { node, form }: ReadSite, env: Env | undefined): ReturnType<Ctx['evaluate']> => {
  if (form !== 'binding' && form !== 'binding-shorthand') return ctx.evaluate(node, env);
  const assigned = assignedProperty(node.parent);
  if (assigned) return assignedValues(ctx, assigned, env);
  return ctx.bindingValues(node.parent as ts.BindingElement, env);
};

/** True for absent and unknown values, which do not rule out a response. */
const isOpen = (val: Value): boolean =>
  val.kind === 'response' ||
  val.kind === 'unknown' ||
  (val.kind === 'primitive' && (val.value ?? undefined) === undefined);

const answersAt = (ctx: Ctx, site: ReadSite, env: Env | undefined): readonly ResponseValue[] =>
  valuesAt(ctx, site, env).filter(
    (val): val is ResponseValue =>
      val.kind === 'response' && val.stage === 'body' && val.path.at(-1)?.node === site.name,
  );

/** True when a watched name is on the path to the property. */
const matters = ({ node, name }: ReadSite, names: ReadonlySet<string>): boolean => {
  if ((ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && names.has(name.text)) return true;
  for (let at = node; ts.isPropertyAccessExpression(at); at = at.expression)
    if (names.has(at.name.text)) return true;
  return false;
};

/** True when the property may also be read from something other than a response: `flag ? answer : { … }`. */
const givesOther = (ctx: Ctx, site: ReadSite, env?: Env): boolean =>
  valuesAt(ctx, site, env).some((val) => !isOpen(val));

/** True when an object without the property may also be read: `found ?? {}`. */
const lacksIt = (ctx: Ctx, site: ReadSite, env?: Env): boolean => {
  const owner =
    site.node !== site.name && 'expression' in site.node ? (site.node.expression as ts.Node) : undefined;
  // A member of nothing is none that is absent: it fails before and after.
  if (owner && !ctx.evaluate(owner, env).some((val) => val.kind === 'object')) return false;
  return valuesAt(ctx, site, env).some((val) => val.kind === 'primitive' && val.value === undefined);
};

/** Responses that are read at a site itself. */
const ownAnswers = (site: ReadSite, search: ReadSearch): Read => {
  const answers = answersAt(search.ctx, site, undefined);
  const mixed = answers.length > 0 && (givesOther(search.ctx, site) || isOfOther(answers, search));
  const lacking = answers.length > 0 && lacksIt(search.ctx, site);
  return { answers, mixed, elsewhere: mixed, ofTest: undefined, lacking };
};

/** Reads of a call site: responses, and whether it also reads something else, which may have or lack the property. */
interface Read {
  readonly answers: readonly ResponseValue[];
  readonly mixed: boolean;
  readonly elsewhere: boolean;
  /** Call of a test that passes an object of its own, where only tests do. */
  readonly ofTest: Caller | undefined;
  readonly lacking: boolean;
}

/** Responses that callers pass to the function around a site. */
const answersOfCallers = (site: ReadSite, { ctx, graph, functionsPassed }: ReadSearch): Read => {
  const contexts = contextsOf(ctx, graph, (env) => valuesAt(ctx, site, env), functionsPassed);
  const found = contexts.map(({ env, chain }) => ({ answers: answersAt(ctx, site, env), env, chain }));
  const others = found.filter(({ answers }) => answers.length === 0);
  const giving = others.filter(({ env }) => givesOther(ctx, site, env));
  const inTests = giving.map(
    ({ chain }) => chain.find(({ call }) => isTest(call.getSourceFile().fileName))?.call,
  );
  return {
    answers: found.flatMap(({ answers }) => answers),
    mixed: others.length > 0,
    elsewhere: inTests.includes(undefined),
    ofTest: inTests[0],
    lacking: contexts.some(({ env }) => lacksIt(ctx, site, env)),
  };
};

interface Bound {
  readonly fn: Env['fn'];
  readonly call: Caller;
}

/** Calls that a response passed through, including constructors. */
const boundIn = (env: Env | undefined): readonly Bound[] => {
  const links: Bound[] = [];
  for (let at = env; at; at = at.next) if (at.fn && at.call) links.push({ fn: at.fn, call: at.call });
  return links;
};

const placesOf = (calls: readonly Caller[]): readonly string[] => calls.map((call) => requestId(call, []));

const callers = new WeakMap<CallGraph, Map<ts.Node, ReadonlySet<string>>>();

/** Calls of a function, as they appear in ids. */
const callersOf = (fn: NonNullable<Env['fn']>, graph: CallGraph): ReadonlySet<string> => {
  const known = callers.get(graph) ?? new Map<ts.Node, ReadonlySet<string>>();
  callers.set(graph, known);
  const found = known.get(fn) ?? new Set(placesOf(graph.callersOf(fn)));
  known.set(fn, found);
  return found;
};

/**
 * Ids of the requests whose response this may be. A request is identified by the calls that lead to it, in the order in
 * which its URL needs them; the calls that the response passed through, and no other calls of the same functions, may
 * be among them. Of these requests, those that share the most calls with the response are returned.
 */
export const idsOf = (answer: ResponseValue, { ids, graph }: ReadSearch): readonly string[] => {
  const ways = byCall(ids).get(requestId(answer.call, []));
  if (ways === undefined || ways.all.length < 2) return ways?.all.map(({ id }) => id) ?? [];
  const bound = boundIn(answer.env);
  const through = new Set(placesOf(bound.map(({ call }) => call)));
  const past = bound.flatMap(({ fn }) => (fn ? callersOf(fn, graph) : []));
  // A thousand callers of a wrapper are a thousand paths, most of them unrelated to this response.
  const near = new Set([...through].flatMap((link) => ways.byLink.get(link) ?? []));
  const found = nearestPaths(
    [...near].toSorted((a, b) => a.rank - b.rank),
    through,
    past,
  );
  return found.length > 0 ? found : nearestPaths(ways.all, through, past);
};

/** True where some of the responses are those of another service. */
const isOfOther = (answers: readonly ResponseValue[], search: ReadSearch): boolean =>
  answers.length > 1 && answers.some((answer) => idsOf(answer, search).length === 0);

/** State of the search for reads. */
export interface ReadSearch {
  readonly ctx: Evaluator;
  readonly graph: CallGraph;
  readonly functionsPassed: FunctionsPassed;
  /** Requests whose responses count. */
  readonly ids: readonly string[];
  readonly successors: ReadonlySet<string>;
  /** Properties for which callers are searched. */
  readonly names: ReadonlySet<string>;
}

const factsAt = (
  site: ReadSite,
  search: ReadSearch,
  mocks: () => ReadonlyMap<string, MockedName>,
): readonly ReadFact[] => {
  const { successors, names } = search;
  const own = ownAnswers(site, search);
  const asked = own.answers.length === 0 && matters(site, names);
  const { answers, mixed, elsewhere, ofTest, lacking } = asked ? answersOfCallers(site, search) : own;
  return answers.flatMap((answer) => {
    const path = answer.path.map((_, index) => stepOf(answer, index, search));
    // A member of what was chosen from both shapes is one of either.
    const bothShapes = [
      site.node,
      ...answer.path.map(({ name, node }) => (names.has(name) ? node : undefined)),
    ].some((node) => node !== undefined && handlesBoth(node, successors));
    const fact = { kind: 'read', origin: 'authored', path, form: site.form, bothShapes } as const;
    const mocked = path.flatMap(({ name }) => (name === '*' ? [] : (mocks().get(name) ?? [])));
    const told = {
      mixed: mixed || answer.stated === true,
      ...(elsewhere && { elsewhere }),
      ...(ofTest && { givenByTest: placeOf(ofTest) }),
      ...(lacking && { lacking }),
      ...(mocked.length > 0 && { mocked }),
    };
    return idsOf(answer, search).map((request) => ({ ...fact, request, ...told, ...placeOf(site.name) }));
  });
};

/** Every property that the file's code reads from the response of a relevant request. */
export const readFacts = (file: ts.SourceFile, search: ReadSearch): readonly ReadFact[] => {
  let mocked: ReadonlyMap<string, MockedName> | undefined;
  const mocks = (): ReadonlyMap<string, MockedName> => (mocked ??= mockedNames(search.ctx, file));
  const { accesses, calls } = nodesOf(file);
  const sites = [
    ...[...accesses, ...assignedProperties(file)].flatMap((node) => siteOf(node) ?? []),
    ...(loweredFile(file) ? calls.flatMap((node) => siteOfCall(node) ?? []) : []),
  ];
  return sites.flatMap((site) => factsAt(site, search, mocks));
};
