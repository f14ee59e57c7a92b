import { strip } from '../evaluate/arguments.ts';
import { EXECUTE_OFFSET, executedName } from '../evaluate/executed.ts';
import { passedThrough } from '../evaluate/pass-through.ts';
import type { ExternalVal } from '../evaluate/values.ts';
import { isClientPackage } from '../clients/client-lookup.ts';
import { isPrinter } from '../requests/mentions.ts';
import { isAssertion, isMock } from '../requests/test-addresses.ts';
import { calleeName } from '../requests/unseen-callee.ts';
import { ts } from '../syntax/parse.ts';
import type { Flow } from './flow.ts';
import { type Call, givenToLanguage } from './globals.ts';
import {
  ANY,
  CLIENT,
  inert,
  NOTHING,
  other,
  type Path,
  request,
  RESULT,
  type Step,
  to,
  value,
} from './state.ts';
import { intoPattern, intoTarget, propertyName } from './targets.ts';

/** One argument of a call, with the members that lead to the text. */
interface Given {
  readonly flow: Flow;
  readonly call: Call;
  readonly node: ts.Node;
  readonly index: number;
  readonly path: Path;
}

type Rule = (given: Given) => Step | undefined;

const isSent: Rule = ({ flow, call }) =>
  flow.sends(call) ? request(call, `in a call of ${calleeName(call)}()`) : undefined;

/** Tests change with the code that they are about. */
const isExpected: Rule = ({ flow, call, node }) =>
  ts.isCallExpression(call) &&
  (isAssertion(call) || /^expect\b/.test(call.expression.getText()) || isMock(flow.ctx, call))
    ? inert(node, 'in a test')
    : undefined;

const isShown: Rule = ({ call, node }) => (isPrinter(call) ? inert(node, 'in a text for people') : undefined);

const ofLanguage: Rule = ({ call, index, path }) => givenToLanguage(call, index, path);

const intoParameter = (fn: ts.SignatureDeclaration, index: number, path: Path): Step => {
  const all = fn.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'));
  const last = all.at(-1);
  const parameter = all[index] ?? (last?.dotDotDotToken ? last : undefined);
  if (!parameter) return NOTHING;
  const given = parameter.dotDotDotToken ? [ANY, ...path] : path;
  const own = intoPattern(parameter.name, given);
  const name = ts.isParameterPropertyDeclaration(parameter, fn) ? parameter.name : undefined;
  return name && ts.isIdentifier(name)
    ? to(...own, { kind: 'member', owner: fn.parent, name: name.text, path: given })
    : to(...own);
};

/** The parameter of a function of the project. */
const ofProject: Rule = ({ flow, call, index, path }) => {
  const callee = flow.ctx.evaluate(call.expression, undefined);
  const seen = callee.flatMap((val) => (val.kind === 'function' ? [val.node] : []));
  const functions = [...new Set<ts.SignatureDeclaration>([...flow.graph.reachedBy(call), ...seen])];
  if (functions.length === 0) {
    // A class of the project that takes nothing.
    return callee.length > 0 && callee.every(({ kind }) => kind === 'class') ? NOTHING : undefined;
  }
  const offset = executedName(call) === undefined ? 0 : EXECUTE_OFFSET;
  const steps = functions.map((fn) => intoParameter(fn, index - offset, path));
  return { next: steps.flatMap(({ next }) => next), ends: steps.flatMap(({ ends }) => ends) };
};

/** `headers.set('Accept', VERSIONED)`, of headers that a request is seen to send. */
const ofHeaders: Rule = ({ flow, call, node, index, path }) => {
  const callee = strip(call.expression);
  const [name] = call.arguments ?? [];
  if (index !== 1 || !name || !ts.isPropertyAccessExpression(callee) || !flow.isHeader(node))
    return undefined;
  const receiver = strip(callee.expression);
  return ts.isIdentifier(receiver) ? intoTarget(receiver, [propertyName(name) ?? ANY, ...path]) : NOTHING;
};

/** `base.concat('/groups')`, `parts.join('/')`. */
const ofText: Rule = ({ call, path }) => {
  const callee = strip(call.expression);
  const joins = ts.isPropertyAccessExpression(callee) && /^(?:concat|join|padEnd)$/.test(callee.name.text);
  return joins && path.length === 0 && !ts.isNewExpression(call) ? to(value(call, [])) : undefined;
};

const COLLECTS = /^(?:push|unshift|add)$/;
const KEYED = /^(?:get|has|set|delete|getItem|setItem|removeItem)$/;
const IS_KEPT = /^(?:(?:weak)?map|set|cache\w*|\w+cache|seen|visited|memo|inflight|pending)$/i;

