import { removeMember } from '../../edit/members.ts';
import { rewriteSlot } from '../../edit/spelling.ts';
import type { Certainty, Edit, Fix, Member, Place, Rule, Tree } from '../../model/index.ts';
import { select } from '../../ruleset/jsonpath.ts';
import type { Selected } from '../../ruleset/jsonpath.ts';
import type { CheckContext, Draft } from '../check.ts';
import { fill, findingAt } from '../message.ts';
import { factsOf } from '../view.ts';
import { nameOf } from './options.ts';
import type { Options, Property } from './options.ts';
import { carried, recognised, selectUnder } from './resource.ts';

export type PropertyRule = Rule & { readonly options: Options };

/** A payload that is sent, or written to be sent, and the resource's places in it. */
interface Sent {
  readonly roots: readonly Selected[];
  readonly certainty: Certainty;
  readonly operation: string | undefined;
  readonly exchange: number | undefined;
  readonly requests: readonly string[];
  readonly editable: boolean;
}

/** A member that has to go, with the object it stands in. */
type Hit = Selected & { readonly member: Member };

const isHit = (found: Selected): found is Hit => found.member !== undefined;

const twinsOf = ({ member, parent }: Hit): number =>
  parent?.members.filter(({ key }) => key.value === member.key.value).length ?? 1;

const editOf = (hit: Hit, { request }: Property, text: string): Edit | undefined => {
  const { member, parent } = hit;
  if (request?.do === 'drop') return member.removal && removeMember(member.removal, text);
  if (request?.to === undefined || parent?.members.some(({ key }) => key.value === request.to))
    return undefined;
  return rewriteSlot(member.key, request.to, text);
};

const titleOf = (property: Property): string =>
  property.request?.do === 'drop'
    ? `Remove ${nameOf(property)}`
    : `Rename ${nameOf(property)} to ${property.request?.to}`;

/** Of members that stand twice only a person can say which one counts. */
const fixOf = (hit: Hit, property: Property, sent: Sent, context: CheckContext): Fix | undefined => {
  const text = context.text(hit.member.key.file);
  if (!sent.editable || property.request === undefined || text === undefined || twinsOf(hit) > 1)
    return undefined;
  const edit = editOf(hit, property, text);
  if (edit === undefined) return undefined;
  const safety = sent.certainty === 'certain' ? property.request.safety : 'unsafe';
  return { title: titleOf(property), safety, edits: [edit], group: undefined };
};

const keyPlace = ({ member }: Hit): Place => ({ file: member.key.file, span: member.key.span });

const draftOf = (
  rule: PropertyRule,
  hit: Hit,
  property: Property,
  sent: Sent,
  context: CheckContext,
): Draft => {
  const data = {
    property: nameOf(property),
    replacement: property.replacement,
    version: rule.options.version,
  };
  const finding = findingAt(rule, keyPlace(hit), {
    data,
    message: fill(rule.message, { ...data, advice: property.sent ?? '' }),
    anchor: `sent ${hit.pointer}`,
    severity: property.severity ?? rule.severity,
    certainty: sent.certainty,
    pointer: hit.pointer,
    operation: sent.operation,
    exchange: sent.exchange,
    fix: fixOf(hit, property, sent, context),
  });
  return { finding, part: 'alone', requests: sent.requests };
};

/** A payload of which no call says what it is: only its members do, in a project that calls the API. */
const loose = (tree: Tree, options: Options, context: CheckContext): readonly Selected[] =>
  context.view.callsApi(tree.file) ? recognised(tree, options.anchors.request, options) : [];

const sentByCalls = (options: Options, context: CheckContext): readonly Sent[] =>
  context.view.calls.flatMap((call): readonly Sent[] => {
    const { body, origin, id, exchange } = call.request;
    const what = carried(call, 'request', options, context.api);
    if (body === undefined || origin === 'generated' || what.kind === 'other') return [];
    const place = { exchange, requests: [id], editable: origin !== 'recording' };
    if (what.kind === 'unknown')
      return [{ ...place, roots: loose(body, options, context), certainty: 'likely', operation: undefined }];
    const { operation, path } = what;
    return [{ ...place, roots: select(body, path), certainty: 'certain', operation }];
  });

const configured = (tree: Tree, path: string): readonly Selected[] =>
  tree.kind === 'list' ? select(tree, path.replace('$', '$[*]')) : select(tree, path);

const sentFromFiles = (options: Options, context: CheckContext): readonly Sent[] =>
  factsOf(context.facts, 'payload').flatMap(({ origin, tree, operation }): readonly Sent[] => {
    if (origin === 'generated' || origin === 'recording') return [];
    const place = { exchange: undefined, requests: [], editable: true, operation };
    if (operation === undefined)
      return [{ ...place, roots: loose(tree, options, context), certainty: 'likely' }];
    const path = options.operations[operation]?.request;
    return path === undefined ? [] : [{ ...place, roots: configured(tree, path), certainty: 'certain' }];
  });

/** What is sent, or written to be sent, and must not be any more: each place of its own. */
export const sentDrafts = (rule: PropertyRule, context: CheckContext): readonly Draft[] => {
  const { options } = rule;
  const properties = options.properties.filter(({ only }) => only !== 'response');
  return [...sentByCalls(options, context), ...sentFromFiles(options, context)].flatMap((sent) =>
    sent.roots.flatMap((root) =>
      properties.flatMap((property) =>
        selectUnder(root, property.path)
          .filter(isHit)
          .map((hit) => draftOf(rule, hit, property, sent, context)),
      ),
    ),
  );
};
