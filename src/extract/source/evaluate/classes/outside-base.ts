import { instanceShape } from '../../clients/client-lookup.ts';
import { SESSION_VERBS } from '../../languages/session-verbs.ts';
import { loweredFile } from '../../syntax/dialect.ts';
import { some } from '../../syntax/walk.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, ExternalValue, InstanceValue, Made, Value } from '../values.ts';
import { superCallsIn } from './super-calls.ts';

/** The client from outside that a class extends. */
interface OutsideBase {
  readonly client: ExternalValue;
  /** Names that a class may not take over: what is called by them sends. */
  readonly sends: ReadonlySet<string>;
  /** Name of the member that holds its base URL, if any. */
  readonly bases: readonly string[];
}

/** Methods through which clients pass all that they send. */
const PASSES = ['send', 'request', '_request', 'prepare_request', 'build_request', 'urlopen'];

const extendedBy = ({ heritageClauses }: ts.ClassLikeDeclaration): ts.Expression | undefined =>
  heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;

const superCallsOf = ({ members }: ts.ClassLikeDeclaration): readonly ts.CallExpression[] =>
  [...members].flatMap((member) => (ts.isConstructorDeclaration(member) ? superCallsIn(member) : []));

const outsideBase = (ctx: Ctx, node: ts.ClassLikeDeclaration): OutsideBase | undefined => {
  const base = extendedBy(node);
  for (const val of base ? ctx.evaluate(base, undefined) : []) {
    if (val.kind !== 'external' || val.module === '' || val.made.length > 0) continue;
    const row = ctx.clients.rowsOf(val.module).find((at) => {
      const shape = instanceShape(at, val.path);
      return shape?.defaults === 0 || (shape !== undefined && loweredFile(node) !== undefined);
    });
    if (row)
      return { client: val, sends: new Set([...Object.keys(row.calls), ...PASSES]), bases: row.options.base };
  }
  return undefined;
};

const nameOf = ({ name }: ts.ClassElement): string => (name && ts.isIdentifier(name) ? name.text : '');

/** Members of a client that its subclass may change unseen; those of Python are changes of the instance. */
const HIDDEN = /^_*(?:headers|hooks|event_hooks|base_url|auth)$/;

/** True for a class that changes what its client sends: by methods of these names, or the headers of `this`. */
const changesClient = (
  node: ts.ClassLikeDeclaration,
  sends: ReadonlySet<string>,
  bases: readonly string[],
): boolean =>
  node.members.some((member) => sends.has(nameOf(member))) ||
  some(
    node,
    (at) =>
      ts.isPropertyAccessExpression(at) &&
      at.expression.kind === ts.SyntaxKind.ThisKeyword &&
      (loweredFile(node)
        ? /^(?:event_)?hooks$/.test(at.name.text) || bases.includes(at.name.text)
        : HIDDEN.test(at.name.text)),
  );

/** The client that an object is whose class extends one: made by the only `super().__init__()`. */
const clientOf = (
  ctx: Ctx,
  chain: readonly ts.ClassLikeDeclaration[],
  { env }: InstanceValue,
  may: readonly string[] = [],
): { readonly client: ExternalValue; readonly base: OutsideBase } | undefined => {
  const base = chain.length === 0 ? undefined : outsideBase(ctx, chain.at(-1)!);
  const sends = new Set([...(base?.sends ?? [])].filter((name) => !may.includes(name)));
  if (!base || chain.some((node) => changesClient(node, sends, base.bases))) return undefined;
  const calls = chain.flatMap(superCallsOf);
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0) return undefined;
  const { client } = base;
  return { client: { ...client, path: [], made: [{ call, env, path: client.path }] }, base };
};

/**
 * The client that an object is beneath its class: `super()` in `class Api(requests.Session)` of Python, which may
 * override verbs, or `request`, which the verbs call; `asked` is the method that is looked up.
 */
export const clientExtended = (
  ctx: Ctx,
  chain: readonly ts.ClassLikeDeclaration[],
  instance: InstanceValue,
  asked: string,
): ExternalValue | undefined => {
  if (chain.some((node) => loweredFile(node) === undefined)) return undefined;
  const may = asked === 'request' ? [...SESSION_VERBS, asked] : SESSION_VERBS;
  return clientOf(ctx, chain, instance, may)?.client;
};

/**
 * A member of an object whose class extends a client: `self.get` of `class Api(httpx.Client)`, whose defaults are what
 * its constructor gives to `super().__init__`; `super` is the client.
 */
export const memberOfOutsideBase = (
  ctx: Ctx,
  chain: readonly ts.ClassLikeDeclaration[],
  instance: InstanceValue,
  name: string,
): readonly Value[] => {
  const client = name === 'super' && clientExtended(ctx, chain, instance, 'request');
  if (client) return [client];
  const found = clientOf(ctx, chain, instance);
  return found?.base.sends.has(name) ? [{ ...found.client, path: [name] }] : [];
};

const isRequest = (val: Value): boolean =>
  val.kind === 'external' && val.module === '' && val.path.join('.') === 'Request' && val.made.length === 0;

/** The `new Request(…)` that an object is whose class extends it: its only `super(…)`, in the environment of the object. */
export const requestExtended = (
  ctx: Ctx,
  chain: readonly ts.ClassLikeDeclaration[],
  { env }: InstanceValue,
): Made | undefined => {
  const base = chain.length === 0 ? undefined : extendedBy(chain.at(-1)!);
  if (!base || !ctx.evaluate(base, undefined).some(isRequest)) return undefined;
  const [call, ...others] = superCallsOf(chain.at(-1)!);
  return call && others.length === 0 ? { call, env, path: ['Request'] } : undefined;
};
