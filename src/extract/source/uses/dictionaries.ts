import { dialectOf, isRequestObject, loweredFile } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import {
  ANY,
  CLIENT,
  NEW,
  NEW_ITEM,
  type Path,
  propertyName,
  RESULT,
  TEXT,
  VALUE,
} from '../types/member-path.ts';
import { type Access, callOnAccess, type Flow } from './flow.ts';
import { intoPattern } from './patterns.ts';
import { NOTHING, other, type State, type StateStep, to, value } from './state.ts';

const SPECIAL = new Set<string>([ANY, CLIENT, NEW, NEW_ITEM, RESULT, TEXT, VALUE]);

/** True for a path that starts with a named member. */
const isNamed = (path: Path): boolean => path[0] !== undefined && !SPECIAL.has(path[0]);

const GETS =
  /^(?:get|fetch|pop|setdefault|dig|getOrDefault|getValue|GetValueOrDefault|TryGetValue|remove|delete)$/;
const VALUES = /^(?:values|Values|each_value)$/;
const ENTRIES =
  /^(?:items|entries|entrySet|GetEnumerator|toList|each_pair|iteritems|forEach|map|filter|flatMap)$/;
/** Methods that read keys, count, or put something in. */
const LOOKS =
  /^(?:keys|Keys|keySet|has_?[kK]ey\??|key\?|include\?|includes|contains(?:Key)?|Contains(?:Key)?|size|count|Count|length|len|isEmpty|empty\?|any\?|put|Add|update|set|store|merge!)$/;
const SAME = /^(?:copy|dup|clone|freeze|to_h|toMap|deep_dup|merge|ToDictionary)$/;

/** Step to a callback of a dictionary: the last of its parameters takes the value. */
const intoLast = ({ ctx }: Flow, call: ts.CallExpression, rest: Path): readonly State[] =>
  call.arguments.flatMap((argument) =>
    ctx.evaluate(argument, undefined).flatMap((val): readonly State[] => {
      const taking = val.kind === 'function' ? val.node.parameters : [];
      const [only, ...more] = taking;
      const last = more.at(-1);
      if (last) return intoPattern(last.name, rest);
      return only ? intoPattern(only.name, [VALUE, ...rest]) : [];
    }),
  );

/**
 * Step to what a member of a dictionary gives of all its members: languages other than JavaScript have methods
 * for that. `undefined` where the path starts otherwise.
 */
export const ofDictionary = (flow: Flow, access: Access, name: string, path: Path): StateStep | undefined => {
  if (!loweredFile(access) || !isNamed(path)) return undefined;
  const [own, ...rest] = path;
  const call = callOnAccess(access);
  const { ctx } = flow;
  const isObject = ctx
    .evaluate(access.expression, undefined)
    .some((val) => val.kind === 'object' && !isRequestObject(val.node));
  if (!isObject || (call && ctx.evaluate(access, undefined).some(({ kind }) => kind === 'function')))
    return undefined;
  const result = call ?? access;
  if (VALUES.test(name))
    return to(value(result, [ANY, ...rest]), ...(call ? intoLast(flow, call, rest) : []));
  if (ENTRIES.test(name))
    return to(value(result, [ANY, VALUE, ...rest]), ...(call ? intoLast(flow, call, rest) : []));
  if (!call) return undefined;
  const [key] = call.arguments;
  const wanted = key && propertyName(key);
  if (GETS.test(name) && key && ts.isStringLiteralLike(key) && wanted !== own) return NOTHING;
  if (GETS.test(name)) return to(value(call, rest));
  if (LOOKS.test(name)) return NOTHING;
  return SAME.test(name) ? to(value(call, path)) : other(call, `in .${name}()`);
};

const IS_VALUE = /^(?:1|value|Value|getValue|second|component2|\*)$/;

/** Step from an entry of a dictionary: to its value, not to its key. */
export const ofEntry = (access: Access, name: string, rest: Path): StateStep => {
  const index = ts.isElementAccessExpression(access) ? access.argumentExpression : undefined;
  const named = index && ts.isNumericLiteral(index) ? index.text : name;
  if (!IS_VALUE.test(named)) return NOTHING;
  return to(value(callOnAccess(access) ?? access, rest));
};

/** Path of the part of a value that the variable of a loop takes. */
export const loopPath = (node: ts.Node, path: Path): Path | undefined => {
  const [first, ...rest] = path;
  if (first === ANY) return rest;
  if (!loweredFile(node) || !isNamed(path)) return path;
  const { loops = 'entries' } = dialectOf(node);
  if (loops === 'keys') return undefined;
  return { whole: path, values: rest, entries: [VALUE, ...rest] }[loops];
};
