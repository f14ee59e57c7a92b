import { heldBack, reasonOf } from '../../../model/index.ts';
import type { Certainty, Note, Place, Tree } from '../../../model/index.ts';
import type { PayloadUse } from '../../../payload/mapping.ts';
import { select } from '../../load/jsonpath.ts';
import type { Selected } from '../../load/jsonpath.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import { because, fill, findingAt, message } from '../message.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import type { ApiCall } from '../fact-index.ts';
import { bodiesOf, isSent } from './bodies.ts';
import { mockMatching } from './matched-bodies.ts';
import { testNaming } from './mocks.ts';
import { ownName } from './options.ts';
import type { RemovalsOfVersion, PropertyOptions, Property, PropertyRule } from './options.ts';
import { contentOfCall, recognizedResources, selectUnder } from './resource.ts';
import { asSentence, fixSentMember } from './sent-fix.ts';
import type { SentPayload, RemovedMember } from './sent-fix.ts';
import { asksFor, hidesVersion, raisedVersion, sentVersion } from './sent-version.ts';

/** Payloads of one request or file, with what is known about them. */
interface Sent {
  readonly roots: readonly Selected[];
  readonly certainty: Certainty;
  readonly operation: string | undefined;
  readonly exchange: number | undefined;
  readonly editable: boolean;
  /** The request that sends them. */
  readonly call: ApiCall | undefined;
  /** Requests that may send them. */
  readonly mayBeSentBy?: readonly string[];
}

const hitsOf = (root: Selected, { path }: Property): readonly RemovedMember[] =>
  selectUnder(root, path).flatMap(({ member, ...found }, nth) =>
    member === undefined ? [] : [{ ...found, member, nth }],
  );

const useOf = (
  root: Tree,
  operation: string | undefined,
  options: PropertyOptions,
): PayloadUse | undefined => {
  if (operation !== undefined) return options.operations[operation]?.use;
  return select(root, options.createdWith).length > 0 ? 'create' : 'modify';
};

const samePlace = (a: Place, b: Place): boolean =>
  a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end;

/** Another call that sends the same text for another purpose, or to another version. */
const sharedWith = (
  tree: Tree,
  sent: Sent,
  options: PropertyOptions,
  context: CheckContext,
): ApiCall | undefined => {
  const { view, api } = context;
  const version = sent.call && sentVersion(sent.call);
  return view.calls.find((call) => {
    if (call === sent.call || !bodiesOf(call, context).some((body) => samePlace(body, tree))) return false;
    const what = contentOfCall(call, 'request', options, api);
    const alike = what.kind === 'resource' && what.operation === sent.operation;
    return !alike || sentVersion(call) !== version;
  });
};

/** Doubt about a payload, besides those of its own edits. */
const doubtOf = (
  tree: Tree,
  sent: Sent,
  isUnsure: boolean,
  options: RemovalsOfVersion,
  context: CheckContext,
): Note | undefined => {
  if (sent.certainty !== 'certain') return because(tree, message('unidentified'));
  if (isUnsure)
    return because(sent.call?.request ?? tree, message('olderVersion', { version: options.version }));
  const other = sharedWith(tree, sent, options, context);
  if (other) return because(other.request, message('sharedBody'));
  return mockMatching(sent.call, options, context) ?? testNaming(tree, options, context);
};

const bodyOf = (
  { tree, pointer }: Selected,
  sent: Sent,
  options: RemovalsOfVersion,
  context: CheckContext,
): SentPayload | undefined => {
  if (tree.kind !== 'object') return undefined;
  const { target } = context.settings;
  const version = sent.call && sentVersion(sent.call);
  // A request that names an older version sends what that version takes, until somebody raises it.
  const isOlder = version !== undefined && version < options.version;
  const isUnsure = isOlder || (options.isLater && sent.call !== undefined && hidesVersion(sent.call));
  return {
    tree,
    pointer,
    use: useOf(tree, sent.operation, options),
    version: version === undefined || isOlder ? target : version,
    header: isOlder ? raisedVersion(sent.call!, target, tree.file, context.text) : [],
    editable: sent.editable,
    doubt: doubtOf(tree, sent, isUnsure, options, context),
  };
};

const keyPlace = ({ member }: RemovedMember): Place => ({ file: member.key.file, span: member.key.span });

const draftOf = (
  rule: PropertyRule,
  hit: RemovedMember,
  property: Property,
  sent: Sent,
  body: SentPayload,
  context: CheckContext,
): PendingFinding => {
  const { version, halfDone } = rule.options;
  const data = { property: ownName(property), replacement: property.replacement, version };
  const moved = sent.call !== undefined && asksFor(sent.call, version);
  const { fix, remarks } = fixSentMember(hit, property, body, context);
  const advice = [property.sent ?? '', ...remarks.map(asSentence)].join(' ');
  const finding = findingAt(rule, keyPlace(hit), {
    data,
    message: fill((moved ? halfDone?.sent : undefined) ?? rule.message, { ...data, advice }),
    anchor: `sent ${hit.pointer}`,
    severity: property.severity ?? rule.severity,
    certainty: sent.certainty,
    pointer: hit.pointer,
    operation: sent.operation,
    exchange: sent.exchange,
    fix,
  });
  const guessed = sent.mayBeSentBy ?? [];
  return {
    finding,
    part: 'body',
    requests: sent.call === undefined ? guessed : [sent.call.request.id],
    ...(guessed.length > 0 && {
      reason: message('unseenBodyElsewhere', { file: context.names.file(finding) }),
    }),
  };
};

