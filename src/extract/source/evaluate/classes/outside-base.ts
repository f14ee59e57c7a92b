import { instanceShape } from '../../clients/client-lookup.ts';
import { some } from '../../syntax/walk.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, ExternalVal, InstanceVal, Val } from '../values.ts';
import { superCallsIn } from './super-calls.ts';

/** The client from outside that a class extends. */
interface OutsideBase {
  readonly client: ExternalVal;
  /** Names that a class may not take over: what is called by them sends. */
  readonly sends: ReadonlySet<string>;
}

/** Methods through which clients pass all that they send. */
const PASSES = ['send', 'request', '_request', 'prepare_request', 'build_request', 'urlopen'];

const outsideBase = (ctx: Ctx, node: ts.ClassLikeDeclaration): OutsideBase | undefined => {
  const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  const base = clause?.types[0]?.expression;
  for (const val of base ? ctx.evaluate(base, undefined) : []) {
    if (val.kind !== 'external' || val.module === '' || val.made.length > 0) continue;
    const row = ctx.clients.rowsOf(val.module).find((at) => instanceShape(at, val.path)?.defaults === 0);
    if (row) return { client: val, sends: new Set([...Object.keys(row.calls), ...PASSES]) };
  }
  return undefined;
};

const nameOf = ({ name }: ts.ClassElement): string => (name && ts.isIdentifier(name) ? name.text : '');

/** True for a class that changes what its client sends: by methods of its own, or the headers of `this`. */
const changesClient = (node: ts.ClassLikeDeclaration, sends: ReadonlySet<string>): boolean =>
  node.members.some((member) => sends.has(nameOf(member))) ||
  some(
    node,
    (at) =>
      ts.isPropertyAccessExpression(at) &&
      at.expression.kind === ts.SyntaxKind.ThisKeyword &&
      /^_*(?:headers|hooks|event_hooks|base_url|auth)$/.test(at.name.text),
  );

/**
 * A member of an object whose class extends a client: `self.get` of `class Api(httpx.Client)`, whose defaults are what
 * its constructor gives to `super().__init__`.
 */
export const memberOfOutsideBase = (
  ctx: Ctx,
  chain: readonly ts.ClassLikeDeclaration[],
  { env }: InstanceVal,
  name: string,
): readonly Val[] => {
  const found = chain.length === 0 ? undefined : outsideBase(ctx, chain.at(-1)!);
  if (!found?.sends.has(name) || chain.some((node) => changesClient(node, found.sends))) return [];
  const calls = chain.flatMap((node) =>
    node.members.flatMap((member) => (ts.isConstructorDeclaration(member) ? superCallsIn(member) : [])),
  );
  const { client } = found;
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0) return [];
  return [{ ...client, path: [name], made: [{ call, env, path: client.path }] }];
};
