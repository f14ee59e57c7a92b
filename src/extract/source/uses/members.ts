import { ts } from '../syntax/parse.ts';
import { isRelated } from './classes.ts';
import type { Flow } from './flow.ts';
import {
  ANY,
  both,
  CLIENT,
  NOTHING,
  other,
  type Path,
  request,
  RESULT,
  type Step,
  to,
  value,
} from './state.ts';
import { intoPattern } from './targets.ts';

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

const callOf = (access: ts.Node): ts.CallExpression | undefined => {
  const { parent } = access;
  return ts.isCallExpression(parent) && parent.expression === access ? parent : undefined;
};

const PROMISE = /^(?:then|catch|finally)$/;

/** The functions that an expression may be. */
const functionsAt = ({ ctx }: Flow, node: ts.Expression | undefined): readonly ts.SignatureDeclaration[] =>
  node ? ctx.evaluate(node, undefined).flatMap((val) => (val.kind === 'function' ? [val.node] : [])) : [];

/** What the first parameter of a callback gets. */
const intoCallback = (flow: Flow, callback: ts.Expression | undefined, path: Path, index = 0): Step => {
  const functions = functionsAt(flow, callback);
  if (callback && ts.isIdentifier(callback) && callback.text === 'Boolean') return NOTHING;
  if (functions.length === 0) return callback ? other(callback, 'for a function that is not seen') : NOTHING;
  return to(
    ...functions.flatMap(({ parameters }) => {
      const parameter = parameters[index];
      return parameter ? intoPattern(parameter.name, path) : [];
    }),
  );
};

/** Methods that give the same text, or one that holds it. */
const KEEPS = /^(?:toString|valueOf|trim|trimEnd|trimStart|concat|normalize|toLowerCase|padEnd)$/;
const REPLACES = /^replace(?:All)?$/;
const TESTS = /^(?:startsWith|endsWith|includes|at|charAt)$/;

