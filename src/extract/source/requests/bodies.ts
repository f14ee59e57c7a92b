import { dottedName, writtenAs } from '../syntax/dialect.ts';
import type { Tree } from '../../../model/index.ts';
import { exactValue, flatten, HOLE } from '../../../model/index.ts';
import { type Arguments, optionOf } from './options.ts';
import { ts } from '../syntax/tree.ts';
import { declarationOf } from '../syntax/scope.ts';
import { referencesTo } from '../syntax/references.ts';
import { variableOfChain } from '../evaluate/paths/later-calls.ts';
import { placeOf } from '../syntax/slots.ts';
import type { Sending } from './sending.ts';
import { commonText } from '../evaluate/texts.ts';
import { treeOf } from './trees.ts';
import type { Value } from '../evaluate/values.ts';

/** True for an absent body, such as the result of `body && JSON.stringify(body)` without a body. */
const isAbsent = (val: Value): boolean =>
  val.kind === 'json'
    ? val.of.every((inner) => inner.kind === 'primitive' && inner.value === undefined)
    : val.kind === 'primitive' && (val.value === undefined || val.value === null || val.value === false);

/** Known body of a request. */
export interface RequestBody {
  readonly tree: Tree | undefined;
  readonly trees?: readonly Tree[];
  readonly hasBody: boolean | undefined;
  readonly setsContentType: boolean;
  /** True for a JSON text, which clients send unchanged. */
  readonly jsonText?: boolean;
}

const NO_BODY: RequestBody = { tree: undefined, hasBody: false, setsContentType: false };

/** The call's own flag wins over that of its instance. */
const writesJson = ({ args, match, call, instance }: Omit<Sending, 'later'>): boolean => {
  const { jsonFlag } = match.row.options;
  const flag =
    optionOf(args.options?.object, jsonFlag, call) ?? optionOf(instance.defaults, jsonFlag, call) ?? [];
  return flag.some(
    (val) =>
      (val.kind === 'primitive' && val.value === true) ||
      (val.kind === 'text' && /^json$|[/+]json\b/.test(exactValue(val.text) ?? '')),
  );
};

/** True where the options of the call may have such a flag. */
export const mayWriteJson = ({ args, match, call }: Sending): boolean => {
  if (!args.options) return false;
  const { object } = args.options;
  const flag = optionOf(object, match.row.options.jsonFlag, call);
  return flag ? !flag.every((val) => val.kind === 'primitive' && !val.value) : object?.complete !== true;
};

/** True for a form, which clients that serialize objects as JSON still send as a form. */
const isForm = (val: Value): boolean =>
  val.kind === 'object' &&
  ts.isNewExpression(val.node) &&
  /(?:URLSearchParams|FormData)$/.test(dottedName(val.node.expression));

/** Alternatives of a body, each a payload. */
const eitherOf = (
  sending: Omit<Sending, 'later'>,
  vals: readonly Value[],
  node: ts.Node,
): readonly Tree[] | undefined => {
  const present = vals
    .flatMap((val) => (val.kind === 'json' ? val.of : [val]))
    .filter((val) => !isAbsent(val));
  const seen = present.length > 1 && present.every((val) => val.kind === 'object');
  return seen ? present.map((val) => treeOf(sending.ctx, [val], node)) : undefined;
};

const isRewritten = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) && writtenAs(node)?.spelling !== 'fixed';

/** A read-only or concatenated text counts where it is written, so that its pieces can be found. */
const textTree = (vals: readonly Value[]): Tree | undefined => {
  const [first, ...others] = vals;
  if (first?.kind !== 'text' || isRewritten(first.node)) return undefined;
  const texts = others.flatMap((val) => (val.kind === 'text' && val.node === first.node ? val.text : []));
  const text = texts.length === others.length ? commonText(first.text, texts) : undefined;
  return text && { kind: 'opaque', ...placeOf(first.node), pure: false, text };
};

/** Body of these values: a tree where it is seen. */
const bodyFrom = (
  sending: Omit<Sending, 'later'>,
  vals: readonly Value[],
  node: ts.Node,
  always: boolean,
): RequestBody => {
  if (vals.every(isAbsent)) return NO_BODY;
  const serialised = vals.every((val) => val.kind === 'json' || val.kind === 'text');
  const own = sending.match.row.objectBodyIsJson && !serialised && !vals.every(isForm);
  const trees = eitherOf(sending, vals, node);
  const present = vals.filter((val) => !isAbsent(val));
  return {
    tree: textTree(present) ?? treeOf(sending.ctx, present, node),
    ...(trees && { trees }),
    hasBody: vals.some(isAbsent) ? undefined : true,
    setsContentType: always || own || sending.match.row.typedBody === true || writesJson(sending),
    jsonText: vals.every((val) => val.kind === 'json'),
  };
};

