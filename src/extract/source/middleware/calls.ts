import { clientOf } from '../clients/client-lookup.ts';
import { strip } from '../evaluate/arguments.ts';
import { isOwnAddress } from '../evaluate/texts.ts';
import { dottedName } from '../syntax/dialect.ts';
import { declarationOf } from '../syntax/scope.ts';
import { ts } from '../syntax/tree.ts';
import { isPrinter } from '../syntax/mentions.ts';
import { isMapKey, resolvesPromise } from './harmless-calls.ts';
import { holdsNone } from './literals.ts';
import { bind, partOfName } from './names.ts';
import { partOfRequest } from './parts.ts';
import {
  addUse,
  isAccept,
  mustStay,
  markUnknown,
  type Part,
  type Examination,
  type PartUse,
} from './examination.ts';

type Call = ts.CallExpression | ts.NewExpression;

const COPIES = /(?:^|\.)(?:Headers|AxiosHeaders)$/;
/** Calls that return their argument, or a copy of it. */
const SAME = /^(?:Promise\.resolve|structuredClone|Object\.freeze|(?:.*\.)?AxiosHeaders\.from)$/;
/** Calls that read their argument, and store nothing of it. */
const READS =
  /^(?:Object\.(?:keys|values|entries|fromEntries)|JSON\.stringify|String|Boolean|Array\.(?:from|isArray)|encodeURI|encodeURIComponent|decodeURIComponent|URL|structuredClone|queueMicrotask|Reflect\.(?:has|get|ownKeys)|(?:.*\.)?getUri)$/;

/** `Object.assign(headers, { … })`: the same headers, with the added members. */
const assigned = (state: Examination, call: Call, part: Part): void => {
  const isHeaders = part === 'headers';
  const counts = isHeaders ? isAccept : (name: string): boolean => name === 'headers' || mustStay(name);
  for (const argument of call.arguments ?? []) {
    if (partOfRequest(state, argument) !== undefined) continue;
    if (!holdsNone(state.ctx.evaluate(argument, state.env), counts)) markUnknown(state, call);
  }
  addUse(state, call, part);
};

/** `const original = window.fetch`. */
const keepsOriginal = (callee: ts.Identifier): boolean => {
  const declared = declarationOf(callee.text, callee);
  const variable = declared && ts.isIdentifier(declared) ? declared.parent : undefined;
  return (
    variable !== undefined &&
    ts.isVariableDeclaration(variable) &&
    variable.initializer !== undefined &&
    !ts.isFunctionLike(variable.initializer) &&
    /\b(?:fetch|request|get|dispatch|adapter|open|send)\b/i.test(variable.initializer.getText())
  );
};

const calleeOf = (call: Call): ts.Expression => {
  const callee = strip(call.expression);
  return ts.isPropertyAccessExpression(callee) && /^(?:call|apply|handle)$/.test(callee.name.text)
    ? strip(callee.expression)
    : callee;
};

/** True for a call of what the function was put in front of: `next(options)`, `originalFetch(url, init)`. */
const goesOn = (state: Examination, call: Call): boolean => {
  const callee = calleeOf(call);
  return ts.isIdentifier(callee) && (partOfName(state, callee) === 'next' || keepsOriginal(callee));
};

/** True for a call that sends its request argument: `next(options)`, `originalFetch(url, init)`. */
export const passesOn = (state: Examination, call: Call): boolean =>
  goesOn(state, call) ||
  state.ctx
    .evaluate(calleeOf(call), state.env)
    .some((val) => val.kind === 'external' && clientOf(state.ctx.clients, val) !== undefined);

const isThis = (node: ts.Expression | undefined): boolean =>
  node !== undefined && /^(?:this|window|globalThis|self|undefined|null)$/.test(node.getText());

/** True for the function's own arguments passed on: `open.apply(this, arguments)`, `send.call(this, body)`. */
const isGiven = ({ root }: Examination, list: readonly ts.Expression[]): boolean =>
  list.length > 0 &&
  list.map(strip).every((argument, at) => {
    if (argument.getText() === 'arguments') return true;
    const name = root?.parameters[at]?.name;
    return ts.isIdentifier(argument) && name !== undefined && declarationOf(argument.text, argument) === name;
  });