const lastName = (node: ts.Expression): string =>
  calleeName({ expression: node } as ts.CallExpression)
    .split('.')
    .at(-1)!;

const isCollection = (flow: Flow, receiver: ts.Expression): boolean => {
  if (IS_KEPT.test(lastName(receiver))) return true;
  return flow.ctx
    .evaluate(receiver, undefined)
    .some(
      (val) =>
        (val.kind === 'external' &&
          val.module === '' &&
          /^(?:Weak)?(?:Map|Set)$/.test(val.made.at(-1)?.path.join('.') ?? '')) ||
        (val.kind === 'object' &&
          ts.isNewExpression(val.node) &&
          /^(?:Weak)?(?:Map|Set)$/.test(val.node.expression.getText())),
    );
};

/** Keys of caches and maps, and what is put into lists. */
const ofCollection: Rule = ({ flow, call, node, index, path }) => {
  const callee = strip(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const { name, expression: receiver } = callee;
  if (/^(?:push|unshift)$/.test(name.text)) return intoTarget(receiver, [ANY, ...path]);
  if (!isCollection(flow, receiver)) return undefined;
  if (index === 0 && KEYED.test(name.text)) return inert(node, 'as a key');
  return COLLECTS.test(name.text) || name.text === 'set' ? intoTarget(receiver, [ANY, ...path]) : undefined;
};

const JOINS =
  /^(?:node:)?(?:url-join|urljoin|proper-url-join|url|path|path\/posix|deepmerge|lodash(?:\.\w+)?|ramda|dedent|util)$/;
const JOINING =
  /^(?:|join|posix\.join|resolve|normalize|format|parse|merge|defaults|defaultsDeep|extend|assign|cloneDeep|trimEnd|URL)$/;

const isJoining = ({ module, path, made }: ExternalVal): boolean =>
  made.length === 0 && JOINS.test(module) && JOINING.test(path.join('.'));

/** What packages do whose functions are known: join texts, give back what they get, make a client. */
const ofPackage: Rule = ({ flow, call, path }) => {
  const vals = flow.ctx.evaluate(call.expression, undefined);
  for (const val of vals) {
    if (val.kind !== 'external') continue;
    if (isJoining(val)) return to(value(call, /^(?:node:)?(?:url|path)/.test(val.module) ? [] : path));
    if (passedThrough(flow.ctx, val, () => []) !== undefined) return to(value(call, path));
    if (isClientPackage(flow.ctx.clients, val.module) || isRequestMade(val)) return to(value(call, [CLIENT]));
  }
  return undefined;
};

/** `axios.create` given by name to something else, `app.http`. */
const isRequestMade = ({ module, path }: ExternalVal): boolean =>
  module === '' && /^(?:axios|ky|got|superagent)$/.test(path[0] ?? '');

const BACK = /^(?:then|catch|finally|reduce|useMemo|useCallback|once|memoize|flatMap)$/;
const DROPS =
  /^(?:forEach|setTimeout|setInterval|filter|some|every|sort|find|on|addEventListener|useEffect)$/;

/** What a callback gives: to the result of `map` and `then`, or to nobody. */
const ofCallback: Rule = ({ call, path }) => {
  if (path[0] !== RESULT) return undefined;
  const callee = strip(call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  const rest = path.slice(1);
  if (name === 'map' || name === 'from') return to(value(call, [ANY, ...rest]));
  if (BACK.test(name)) return to(value(call, rest));
  return DROPS.test(name) ? NOTHING : undefined;
};

/** Where it was followed to a request by what is called, in a way that is not followed here. */
const isLeading: Rule = ({ flow, call }) =>
  flow.leads(call) ? request(call, `in a call of ${calleeName(call)}()`) : undefined;

const RULES: readonly Rule[] = [
  isSent,
  isExpected,
  isShown,
  ofLanguage,
  ofHeaders,
  ofProject,
  ofCollection,
  ofCallback,
  ofPackage,
  ofText,
  isLeading,
];

/** What a call does with an argument that holds the text. */
export const intoArgument = (flow: Flow, call: Call, node: ts.Node, path: Path): Step => {
  const index = (call.arguments ?? ([] as readonly ts.Node[])).indexOf(node as ts.Expression);
  for (const rule of RULES) {
    const step = rule({ flow, call, node, index, path });
    if (step) return step;
  }
  return other(node, `as an argument of ${calleeName(call)}()`);
};