/** Payload without a known call, recognized by its members in a project that calls the API. */
const loose = (tree: Tree, options: PropertyOptions, context: CheckContext): readonly Selected[] =>
  context.view.callsApi(tree.file) ? recognizedResources(tree, options.anchors.request, options) : [];

/** True for a document with a member that no cluster has: other programs use the same names. */
const fits = (tree: Tree, { reshape, text }: CheckContext): boolean => {
  const source = text(tree.file);
  return tree.kind !== 'object' || source === undefined || reshape?.fits?.(tree, source) !== false;
};

const sentByCalls = (options: PropertyOptions, context: CheckContext): readonly Sent[] =>
  context.view.calls.flatMap((call): readonly Sent[] => {
    const { origin, exchange } = call.request;
    const what = contentOfCall(call, 'request', options, context.api);
    if (origin === 'generated' || what.kind === 'other') return [];
    const place = { exchange, call, editable: origin !== 'recording' };
    return bodiesOf(call, context).map((body): Sent => {
      if (what.kind === 'unknown')
        return { ...place, roots: loose(body, options, context), certainty: 'likely', operation: undefined };
      const { operation, path } = what;
      const certainty = call.request.heuristic === true ? 'likely' : 'certain';
      return { ...place, roots: select(body, path), certainty, operation };
    });
  });

/** True when a call sends a body that is not fully known. */
const hidesBody = ({ request: { body, bodies, hasBody, origin } }: ApiCall): boolean => {
  if (origin !== 'authored' || bodies !== undefined || hasBody === false) return false;
  return body === undefined || body.kind === 'opaque' || (body.kind === 'object' && !body.complete);
};

/** Requests of the same project that may send a payload which no call is seen to send. */
const mayBeSentBy = (
  file: string,
  options: PropertyOptions,
  { view, api, settings }: CheckContext,
): readonly string[] =>
  view.calls
    .filter((call) => settings.projectOf(call.request.file) === settings.projectOf(file) && hidesBody(call))
    .filter((call) => contentOfCall(call, 'request', options, api).kind === 'resource')
    .map(({ request }) => request.id);

const configured = (tree: Tree, path: string): readonly Selected[] =>
  tree.kind === 'list' ? select(tree, path.replace('$', '$[*]')) : select(tree, path);

const sentFromFiles = (options: PropertyOptions, context: CheckContext): readonly Sent[] =>
  factsOfKind(context.facts, 'payload').flatMap(({ origin, tree, operation, usedAs }): readonly Sent[] => {
    if (origin === 'generated' || origin === 'recording') return [];
    const place = { exchange: undefined, call: undefined, editable: true, operation };
    if (operation === undefined) {
      if (isSent(tree, context)) return [];
      const roots = loose(tree, options, context).filter((root) => fits(root.tree, context));
      if (roots.length === 0) return [];
      const senders = usedAs === 'test' ? [] : mayBeSentBy(tree.file, options, context);
      if (usedAs === 'view' && senders.length === 0) return [];
      return [{ ...place, roots, certainty: 'likely', mayBeSentBy: senders }];
    }
    const path = options.operations[operation]?.request;
    return path === undefined ? [] : [{ ...place, roots: configured(tree, path), certainty: 'certain' }];
  });

/** Property that changes its meaning with the new URL; neighboring members may show the intended one. */
const isLone = (root: Selected, { path, lone }: Property, { call, editable }: Sent): boolean => {
  const isLegacy = call?.located.some(({ address }) => lone?.in.includes(address.version ?? '') === true);
  if (lone === undefined || !editable || isLegacy !== true) return false;
  const isHarmless = ({ tree }: Selected): boolean =>
    tree.kind === 'scalar' && (tree.value === null || lone.unless.includes(tree.value));
  return select(root.tree, lone.without).length === 0 && !select(root.tree, path).every(isHarmless);
};

/** A body is converted as a whole: the service rejects one that has members of both shapes. */
const together = (drafts: readonly PendingFinding[]): readonly PendingFinding[] => {
  const open = drafts.find(({ finding }) => finding.severity === 'error' && finding.fix?.safety !== 'safe');
  if (open === undefined) return drafts;
  const { finding: left } = open;
  const doubt = reasonOf(left.fix) ?? because(left, message('openFinding', { rule: left.rule }));
  return drafts.map((draft) =>
    draft.finding.fix === undefined
      ? draft
      : { ...draft, finding: { ...draft.finding, fix: heldBack(draft.finding.fix, doubt) } },
  );
};

const draftsOf = (
  rule: PropertyRule,
  root: Selected,
  sent: Sent,
  context: CheckContext,
): readonly PendingFinding[] => {
  const body = bodyOf(root, sent, rule.options, context);
  if (body === undefined) return [];
  const properties = rule.options.properties.filter(({ only }) => only !== 'response');
  const drafts = (wanted: readonly Property[]): readonly PendingFinding[] =>
    wanted.flatMap((property) =>
      hitsOf(root, property).map((hit) => draftOf(rule, hit, property, sent, body, context)),
    );
  const found = drafts(properties.filter(({ lone }) => lone === undefined));
  return found.length > 0
    ? together(found)
    : drafts(properties.filter((property) => isLone(root, property, sent)));
};

/** Finds removed properties that are sent, or written to be sent; one finding per position. */
export const sentDrafts = (rule: PropertyRule, context: CheckContext): readonly PendingFinding[] =>
  [...sentByCalls(rule.options, context), ...sentFromFiles(rule.options, context)].flatMap((sent) =>
    sent.roots.flatMap((root) => draftsOf(rule, root, sent, context)),
  );
