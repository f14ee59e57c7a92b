import { flatten } from '../../../model/index.ts';
import { strip } from '../evaluate/arguments.ts';
import { boundFunctions } from '../evaluate/bound/binding.ts';
import { isResent } from '../middleware/resends.ts';
import { isPrinter, isSearched } from '../syntax/mentions.ts';
import { isAssertion, isMock } from '../requests/test-addresses.ts';
import { instanceShape } from '../clients/client-lookup.ts';
import { clientAt } from '../requests/clients-at.ts';
import { requestsAt } from '../requests/requests.ts';
import { calleeName } from '../requests/unresolved-callee.ts';
import type { CallOrNew } from '../syntax/calls-by-name.ts';
import { isKeywords, dottedName } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { ofCollection } from './collections.ts';
import type { ArgumentRule, ArgumentRule as Rule, Flow } from './flow.ts';
import { givenToLanguage } from './globals.ts';
import { ofCommandOption, ofDefault, ofPackage } from './packages.ts';
import { intoParameterOf, ofProject } from './parameters.ts';
import { namesListed } from '../types/listed-texts.ts';
import { ANY, CLIENT, type Path, propertyName, RESULT } from '../types/member-path.ts';
import {
  both,
  compared,
  handedOver,
  headerOf,
  inert,
  NOTHING,
  other,
  request,
  sent,
  type StateStep,
  to,
  typed,
  value,
} from './state.ts';
import { intoTarget } from './targets.ts';
import { isMadeOfSender, isNamedSender, maySendUnseen } from './unseen-senders.ts';

/** `headers.set('Accept', VERSIONED)`, of headers that a request is known to send. */
const ofHeaders: ArgumentRule = ({ flow, call, node, index, path }) => {
  const callee = strip(call.expression);
  const [name] = call.arguments ?? [];
  if (index !== 1 || !name || !ts.isPropertyAccessExpression(callee)) return undefined;
  const calls = flow.sentBy(node);
  if (calls.length === 0) return undefined;
  const receiver = strip(callee.expression);
  return ts.isIdentifier(receiver)
    ? intoTarget(receiver, [propertyName(name) ?? ANY, ...path])
    : headerOf(node, calls);
};

/** True for a request that is sent once more: what changes its URL or Accept is examined there. */
const isSentAgain: Rule = ({ call, node }) =>
  ts.isCallExpression(call) && isResent(call) ? inert(node, 'in a request that is sent again') : undefined;

/** Type argument that lists the paths which a call of its client takes. */
const typeOfPaths = ({ ctx }: Flow, call: CallOrNew): ts.TypeNode | undefined => {
  const client = ts.isCallExpression(call) ? clientAt(ctx, call, undefined) : undefined;
  return client?.external?.made
    .filter(({ path }) => instanceShape(client.match.row, path)?.typesPaths === true)
    .flatMap(({ call: { typeArguments } }) => typeArguments ?? [])[0];
};

const isSent: Rule = ({ flow, call, index, path }) => {
  if (!flow.sends(call)) return undefined;
  const sending = request(call, `in a call of ${calleeName(call)}()`);
  const type = index === 0 && path.length === 0 ? typeOfPaths(flow, call) : undefined;
  return type ? both(sending, typed(type, namesListed(flow.ctx, type))) : sending;
};

/** True for an expectation of a test, which changes with the code under test. */
const isExpected: Rule = ({ flow, call, node }) =>
  ts.isCallExpression(call) &&
  (isAssertion(call) || /^expect\b/.test(dottedName(call.expression)) || isMock(flow.ctx, call))
    ? inert(node, 'in a test')
    : undefined;

const isShown: Rule = ({ call, node }) => (isPrinter(call) ? inert(node, 'in a text for people') : undefined);

const ofLanguage: Rule = ({ call, index, path }) => givenToLanguage(call, index, path);