/** True unless options beside a request have headers, which would replace its own. */
export const addsNoHeaders = (state: Examination, options: ts.Expression | undefined): boolean =>
  options === undefined ||
  isCallback(options) ||
  holdsNone(state.ctx.evaluate(options, state.env), (name) => name === 'headers');

/** True for a callback, or a callback parameter of the function. */
const isCallback = (node: ts.Expression): boolean => {
  if (ts.isFunctionLike(node)) return true;
  const declared = ts.isIdentifier(node) ? declarationOf(node.text, node) : undefined;
  return declared !== undefined && ts.isParameter(declared.parent);
};

/** Checks that a call passes on the URL and the request unchanged. */
const handedOn = (state: Examination, call: Call): void => {
  const list = (call.arguments ?? []).filter((argument, at) => at > 0 || !isThis(argument));
  const wanted = list.map((argument) =>
    partOfRequest(state, ts.isSpreadElement(argument) ? argument.expression : argument),
  );
  const [first, second] = wanted;
  // A separate request, which is examined on its own.
  if (list[0] && state.ctx.evaluate(list[0], state.env).some(isOwnAddress)) return;
  // `fetch = (url) => original(url)`: the options of the call, and the headers in them, do not arrive.
  const isCut = first !== 'arguments' && list.length < state.needed && goesOn(state, call);
  if (isCut) return markUnknown(state, call);
  const isSeen =
    first === 'arguments' ||
    isGiven(state, list) ||
    (first === 'request' && (second === 'request' || addsNoHeaders(state, list[1]))) ||
    (first === 'url' && second === 'request');
  if (!isSeen) markUnknown(state, call);
};

/** `retryWithMergedOptions({ headers: { authorization } })`: sent once more, with headers beside those it had. */
export const resend = (state: Examination, call: Call): void => {
  for (const val of (call.arguments ?? []).flatMap((options) => state.ctx.evaluate(options, state.env))) {
    const headers = val.kind === 'object' ? val.members.filter(({ name }) => name === 'headers') : [];
    const isSeen = holdsNone([val], mustStay) && headers.every(({ value }) => holdsNone(value(), isAccept));
    if (!isSeen) markUnknown(state, call);
  }
};

/** Follows a part into the project functions that a call may reach; false where one is unknown. */
const followed = (state: Examination, call: Call, index: number, part: Part): boolean => {
  const vals = state.ctx.evaluate(call.expression, state.env);
  if (vals.length === 0 || !vals.every((val) => val.kind === 'function')) return false;
  for (const val of vals) {
    if (val.kind !== 'function') continue;
    const parameter = val.node.parameters[index];
    if (!val.node.body || parameter?.dotDotDotToken) return false;
    state.functions.add(val.node);
    if (parameter) bind(state, parameter.name, part);
  }
  return true;
};

/** True for a call whose result is a text, and so no part of the request: a signature. */
const isText = ({ ctx, env }: Examination, call: Call): boolean => {
  const vals = ctx.evaluate(call, env);
  return vals.length > 0 && vals.every(({ kind }) => kind === 'text' || kind === 'primitive');
};

/** Part that is passed to a call. */
export const passedToCall = (state: Examination, call: Call, { node, part }: PartUse): void => {
  const index = (call.arguments ?? ([] as readonly ts.Expression[])).indexOf(node);
  const name = dottedName(call.expression);
  if (isPrinter(call) || isMapKey(call, index) || resolvesPromise(call)) return;
  if (passesOn(state, call)) return handedOn(state, call);
  if (READS.test(name)) return;
  if (name === 'Object.assign') return assigned(state, call, part);
  if (SAME.test(name) || (ts.isNewExpression(call) && COPIES.test(name))) return addUse(state, call, part);
  if (ts.isNewExpression(call) && /(?:^|\.)Request$/.test(name) && (call.arguments?.length ?? 0) === 1)
    return addUse(state, call, part);
  if (part === 'url') return;
  if (part === 'sent') return void followed(state, call, index, part);
  if (!followed(state, call, index, part)) markUnknown(state, call);
  else if (!isText(state, call)) addUse(state, call, part);
};
