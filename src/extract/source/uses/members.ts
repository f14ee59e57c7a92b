import { ts } from '../syntax/tree.ts';
import { type Access, callOnAccess, type Flow } from './flow.ts';
import { ofDictionary, ofEntry } from './dictionaries.ts';
import { ofText } from './text-members.ts';
import { ANY, CLIENT, NEW_ITEM, type Path, RESULT, TEXT, VALUE } from '../types/member-path.ts';
import { both, compared, NOTHING, request, type StateStep, to, value, other } from './state.ts';
import { intoPattern } from './patterns.ts';

/** Functions that an expression may evaluate to. */
const functionsAt = ({ ctx }: Flow, node: ts.Expression | undefined): readonly ts.SignatureDeclaration[] =>
  node ? ctx.evaluate(node, undefined).flatMap((val) => (val.kind === 'function' ? [val.node] : [])) : [];

/** Step into a callback: its first parameter. */
const intoCallback = (flow: Flow, callback: ts.Expression | undefined, path: Path, index = 0): StateStep => {
  const functions = functionsAt(flow, callback);
  if (callback && ts.isIdentifier(callback) && callback.text === 'Boolean') return NOTHING;
  if (functions.length === 0)
    return callback ? other(callback, 'by a function whose code is not available') : NOTHING;
  return to(
    ...functions.flatMap(({ parameters }) => {
      const parameter = parameters[index];
      return parameter ? intoPattern(parameter.name, path) : [];
    }),
  );
};

const SAME_LIST =
  /^(?:filter|slice|reverse|toReversed|sort|toSorted|concat|flat|values|entries|with|splice|set|add)$/;
const ONE_OF_LIST = /^(?:find|findLast|at|pop|shift)$/;
const CALLS_BACK = /^(?:map|flatMap|forEach|filter|find|findLast|some|every|sort|findIndex)$/;
/** List methods that compare each item with their argument. */
const COMPARES = /^(?:includes|indexOf|lastIndexOf|has)$/;
const LOOKS = /^(?:includes|indexOf|has|push|unshift|set|add|delete|clear|keys|size|length)$/;

/** Result of a member of a list, or of a method of a map. */
const ofList = (flow: Flow, access: Access, name: string, path: Path): StateStep => {
  const call = callOnAccess(access);
  const rest = path.slice(1);
  // A member with a computed name.
  if (!call) return LOOKS.test(name) ? NOTHING : to(value(access, rest));
  const [first] = call.arguments;
  if (name === 'join') return to(value(call, rest));
  if (path[0] === ANY && rest.length === 0 && COMPARES.test(name)) return compared(call, `in .${name}()`);
  const results = [
    ...(SAME_LIST.test(name) ? [value(call, path)] : []),
    ...(ONE_OF_LIST.test(name) ? [value(call, rest)] : []),
    // A map returns the value under a key.
    ...(name === 'get' ? [value(call, rest)] : []),
  ];
  if (/^reduce(?:Right)?$/.test(name)) return intoCallback(flow, first, rest, 1);
  const inside = CALLS_BACK.test(name) ? intoCallback(flow, first, rest) : NOTHING;
  if (results.length > 0 || CALLS_BACK.test(name) || LOOKS.test(name)) return both(to(...results), inside);
  return rest[0] === RESULT ? to(value(access, rest)) : other(call, `in .${name}()`);
};

/** Methods of a promise, which pass its value on. */
export const PROMISE = /^(?:then|catch|finally)$/;

const ofFunction = (access: Access, name: string, path: Path): StateStep => {
  const call = callOnAccess(access);
  if (!call || !/^(?:call|apply|bind)$/.test(name)) return NOTHING;
  return to(value(call, name === 'bind' ? path : path.slice(1)));
};

/** Members that configure a client. */
const SETTINGS = /^(?:defaults|interceptors|options|hooks|prototype)$/;

const ofClient = (flow: Flow, access: Access, name: string, path: Path): StateStep => {
  const call = callOnAccess(access);
  if (!call) return SETTINGS.test(name) ? NOTHING : to(value(access, path));
  if (name === 'bind' && call.arguments.length === 1) return to(value(call, path));
  if (flow.sends(call)) return request(call, `in ${name}()`);
  const made = flow.ctx
    .evaluate(call, undefined)
    .some((val) => val.kind === 'external' && val.made.some((step) => step.call === call));
  return made ? to(value(call, path)) : NOTHING;
};

/** Result of a member of an object that is converted to the text: the object itself, where its methods are chained. */
const ofWritten = (flow: Flow, access: Access, name: string, path: Path): StateStep => {
  const call = callOnAccess(access);
  if (!call) return NOTHING;
  if (/^to(?:String|JSON)$|^valueOf$/.test(name)) return to(value(call, path.slice(1)));
  const isSame = flow.ctx.evaluate(call, undefined).some(({ kind }) => kind === 'instance');
  return isSame ? to(value(call, path)) : NOTHING;
};

/** Step to the result of a member of a value that holds the text. */
export const accessed = (flow: Flow, access: ts.Node, name: string, path: Path): StateStep => {
  if (ts.isCallExpression(access) || ts.isNewExpression(access)) return request(access, 'in a call of it');
  const at = access as Access;
  const call = callOnAccess(access);
  if (call && PROMISE.test(name) && path[0] !== name)
    return both(intoCallback(flow, call.arguments[0], path), to(value(call, path)));
  if (path.length === 0) return ofText(at, name);
  const [first] = path;
  if (first === RESULT) return ofFunction(at, name, path);
  if (first === TEXT) return ofWritten(flow, at, name, path);
  if (first === CLIENT) return ofClient(flow, at, name, path);
  if (first === NEW_ITEM && /^(?:length|size)$/.test(name)) return to(value(access, []));
  if (first === ANY || first === NEW_ITEM) return ofList(flow, at, name, path);
  if (first === VALUE) return ofEntry(at, name, path.slice(1));
  if (first === name || name === ANY) return to(value(access, path.slice(1)));
  return ofDictionary(flow, at, name, path) ?? NOTHING;
};
