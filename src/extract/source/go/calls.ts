import * as build from '../languages/build.ts';
import { markCopy } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { builderSent } from './builders.ts';
import { GO_BUILTINS } from './builtins.ts';
import { type Lowering, packageOf, isDeclared, textIn } from './lowering.ts';
import { memberName } from './members.ts';
import { authSet, digestExecuted, isDigestClient, requestMade } from './requests.ts';
import { textWritten } from './text-builders.ts';
import { readInto, stringified, STANDARD } from './standard.ts';
import { entryNamed } from '../../../model/index.ts';

export const argumentsIn = (node: Cst): readonly Cst[] =>
  namedIn(childIn(node, 'arguments') ?? { children: [] });

/** Writer of `json.NewEncoder(w)`, or reader of `json.NewDecoder(r)`. */
const coded = (ctx: Lowering, node: Cst): { kind: string; stream: Cst } | undefined => {
  if (node.type === 'identifier') {
    const stream = ctx.scope.encoders.get(textIn(ctx, node));
    return stream && { kind: 'NewEncoder', stream };
  }
  const callee = node.type === 'call_expression' ? childIn(node, 'function') : undefined;
  const [owner, name] = callee ? [childIn(callee, 'operand'), childIn(callee, 'field')] : [];
  const [stream] = argumentsIn(node);
  if (!owner || !name || !stream || packageOf(ctx, owner) !== 'encoding/json') return undefined;
  return { kind: textIn(ctx, name), stream };
};

/** Stream of an encoder in a variable: `enc := json.NewEncoder(buf)`. */
export const encoderStream = (ctx: Lowering, node: Cst): Cst | undefined => {
  const made = coded(ctx, node);
  return made?.kind === 'NewEncoder' ? made.stream : undefined;
};

const withCoder = (
  ctx: Lowering,
  node: Cst,
  owner: Cst,
  method: string,
  value: Cst,
): ts.Expression | undefined => {
  const coder = /^(?:Encode|Decode)$/.test(method) ? coded(ctx, owner) : undefined;
  if (!coder) return undefined;
  const stream = (): ts.Expression => ctx.expression(coder.stream);
  if (method === 'Encode' && coder.kind === 'NewEncoder')
    return build.assignTo(stream(), stringified(ctx, value, node), node);
  if (method !== 'Decode' || coder.kind !== 'NewDecoder') return undefined;
  return readInto(ctx, value, coder.stream, node);
};

/** `base.ResolveReference(rel)`, `c.BaseURL.Parse(path)`: a URL relative to a base. */
const joinedUrl = (
  ctx: Lowering,
  base: Cst,
  method: string,
  path: Cst,
  node: Cst,
): ts.Expression | undefined => {
  const joins =
    method === 'ResolveReference' || (method === 'Parse' && /(?:url|base)$/i.test(textIn(ctx, base)));
  if (!joins) return undefined;
  return build.construct(
    build.nameAt('URL', build.nowhere(node.start)),
    [ctx.expression(path), ctx.expression(base)],
    node,
  );
};

/** `base.JoinPath("groups", id)`: the base and more steps of its path. */
const pathJoined = (ctx: Lowering, base: Cst, steps: readonly Cst[], node: Cst): ts.Expression =>
  build.call(
    build.member(
      build.array(
        [base, ...steps].map((each) => ctx.expression(each)),
        node,
      ),
      build.nameAt('join', build.nowhere(base.end)),
      node,
    ),
    [build.textAt('/', build.nowhere(base.end))],
    node,
  );

