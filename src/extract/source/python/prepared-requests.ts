import * as build from '../languages/build.ts';
import { isKeywords, markRequest } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { argumentsOf } from './arguments.ts';
import { type Lowering, textIn } from './lowering.ts';

// A request that is made in one call and sent by another: `session.send(session.prepare_request(Request('GET', url)))`.

/** Arguments of `requests.Request` by position, and of `build_request` of httpx. */
const REQUESTS = ['method', 'url', 'headers', 'files', 'data', 'params', 'auth', 'cookies', 'hooks', 'json'];
const HTTPX = ['method', 'url'];

const imports = ({ text }: Lowering, module: string, name = ''): boolean =>
  new RegExp(`^[ \\t]*(?:import|from)[ \\t]+${module}\\b.*${name}`, 'm').test(text);

/** True where the file has a function of this name, which may do anything. */
const declares = ({ text }: Lowering, name: string): boolean =>
  new RegExp(`\\bdef[ \\t]+${name}\\b`).test(text);

/** Request as an object of its arguments, which are inserted among as those of a call. */
const requestOf = (ctx: Lowering, node: Cst, names: readonly string[]): ts.Expression | undefined => {
  const list = childIn(node, 'arguments');
  const args = argumentsOf(ctx, list);
  const plain = args.filter((each) => !isKeywords(each));
  if (!list || plain.length > names.length || plain.some(ts.isSpreadElement)) return undefined;
  const members = args.flatMap((each, index): readonly ts.ObjectLiteralElementLike[] => {
    if (isKeywords(each) && ts.isObjectLiteralExpression(each)) return [...each.properties];
    const span = { start: each.pos, end: each.end };
    return [build.property(build.nameAt(names[index]!, build.nowhere(each.pos)), each, span)];
  });
  const made = markRequest(build.keywords(members, list, list.children.at(-2)?.type === ','));
  return build.parenthesized(made, node);
};

/** Lowers `requests.Request(…)` and `client.build_request(…)` to the request, and `session.prepare_request(request)` to its argument. */
export const preparedRequest = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression | undefined => {
  const path = textIn(ctx, callee);
  if (callee.type !== 'identifier' && callee.type !== 'attribute') return undefined;
  const isMade = path === 'requests.Request' || (path === 'Request' && imports(ctx, 'requests', 'Request'));
  if (isMade) return requestOf(ctx, node, REQUESTS);
  const attribute = childIn(callee, 'attribute');
  const name = attribute ? textIn(ctx, attribute) : '';
  if (!/^(?:build|prepare)_request$/.test(name) || declares(ctx, name)) return undefined;
  if (name === 'build_request' && imports(ctx, 'httpx')) return requestOf(ctx, node, HTTPX);
  const [given, ...others] =
    name === 'prepare_request' && imports(ctx, 'requests')
      ? argumentsOf(ctx, childIn(node, 'arguments'))
      : [];
  return others.length === 0 ? given : undefined;
};
