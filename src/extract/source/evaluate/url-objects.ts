import type { Text } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { type VariableChange, changesOf, isUnconditional } from './changes.ts';
import { ts } from '../syntax/tree.ts';
import { fixedText } from '../syntax/slots.ts';
import { asText, EMPTY, joinTexts, sliceText, textOf } from './texts.ts';
import { isRequestObject, loweredFile } from '../syntax/dialect.ts';
import type { Branch } from './paths/branches.ts';
import { unknown } from './values.ts';
import type { Ctx, Env, ObjectValue, ObjMember, TextValue, Value } from './values.ts';

const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i;

/** Start and end of a URL's path. */
const pathIn = (text: Text): { readonly from: number; readonly to: number } => {
  const flat = flatten(text);
  const from = ORIGIN.exec(flat)?.[0].length ?? 0;
  const end = flat.slice(from).search(/[?#]/);
  return { from, to: end < 0 ? flat.length : from + end };
};

type Part = (text: Text, path: { readonly from: number; readonly to: number }) => Text | undefined;

const hostIn =
  (pattern: RegExp): Part =>
  (text, { from }) => {
    const host = pattern.exec(flatten(text).slice(0, from))?.[0];
    return host === undefined ? undefined : sliceText(text, from - host.length, from);
  };

/** Without a user and a port, which need other patterns, both names of the host are equivalent. */
const HOST = hostIn(/(?<=\/\/)[^@:]+$/);

const PARTS: Readonly<Record<string, Part>> = {
  href: (text) => text,
  origin: (text, { from }) => sliceText(text, 0, from),
  pathname: (text, { from, to }) => sliceText(text, from, to),
  host: HOST,
  hostname: HOST,
  search: (text, { to }) => {
    const query = /^\?[^#]*/.exec(flatten(text).slice(to))?.[0] ?? '';
    return sliceText(text, to, to + query.length);
  },
};

/** Part of `new URL(…)`: the value of `url.pathname` and so on. */
export const partOfUrl = (text: Text, name: string): Text | undefined =>
  Object.hasOwn(PARTS, name) ? PARTS[name]!(text, pathIn(text)) : undefined;

const withPath = (url: Text, path: Text, node: ts.Node): Text => {
  const { from, to } = pathIn(url);
  const slash = flatten(path).startsWith('/') ? EMPTY : fixedText(node, '/');
  return joinTexts([sliceText(url, 0, from), slash, path, sliceText(url, to)]);
};

/** URL with another host; a part of the URL whose host is not seen stays what it was. */
const withHost = (url: Text, host: Text): Text => {
  const { from } = pathIn(url);
  const origin = flatten(url).slice(0, from);
  const start = origin.indexOf('//') + 2;
  const userEnd = origin.lastIndexOf('@') + 1;
  return joinTexts([sliceText(url, 0, Math.max(start, userEnd)), host, sliceText(url, from)]);
};

/** Parts of a URL that determine its destination. */
const DESTINATION = /^(?:pathname|href|host|hostname)$/;

const stepOf = ({ path }: VariableChange): string | undefined => {
  const [step] = path;
  if (path.length !== 1 || !step || !(ts.isIdentifier(step) || ts.isStringLiteralLike(step)))
    return undefined;
  return step.text === 'path' ? 'pathname' : step.text;
};

/** URLs that one change of `url` may produce. */
const changedBy = (
  ctx: Ctx,
  url: TextValue,
  node: ts.BinaryExpression,
  step: string,
  env: Env | undefined,
): readonly Value[] => {
  const appends = node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
  return ctx.evaluate(node.right, env).map((val): Value => {
    const value = textOf(val);
    if (step === 'href') return asText(value, url.node);
    if (step !== 'pathname') return asText(withHost(url.text, value), url.node);
    const path = appends ? joinTexts([partOfUrl(url.text, 'pathname') ?? EMPTY, value]) : value;
    return asText(withPath(url.text, path, node), url.node);
  });
};

/** Parts of a URL that do not affect its destination. */
const BEHIND_PATH = /^(?:RawQuery|RawPath|Fragment|RawFragment|ForceQuery|User|search|hash)$/;

/** Request after its URL, or a part of it, is set: `req.URL = u`, `req.URL.Host = host`; `undefined` for all other changes. */
export const urlOfRequest = (
  ctx: Ctx,
  object: ObjectValue,
  change: VariableChange,
  path: readonly ts.Node[],
  { branches, env }: { readonly branches: readonly Branch[]; readonly env: Env | undefined },
): ObjectValue | undefined => {
  const [first = change.path.at(-1), ...others] = path;
  if (change.kind !== 'assign' || !first || others.length > 0 || !isRequestObject(object.node))
    return undefined;
  const member = ts.isIdentifier(first) && first.text === 'URL' ? memberNamed(object, 'url') : undefined;
  const step = change.path.at(-1);
  if (!member || !step || !ts.isIdentifier(step)) return undefined;
  if (path.length > 0 && BEHIND_PATH.test(step.text)) return object;
  const after = (val: Value): readonly Value[] => {
    if (path.length === 0) return ctx.evaluate(change.node.right, env);
    return val.kind === 'text' && /^(?:pathname|href)$/.test(step.text)
      ? changedBy(ctx, val, change.node, step.text, env)
      : unknown();
  };
  const value = (): readonly Value[] =>
    member.value().flatMap((val) => (branches.length === 0 ? after(val) : [val, ...after(val)]));
  return {
    ...object,
    members: object.members.map((each) => (each === member ? { ...member, value } : each)),
  };
};

const memberNamed = ({ members }: ObjectValue, name: string): ObjMember | undefined =>
  members.findLast((member) => member.name === name);

/** URL object after the assignments to its parts that a use can see: `url.pathname = …`, `url.pathname += …`, `url.host = …`. */
export const withUrlChanges = (
  ctx: Ctx,
  name: ts.Identifier,
  url: TextValue,
  env: Env | undefined,
  reach: (change: ts.Node) => readonly Branch[] | 'never',
): readonly Value[] => {
  // Only URL objects have members to assign; in other languages they are lowered to their texts.
  if (!ts.isNewExpression(url.node) && !loweredFile(name)) return [url];
  let vals: readonly Value[] = [url];
  for (const change of changesOf(name)) {
    const step = stepOf(change);
    if (change.kind !== 'assign' || step === undefined || !DESTINATION.test(step)) continue;
    // Its own right side sees the URL as it was: `u.Path = path.Join(u.Path, "groups")`.
    if (reach(change.node) === 'never') continue;
    const made = vals.flatMap((val) =>
      val.kind === 'text' ? changedBy(ctx, val, change.node, step, env) : [val],
    );
    vals = isUnconditional(change, name) ? made : [...vals, ...made];
  }
  return vals;
};