/** `'/'`, `/\/+$/`, `'https://'`, `':id'`: says nothing of a version. */
const isNeutral = (node: ts.Node | undefined): boolean => {
  if (!node) return true;
  if (ts.isNumericLiteral(node) || ts.isPrefixUnaryExpression(node)) return true;
  if (ts.isTemplateExpression(node)) return /^[:{<$%[]+$/.test(node.head.text);
  const text = ts.isRegularExpressionLiteral(node) || ts.isStringLiteralLike(node) ? node.text : undefined;
  if (text === undefined) return false;
  return (
    /^\W*(?:https?)?\W*$/.test(text) || (ts.isStringLiteralLike(node) && /^[:{<$%[]\W*\w+\W*$/.test(text))
  );
};

const textMethod = (call: ts.CallExpression, name: string): Step => {
  const [first] = call.arguments;
  if (KEEPS.test(name) || (REPLACES.test(name) && isNeutral(first))) return to(value(call, []));
  // What is left of it is seen at the request.
  if (REPLACES.test(name)) return both(to(value(call, [])), other(call, `in .${name}()`));
  if (TESTS.test(name) && isNeutral(first)) return NOTHING;
  return other(call, `in .${name}()`);
};

/** Parts of a URL that do not hold its path. */
const NO_PATH =
  /^(?:host|hostname|protocol|origin|port|username|password|search|hash|searchParams|length|auth|query)$/;

const ofText = (access: Access, name: string): Step => {
  const call = callOf(access);
  if (call) return textMethod(call, name);
  return NO_PATH.test(name) ? NOTHING : to(value(access, []));
};

const SAME_LIST =
  /^(?:filter|slice|reverse|toReversed|sort|toSorted|concat|flat|values|entries|with|splice)$/;
const ONE_OF_LIST = /^(?:find|findLast|at|pop|shift)$/;
const CALLS_BACK = /^(?:map|flatMap|forEach|filter|find|findLast|some|every|sort|findIndex)$/;
const LOOKS = /^(?:includes|indexOf|has|push|unshift|keys|size|length)$/;

const ofList = (flow: Flow, access: Access, name: string, path: Path): Step => {
  const call = callOf(access);
  const rest = path.slice(1);
  // A member that any name may mean.
  if (!call) return LOOKS.test(name) ? NOTHING : to(value(access, rest));
  const [first] = call.arguments;
  if (name === 'join') return to(value(call, rest));
  const results = [
    ...(SAME_LIST.test(name) ? [value(call, path)] : []),
    ...(ONE_OF_LIST.test(name) ? [value(call, rest)] : []),
    // A map gives what is kept under a key.
    ...(name === 'get' ? [value(call, rest)] : []),
  ];
  if (/^reduce(?:Right)?$/.test(name)) return intoCallback(flow, first, rest, 1);
  const inside = CALLS_BACK.test(name) ? intoCallback(flow, first, rest) : NOTHING;
  if (results.length > 0 || CALLS_BACK.test(name) || LOOKS.test(name)) return both(to(...results), inside);
  return rest[0] === RESULT ? to(value(access, rest)) : other(call, `in .${name}()`);
};

const ofFunction = (access: Access, name: string, path: Path): Step => {
  const call = callOf(access);
  if (!call || !/^(?:call|apply|bind)$/.test(name)) return NOTHING;
  return to(value(call, name === 'bind' ? path : path.slice(1)));
};

/** Members of a client that set it up. */
const SETTINGS = /^(?:defaults|interceptors|options|hooks|prototype)$/;

const ofClient = (flow: Flow, access: Access, name: string, path: Path): Step => {
  const call = callOf(access);
  if (!call) return SETTINGS.test(name) ? NOTHING : to(value(access, path));
  if (flow.sends(call)) return request(call, `in ${name}()`);
  const made = flow.ctx
    .evaluate(call, undefined)
    .some((val) => val.kind === 'external' && val.made.some((step) => step.call === call));
  return made ? to(value(call, path)) : NOTHING;
};

/** What a member of a value that holds the text gives. */
export const accessed = (flow: Flow, access: ts.Node, name: string, path: Path): Step => {
  if (ts.isCallExpression(access) || ts.isNewExpression(access)) return request(access, 'in a call of it');
  const at = access as Access;
  const call = callOf(access);
  if (call && PROMISE.test(name) && path[0] !== name)
    return both(intoCallback(flow, call.arguments[0], path), to(value(call, path)));
  if (path.length === 0) return ofText(at, name);
  const [first] = path;
  if (first === RESULT) return ofFunction(at, name, path);
  if (first === CLIENT) return ofClient(flow, at, name, path);
  if (first === ANY) return ofList(flow, at, name, path);
  return first === name || name === ANY ? to(value(access, path.slice(1))) : NOTHING;
};

/** Where a member of a class is used: by its name, on what is or may be an object of the class. */
export const stepOfMember = (flow: Flow, owner: ts.Node, name: string, path: Path): Step =>
  to(
    ...flow.accesses(name).flatMap((access) => {
      if (!mayBeOf(flow, owner, access)) return [];
      return ts.isBindingElement(access) ? intoPattern(access.name, path) : [value(access, path)];
    }),
  );

const receiverOf = (access: ts.Node): ts.Expression | undefined => {
  if (!ts.isBindingElement(access)) return (access as Access).expression;
  const holder = access.parent.parent;
  return ts.isVariableDeclaration(holder) ? holder.initializer : undefined;
};

const mayBeOf = (flow: Flow, owner: ts.Node, access: ts.Node): boolean => {
  const receiver = receiverOf(access);
  if (!receiver) return false;
  const home = owner.getSourceFile();
  const vals = flow.ctx.evaluate(receiver, undefined);
  return vals.some((val) => {
    if (val.kind === 'instance' || val.kind === 'class')
      return ts.isClassLike(owner) ? isRelated(flow.ctx, owner, val.node) : val.node.getSourceFile() === home;
    if (receiver.kind === ts.SyntaxKind.ThisKeyword)
      return !ts.isClassLike(owner) && access.getSourceFile() === home;
    return val.kind === 'unknown' && knows(flow, access.getSourceFile(), home);
  });
};

/** True for the file itself, and for those that import it. */
const knows = ({ importers }: Flow, file: ts.SourceFile, home: ts.SourceFile): boolean =>
  file === home || importers.imports(file.fileName, home.fileName);