/** Body that a program is given as a value, which it sends as it is. */
export const bodyGiven = (
  sending: Omit<Sending, 'later'>,
  vals: readonly Value[],
  node: ts.Node,
): RequestBody => bodyFrom(sending, vals, node, false);

const laterBody = (sending: Sending): RequestBody | undefined => {
  const { ctx, env, later } = sending;
  for (const { name, call } of later) {
    const argument = call.arguments[0];
    if (!argument || (name !== 'write' && name !== 'end' && name !== 'send')) continue;
    const vals = ctx.evaluate(argument, env);
    if (vals.every((val) => val.kind === 'function')) continue;
    return bodyFrom(sending, vals, argument, false);
  }
  return undefined;
};

/** Functions that wait for a request, or end it, and write nothing to it. */
const WAITS = /(?:^|\.)(?:once|finished|addAbortSignal|expect)$/;

/** Location where code may write the body that is not followed: `source.pipe(request)`, `send(request, body)`. */
const writtenBy = ({ call, match }: Sending): ts.Node | undefined => {
  const variable = match.row.writable ? variableOfChain(call) : undefined;
  const name = variable && (declarationOf(variable.text, variable) ?? variable);
  if (!name || !ts.isIdentifier(name)) return undefined;
  return referencesTo(name, name.getSourceFile()).find(
    ({ parent }) => ts.isCallExpression(parent) && !WAITS.test(dottedName(parent.expression)),
  );
};

const expressionOf = (args: Arguments, names: readonly string[]): ts.Expression | undefined =>
  args.options?.object?.members.findLast((member) => names.includes(member.name))?.expression;

/** Query fields that the client appends to the URL, as far as the call or its instance names them. */
export const queryOf = ({ ctx, args, match, call, instance }: Sending): Tree | undefined => {
  const { query } = match.row.options;
  const vals = optionOf(args.options?.object, query, call) ?? optionOf(instance.defaults, query, call);
  return vals && treeOf(ctx, vals, expressionOf(args, query) ?? call);
};

/** True where an argument gives the media type of the body, which is JSON as far as it is known. */
const mayBeJson = ({ contentType }: Arguments): boolean => {
  const texts = contentType?.flatMap((val) => (val.kind === 'text' ? [flatten(val.text)] : []));
  return texts?.every((text) => text.includes('json') || text.includes(HOLE)) ?? false;
};

interface BodySource {
  readonly vals: readonly Value[];
  readonly node: ts.Node;
  /** True where it is sent as JSON. */
  readonly always: boolean;
}

/** What a call names as its body: arguments and options, of which one may be absent: `data=None, json=payload`. */
const sourcesOf = ({ args, match, call }: Sending): readonly BodySource[] => {
  const { json, body } = match.row.options;
  const option = (names: readonly string[], always: boolean): readonly BodySource[] => {
    const vals = optionOf(args.options?.object, names, call);
    return vals ? [{ vals, node: expressionOf(args, names) ?? call, always }] : [];
  };
  return [
    ...(args.json ? [{ ...args.json, always: true }] : []),
    ...(args.body ? [{ ...args.body, always: mayBeJson(args) }] : []),
    ...option(json, true),
    ...option(body, false),
  ];
};

/** Body of a sending call: an argument, an option, or written to it later. */
export const bodyOf = (sending: Sending): RequestBody => {
  const { args } = sending;
  const sources = sourcesOf(sending);
  const source = sources.find(({ vals }) => !vals.every(isAbsent)) ?? sources[0];
  if (source) return bodyFrom(sending, source.vals, source.node, source.always);
  const later = laterBody(sending);
  if (later) return later;
  const written = writtenBy(sending);
  if (written) {
    const tree: Tree = { kind: 'opaque', ...placeOf(written), pure: false };
    return { tree, hasBody: undefined, setsContentType: false };
  }
  const seen = !args.options || args.options.object?.complete === true;
  return seen ? NO_BODY : { tree: undefined, hasBody: undefined, setsContentType: false };
};
