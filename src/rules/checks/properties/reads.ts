import { addTo, judgedFix } from '../../../model/index.ts';
import type { Fix, Note, Place, ReadFact, ReadStep } from '../../../model/index.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import type { ApiCall } from '../fact-index.ts';
import { because, fill, findingAt, message } from '../message.ts';
import { slotKey } from '../places.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { callsBeside, isGoneName } from './calls-beside.ts';
import { changedMeaning } from './changed-meaning.ts';
import { mockOf } from './mocks.ts';
import { ownName, stepsOf } from './options.ts';
import type { PropertyOptions, Property, Replacement, PropertyRule } from './options.ts';
import { readEdit } from './read-edit.ts';
import { contentOfCall } from './resource.ts';
import { asksFor, sentVersion } from './sent-version.ts';

/** A read of a property, from that property on. */
interface Found {
  readonly read: ReadFact;
  readonly property: Property;
  readonly operation: string | undefined;
  /** The steps from the property on. */
  readonly steps: readonly ReadStep[];
}

const isElement = (name: string): boolean => name === '*' || /^\d+$/.test(name);

/** True for a path that begins with these steps. */
export const startsWith = (path: readonly ReadStep[], steps: readonly string[]): boolean =>
  steps.every((step, at) => {
    const name = path[at]?.name;
    return name === step || (step === '*' && name !== undefined && isElement(name));
  });

/** Operation and possible paths of the resource in the response; none for other responses. */
const rootsOf = (
  read: ReadFact,
  options: PropertyOptions,
  { view, api }: CheckContext,
): { readonly paths: readonly string[]; readonly operation: string | undefined } => {
  const call = view.callOf(read.request);
  const what =
    call === undefined ? ({ kind: 'unknown' } as const) : contentOfCall(call, 'response', options, api);
  if (what.kind === 'resource') return { paths: [what.path], operation: what.operation };
  const tells = read.path.some(({ name }) => options.distinctive.includes(name));
  const ours =
    what.kind === 'unknown' &&
    ((tells && view.callsApi(read.file)) || isGoneName(read, options, { view, api }));
  return { paths: ours ? ['$', '$[*]', '$.results[*]'] : [], operation: undefined };
};

/** Properties that a read takes from a response, at each path where the resource may be. */
export const foundIn = (
  read: ReadFact,
  options: PropertyOptions,
  context: CheckContext,
): readonly Found[] => {
  const { paths, operation } = rootsOf(read, options, context);
  const properties = options.properties.filter(({ only }) => only !== 'request');
  return paths.flatMap((root) =>
    properties.flatMap((property) => {
      const steps = stepsOf(root + property.path.slice(1));
      if (!startsWith(read.path, steps)) return [];
      return [{ read, property, operation, steps: read.path.slice(steps.length - 1) }];
    }),
  );
};

/** Index of the last step of the replaced path; the property itself is step 0. */
const replacementFor = ({
  property,
  steps,
}: Found): (Replacement & { readonly length: number }) | undefined => {
  const before = stepsOf(property.path).length - 1;
  const fitting = (property.reads ?? []).map((replacement) => ({
    ...replacement,
    length: stepsOf(replacement.from).length - before,
    names: stepsOf(replacement.from).slice(before),
  }));
  return fitting.find(({ names }) => startsWith(steps, names));
};

/** The response to a request that names an older version still has the property, and not its replacement. */
const isAnsweredAsBefore = (
  { read }: Found,
  { version }: PropertyOptions,
  { view }: CheckContext,
): boolean => {
  const call = view.callOf(read.request);
  const sent = call && sentVersion(call);
  return sent !== undefined && sent < version;
};

/** Mock in the same test that responds with the property: it goes on doing so until somebody changes it. */
const mockBeside = ({ read: { mocked = [] }, steps }: Found): Place | undefined =>
  mocked.find(({ name }) => name === steps[0]!.name);

/** True where a request goes to a known URL, which moves together with the read or has moved. */
const isLocated = ({ located }: ApiCall): boolean =>
  located.some(({ address }) => address.area === 'legacy' || address.area === 'versioned');

/** Doubt about a read, at the code that it comes from. */
const doubtOf = (found: Found, { safety, to }: Replacement, { view }: CheckContext): Note | undefined => {
  const { read, property, steps } = found;
  const own = steps[0]!.slot!;
  const call = view.callOf(read.request);
  const mock = mockBeside(found);
  if (read.request === undefined) return because(own, message('likelyRead'));
  if (call === undefined || !isLocated(call)) return because(own, message('unlocatedRead'));
  if (read.givenByTest) return because(read.givenByTest, message('givenByTest'));
  if (read.mixed === true) return because(own, message('mixedRead'));
  if (mock !== undefined) return because(mock, message('mockedRead'));
  return safety === 'safe'
    ? undefined
    : because(own, `${message('inexactRead', { to })} ${property.read ?? ''}`.trim());
};