/** Lowers methods whose meaning is known by name. */
const methodCall = (ctx: Lowering, node: Cst, callee: Cst): ts.Expression | undefined => {
  const [owner, name] = [childIn(callee, 'operand'), childIn(callee, 'field')];
  if (!owner || !name) return undefined;
  const method = textIn(ctx, name);
  const args = argumentsIn(node);
  const [first] = args;
  const coder = first && withCoder(ctx, node, owner, method, first);
  const special = coder ?? textWritten(ctx, node, owner, method, args);
  if (special) return special;
  if (method === 'SetBasicAuth' && args.length === 2) return authSet(ctx, node, owner, args);
  if (method === 'Execute' && args.length === 0) return digestExecuted(ctx, node, owner);
  if (method === 'WithContext' && args.length === 1) return ctx.expression(owner);
  const joined = first && args.length === 1 ? joinedUrl(ctx, owner, method, first, node) : undefined;
  if (joined) return joined;
  if (method === 'JoinPath' && first && args.every(({ type }) => type !== 'variadic_argument'))
    return pathJoined(ctx, owner, args, node);
  if (method === 'Clone' && args.length === 1)
    return markCopy(build.parenthesized(ctx.expression(owner), node));
  if (method === 'Clone' && args.length === 0)
    return build.object([build.spreadMember(ctx.expression(owner), owner)], node);
  const isHeader = owner.type === 'selector_expression' && textIn(ctx, owner).endsWith('.Header');
  if (method !== 'Get' || !isHeader) return undefined;
  return build.call(
    build.member(ctx.expression(owner), build.nameAt('get', name), callee),
    args.map((each) => ctx.expression(each)),
    node,
  );
};

const ofPackage = (ctx: Lowering, node: Cst, path: string, name: string): ts.Expression | undefined => {
  const args = argumentsIn(node);
  if (path === 'net/http' || path.endsWith('/go-retryablehttp')) {
    if (name === 'NewRequest') return requestMade(ctx, node, args);
    if (name === 'NewRequestWithContext') return requestMade(ctx, node, args.slice(1));
  }
  if (isDigestClient(path) && name === 'NewRequest') return requestMade(ctx, node, args.slice(2));
  const rule = STANDARD[`${path}.${name}`];
  return rule?.(ctx, args, node);
};

/** True for the request path that a test server inspects: it has to equal what the code sends. */
const isServerOfTest = (ctx: Lowering, name: string): boolean => ctx.isTest && /^Handle(?:Func)?$/.test(name);

const calleeOf = (ctx: Lowering, callee: Cst): ts.Expression => {
  const [owner, name] = [childIn(callee, 'operand'), childIn(callee, 'field')];
  if (callee.type !== 'selector_expression' || !owner || !name) return ctx.expression(callee);
  const text = textIn(ctx, name);
  const path = packageOf(ctx, owner);
  if (isServerOfTest(ctx, text))
    return build.member(ctx.expression(owner), build.nameAt('intercept', name), callee);
  if (path === undefined)
    return build.member(ctx.expression(owner), build.nameAt(memberName(text), name), callee);
  const asserts = /\/testify\/(?:assert|require)$/.test(path);
  const owned = asserts ? build.nameAt('assert', owner) : ctx.expression(owner);
  return build.member(
    owned,
    build.nameAt(asserts ? text[0]!.toLowerCase() + text.slice(1) : text, name),
    callee,
  );
};

/** `f(a)`, `http.NewRequest(…)`, `string(x)`, `client.Do(req)`. */
export const callExpression = (ctx: Lowering, node: Cst): ts.Expression => {
  const callee = childIn(node, 'function');
  if (!callee) return build.opaque(node);
  const args = argumentsIn(node);
  if (callee.type === 'identifier' && !isDeclared(ctx.scope, textIn(ctx, callee))) {
    const made = entryNamed(GO_BUILTINS, textIn(ctx, callee))?.(ctx, args, node);
    if (made) return made;
  }
  // `[]byte(text)`.
  if (callee.type.endsWith('_type') && args[0]) return ctx.expression(args[0]);
  if (callee.type === 'selector_expression') {
    const [owner, name] = [childIn(callee, 'operand'), childIn(callee, 'field')];
    const path = owner && packageOf(ctx, owner);
    const special =
      path !== undefined && name
        ? ofPackage(ctx, node, path, textIn(ctx, name))
        : (methodCall(ctx, node, callee) ?? builderSent(ctx, node));
    if (special) return special;
  }
  const given = args.map((each) => ctx.expression(each));
  return build.call(calleeOf(ctx, callee), given, node);
};