/** `base.concat('/groups')`, `parts.join('/')`. */
const ofText: Rule = ({ call, node, path }) => {
  const callee = strip(call.expression);
  const joins =
    ts.isPropertyAccessExpression(callee) && /^(?:concat|join|padEnd|format)$/.test(callee.name.text);
  return joins && (path.length === 0 || isKeywords(node)) && !ts.isNewExpression(call)
    ? to(value(call, []))
    : undefined;
};

const BACK = /^(?:then|catch|finally|reduce|useMemo|useCallback|once|memoize|flatMap)$/;
const DROPS =
  /^(?:forEach|setTimeout|setInterval|filter|some|every|sort|find|on|addEventListener|useEffect)$/;

/** Result of a callback: goes to the result of `map` and `then`, or is unused. */
const ofCallback: Rule = ({ call, path }) => {
  if (path[0] !== RESULT) return undefined;
  const callee = strip(call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : dottedName(callee);
  const rest = path.slice(1);
  if (name === 'map' || name === 'from') return to(value(call, [ANY, ...rest]));
  if (BACK.test(name)) return to(value(call, rest));
  return DROPS.test(name) ? NOTHING : undefined;
};

/** A request to another URL, or to an unknown one. */
const isElsewhere: Rule = ({ flow, call, node, index, path }) => {
  if (!ts.isCallExpression(call)) return undefined;
  const urls = requestsAt(flow.ctx, call, { env: undefined, chain: [] }).flatMap((request) => request.urls);
  if (urls.length === 0) return undefined;
  const isKnown = urls.every((url) => /^(?:https?:\/\/)?[\w.-]/.test(flatten(url)));
  // A client is no text that a request sends.
  if (path.includes(CLIENT)) return other(node, `as an argument of ${calleeName(call)}()`);
  // Arguments after the URL are a body or options.
  if (!isKnown) return index === 0 ? sent(node, `as an argument of ${calleeName(call)}()`) : undefined;
  return { next: [], ends: [{ node: call, as: 'elsewhere', why: `in a request of ${calleeName(call)}()` }] };
};

/** True where the callee leads to a request by a path that is not followed here. */
const isLeading: Rule = ({ flow, call }) =>
  flow.leads(call) ? request(call, `in a call of ${calleeName(call)}()`) : undefined;

/** Leading arguments that a function keeps: to its parameters, or to the calls of a client's function. */
const ofBound: Rule = ({ flow, call, node, index, path }) => {
  const bound = boundFunctions(flow.ctx, call, undefined) ?? [];
  const isKept = bound.some((val) => val.bound?.some(([kept]) => kept === node || kept.parent === node));
  if (!isKept) return undefined;
  const steps = bound.map((val) =>
    val.kind === 'function' ? intoParameterOf(val.node, node, index - 1, path) : to(value(call, [CLIENT])),
  );
  return both(...steps);
};

const RULES: readonly Rule[] = [
  ofDefault,
  isSent,
  ofBound,
  isSentAgain,
  isExpected,
  isShown,
  ofLanguage,
  ofHeaders,
  ofProject,
  ofCollection,
  ofCallback,
  ofCommandOption,
  ofPackage,
  ofText,
  isLeading,
  isElsewhere,
];

/** Step into a call: its use of an argument that holds the text. */
export const intoArgument = (flow: Flow, call: CallOrNew, node: ts.Node, path: Path): StateStep => {
  const index = (call.arguments ?? ([] as readonly ts.Node[])).indexOf(node as ts.Expression);
  for (const rule of RULES) {
    const step = rule({ flow, call, node, index, path });
    if (step) return step;
  }
  const why = `as an argument of ${calleeName(call)}()`;
  if (isSearched(call, node)) return compared(node, why);
  if (isMadeOfSender(flow, call) || isNamedSender(flow, call)) return sent(node, why);
  return maySendUnseen(flow, call) ? handedOver(node, why) : other(node, why);
};