const fixOf = (found: Found, options: PropertyOptions, context: CheckContext): Fix | undefined => {
  const { read, steps } = found;
  const replacement = replacementFor(found);
  const text = context.text(steps[0]!.slot!.file);
  if (replacement === undefined || text === undefined) return undefined;
  // What else is read there has the property, and may lack its replacement.
  if (read.elsewhere === true) return undefined;
  if (replacement.inBoth !== true && isAnsweredAsBefore(found, options, context)) return undefined;
  const written = {
    steps: steps.slice(0, replacement.length),
    form: read.form,
    lacking: read.lacking === true,
  };
  const edit = readEdit(written, replacement.to, text);
  if (edit === undefined) return undefined;
  const doubt = doubtOf(found, replacement, context);
  const fix = { title: message('fixRead', { to: replacement.to }), edits: [edit], group: undefined };
  return judgedFix(
    fix,
    doubt ?? mockOf(steps[0]!.name, read, context) ?? changedMeaning(read, replacement.to, options, context),
  );
};

const adviceOf = (found: Found): string => {
  const to = replacementFor(found)?.to;
  return to === undefined ? (found.property.read ?? '') : `Read ${to} instead. ${found.property.read ?? ''}`;
};

const draftOf = (
  rule: PropertyRule,
  found: Found,
  requests: readonly string[],
  context: CheckContext,
): PendingFinding => {
  const { property, operation, steps } = found;
  const data = {
    property: ownName(property),
    replacement: property.replacement,
    version: rule.options.version,
  };
  const { file, span } = steps[0]!.slot!;
  const calls = requests.flatMap((id) => context.view.callOf(id) ?? []);
  const moved = calls.length > 0 && calls.every((call) => asksFor(call, rule.options.version));
  const message = (moved ? rule.options.halfDone?.read : undefined) ?? rule.message;
  const finding = findingAt(
    rule,
    { file, span },
    {
      data,
      message: fill(message, { ...data, advice: adviceOf(found) }),
      anchor: `read ${steps.map(({ name }) => name).join('.')}`,
      severity: rule.severity,
      certainty: operation === undefined ? 'likely' : 'certain',
      operation,
      fix: fixOf(found, rule.options, context),
    },
  );
  // A read changes together with the move of its request.
  return { finding, part: 'body', requests, advice: adviceOf(found) };
};

/** Reads through one written name; the message is that of the longest path. */
const byName = (all: readonly Found[]): readonly (readonly Found[])[] => {
  const groups = new Map<string, Found[]>();
  for (const found of all) {
    const { slot } = found.steps[0]!;
    if (slot === undefined) continue;
    const key = `${slotKey(slot)} ${found.property.path}`;
    addTo(groups, key, found);
  }
  return [...groups.values()];
};

const longest = (group: readonly Found[]): Found =>
  group.reduce((a, b) => (b.steps.length > a.steps.length ? b : a));

/** Reads to report (contract §6): readers that handle both shapes are silent, and evidence is not code. */
const counts = ({ origin, bothShapes }: ReadFact): boolean =>
  (origin === 'authored' || origin === 'collection') && !bothShapes;

const slotKeysOf = ({ path }: ReadFact): readonly string[] =>
  path.flatMap(({ slot }) => (slot === undefined ? [] : [slotKey(slot)]));

/** Marks the reads of names that are also read from the response of another request, which keeps them. */
const withMixed = (
  reads: readonly ReadFact[],
  options: PropertyOptions,
  context: CheckContext,
): readonly ReadFact[] => {
  const others = reads.filter((read) => rootsOf(read, options, context).paths.length === 0);
  const kept = new Set(others.flatMap(slotKeysOf));
  return reads.map((read) =>
    slotKeysOf(read).some((key) => kept.has(key)) ? { ...read, mixed: true } : read,
  );
};

/** Findings on what code takes from responses that no longer have it. */
export const readDrafts = (rule: PropertyRule, context: CheckContext): readonly PendingFinding[] => {
  const reads = factsOfKind(context.facts, 'read').filter(counts);
  const all = withMixed(reads, rule.options, context).flatMap((read) => foundIn(read, rule.options, context));
  return byName(all).map((group) => {
    // A test that gets its response from a mock does not use the service: its reads block no migration.
    const answered = group.filter((found) => mockBeside(found) === undefined);
    const requests = answered.flatMap(
      ({ read }) => read.request ?? callsBeside(read, rule.options, context).map(({ request }) => request.id),
    );
    return draftOf(rule, longest(group), [...new Set(requests)], context);
  });
};
