import { addTo } from '../../../../model/index.ts';
import { isPrinter } from '../../syntax/mentions.ts';
import { dottedName, loweredFile } from '../../syntax/dialect.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { referencesTo } from '../../syntax/references.ts';
import { declarationOf } from '../../syntax/scope.ts';
import { ts } from '../../syntax/tree.ts';
import { changesOf } from '../changes.ts';
import { withUnknown } from '../paths/fates.ts';
import type { Ctx, Env, FunctionValue, ObjectValue, ObjMember } from '../values.ts';

// Changes to a request in a variable by the calls on it and with it: a call that is not known to be harmless
// may change its headers.

/** Call on a variable, or with it as an argument; or another variable for the same request. */
export interface RequestChange {
  readonly kind: 'touch';
  readonly node: ts.CallExpression | ts.VariableDeclaration;
  /** Argument index of the variable; `undefined` where it is the receiver. */
  readonly index: number | undefined;
}

/** Methods of requests, and of their members, without side effects. */
const READS =
  /^(?:get(?!OutputStream)|is[A-Z]|has[A-Z]|to[A-Z]|(?:String|Context|Cookies?|UserAgent|Referer|FormValue|PostFormValue|BasicAuth|ProtoAtLeast|Query|EscapedPath|Hostname|Port|RequestURI|Redacted|IsAbs|Values|Get\w*|Contains\w*|TryGet\w*|Dispose|Close|close|connect|disconnect|method|url|uri|header|headers|body|tag|timeout|version|bodyPublisher|expectContinue|cacheControl|build|equals|hashCode|len|copy|keys|values|entries|forEach)$)/;

/** Packages whose functions only read a request, or assert its state in a test. */
const LOOKS =
  /^go:(?:net\/http\/(?:httputil|httptrace)|context|fmt|log|log\/slog|reflect|errors|time|strings|github\.com\/stretchr\/testify\/\w+)$/;

/** Functions of the common syntax tree that do not change their arguments. */
const PURE = /^(?:JSON|console|Object\.(?:keys|values|entries)|Error|encodeURIComponent|assert)\b/;

const rootOf = (node: ts.Expression): ts.Identifier | undefined => {
  let at = node;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) at = at.expression;
  return ts.isIdentifier(at) ? at : undefined;
};

const isKnownChange = ({ name }: ts.PropertyAccessExpression): boolean =>
  /^(?:set|append|delete|setHeader)$/.test(name.text);

const touchesBy = (node: ts.CallExpression): readonly (readonly [ts.Identifier, RequestChange])[] => {
  const { expression: callee, arguments: given } = node;
  const owner = ts.isPropertyAccessExpression(callee) ? rootOf(callee.expression) : undefined;
  const own =
    owner && ts.isPropertyAccessExpression(callee) && !READS.test(callee.name.text) && !isKnownChange(callee)
      ? [[owner, { kind: 'touch', node, index: undefined }] as const]
      : [];
  const passed = given.flatMap((argument, index) =>
    ts.isIdentifier(argument) ? [[argument, { kind: 'touch', node, index }] as const] : [],
  );
  return [...own, ...passed];
};

const touchesIn = oncePerNode(
  (file: ts.SourceFile): ReadonlyMap<string, readonly (readonly [ts.Identifier, RequestChange])[]> => {
    const found = new Map<string, (readonly [ts.Identifier, RequestChange])[]>();
    for (const node of nodesOf(file).calls)
      for (const touch of ts.isCallExpression(node) ? touchesBy(node) : []) {
        const { text } = touch[0];
        addTo(found, text, touch);
      }
    return found;
  },
);

/** Calls on the variable declared by `name`, and with it; none in TypeScript and JavaScript. */
export const requestChangesOf = oncePerNode((name: ts.Identifier): readonly RequestChange[] => {
  if (!loweredFile(name)) return [];
  const calls = (touchesIn(name.getSourceFile()).get(name.text) ?? []).flatMap(([root, touch]) =>
    declarationOf(name.text, root) === name ? [touch] : [],
  );
  return [...calls, ...changedAliases(name)];
});

/** Variable that is assigned the request, or its headers: `copy := req`, `h := req.Header`. */
const takenBy = ({ parent }: ts.Node): ts.VariableDeclaration | undefined => {
  const value =
    ts.isPropertyAccessExpression(parent) && parent.name.text === 'headers' ? parent.parent : parent;
  return ts.isVariableDeclaration(value) && value.initializer ? value : undefined;
};

/** Changes of another variable for the request, which change the same request. */
const changedAliases = (name: ts.Identifier): readonly RequestChange[] =>
  referencesTo(name, name.getSourceFile()).flatMap((reference): readonly RequestChange[] => {
    const node = takenBy(reference);
    if (!node || !ts.isIdentifier(node.name) || node.name === name) return [];
    const isChanged = changesOf(node.name).length > 0 || requestChangesOf(node.name).length > 0;
    return isChanged ? [{ kind: 'touch', node, index: undefined }] : [];
  });

const isHarmless = (ctx: Ctx, node: ts.CallExpression, env: Env | undefined): boolean => {
  const { expression: callee } = node;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  if (name !== undefined && ctx.clients.sendingNames.has(name)) return true;
  if (PURE.test(dottedName(callee)) || isPrinter(node)) return true;
  // A client signs a request before it is sent.
  return ctx
    .evaluate(callee, env)
    .some(
      (val) =>
        val.kind === 'external' && (LOOKS.test(val.module) || ctx.clients.rowsOf(val.module).length > 0),
    );
};

const withHeadersUnseen = (object: ObjectValue, node: ts.Node): ObjectValue => {
  const at = object.members.findLastIndex(({ name }) => name === 'headers');
  const headers = object.members[at];
  if (!headers) return withUnknown(object, node);
  const unseen: ObjMember = {
    ...headers,
    value: () => headers.value().map((val) => (val.kind === 'object' ? withUnknown(val, node) : val)),
  };
  return { ...object, members: object.members.with(at, unseen) };
};

/** Request after a project function that receives it; `undefined` where that cannot be followed. */
type Leave = (
  fn: FunctionValue,
  given: { readonly node: ts.CallExpression; readonly index: number },
) => ObjectValue | undefined;

/** Request after a call on it or with it: a call that is not known to be harmless may do anything. */
export const changedRequest = (
  ctx: Ctx,
  object: ObjectValue,
  touch: RequestChange,
  env: Env | undefined,
  leave: Leave,
): ObjectValue => {
  const { node, index } = touch;
  if (!ts.isCallExpression(node)) return withHeadersUnseen(object, node);
  const [fn, ...others] =
    index === undefined ? [] : ctx.evaluate(node.expression, env).filter((val) => val.kind === 'function');
  const left = fn && index !== undefined && others.length === 0 ? leave(fn, { node, index }) : undefined;
  if (left) return left;
  return (!fn || others.length > 0) && isHarmless(ctx, node, env) ? object : withHeadersUnseen(object, node);
};
