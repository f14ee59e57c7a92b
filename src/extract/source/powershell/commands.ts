import * as build from '../languages/build.ts';
import type { Span } from '../../../model/index.ts';
import { markWritten } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { commandNamed, SHOWS } from './command-names.ts';
import { type Lowering, textIn } from './lowering.ts';
import { program, started } from './programs.ts';
import { commandElements, parameterName, type Words, commandWords } from './words.ts';
import { loweredFunctionName, variableOf } from './names.ts';
import { canonical, isProgram, isSwitch, WEB_COMMANDS } from './web-commands.ts';

const nameOfCommand = (node: Cst): Cst | undefined =>
  node.children.find(({ field }) => field === 'command_name');

const namedMember = (
  ctx: Lowering,
  at: Cst,
  name: string,
  value: Cst | undefined,
): ts.ObjectLiteralElementLike => {
  const { start, end } = at;
  const key = markWritten(build.nameAt(name, at), { span: { start, end }, spelling: 'fixed' });
  return build.property(key, value ? ctx.expression(value) : build.booleanAt(true, build.nowhere(end)), {
    start,
    end: value?.end ?? end,
  });
};

const splat = (ctx: Lowering, node: Cst): ts.ObjectLiteralElementLike =>
  build.spreadMember(build.nameAt(variableOf(textIn(ctx, node)).name, node), node);

/** Named arguments after the name of a command, where more can be inserted. */
const namedArguments = (
  members: readonly ts.ObjectLiteralElementLike[],
  node: Cst,
  name: Cst,
): ts.Expression => build.keywords(members, { start: name.end, end: node.end });

const global = (owner: string, name: string, span: Span): ts.Expression =>
  build.member(build.nameAt(owner, span), build.nameAt(name, span), span);

const first = (
  ctx: Lowering,
  { given, named }: Words,
  ...names: readonly string[]
): ts.Expression | undefined => {
  const at =
    named.find(({ name }) => names.includes(parameterName(ctx, name).toLowerCase()))?.value ?? given[0];
  return at && ctx.expression(at);
};

/** `Invoke-RestMethod -Uri $u -Headers @{…}` and similar: all arguments are named. */
const webRequest = (ctx: Lowering, node: Cst, name: Cst, command: string): ts.Expression => {
  const { given, named, splatted } = commandWords(ctx, node, isSwitch);
  const [uri, ...others] = given;
  const members = [
    ...(uri ? [namedMember(ctx, uri, 'Uri', uri)] : []),
    ...named.map(({ name: at, value }) => namedMember(ctx, at, canonical(parameterName(ctx, at)), value)),
    ...splatted.map((each) => splat(ctx, each)),
  ].toSorted((a, b) => a.pos - b.pos);
  const callee = build.member(build.nameAt('utility', name), build.nameAt(command, name), name);
  return build.call(
    callee,
    [namedArguments(members, node, name), ...others.map((each) => build.opaque(each))],
    node,
  );
};

const jsonOf = (ctx: Lowering, node: Cst, words: Words, piped: ts.Expression | undefined): ts.Expression => {
  const value = piped ?? first(ctx, words, 'inputobject');
  return value
    ? build.call(global('JSON', 'stringify', build.nowhere(node.start)), [value], node)
    : build.opaque(node);
};

type Known = (ctx: Lowering, node: Cst, piped: ts.Expression | undefined) => ts.Expression;

const NO_SWITCH = (): boolean => false;

const shown: Known = (ctx, node, piped) => {
  const { given, named } = commandWords(ctx, node, NO_SWITCH);
  const values = [...given, ...named.flatMap(({ value }) => value ?? [])].map((each) => ctx.expression(each));
  return build.call(
    global('console', 'log', build.nowhere(node.start)),
    piped ? [piped, ...values] : values,
    node,
  );
};

const itself: Known = (_ctx, node, piped) => piped ?? build.opaque(node);

const each =
  (method: 'map' | 'filter'): Known =>
  (ctx, node, piped) => {
    const words = commandWords(ctx, node, NO_SWITCH);
    const block = [...words.given, ...words.named.flatMap(({ value }) => value ?? [])].find(
      ({ type }) => type === 'script_block_expression',
    );
    if (!piped || !block) return build.opaque(node, piped ? [piped] : []);
    const callee = build.member(piped, build.nameAt(method, build.nowhere(piped.end)), {
      start: piped.pos,
      end: piped.end,
    });
    return build.call(callee, [ctx.expression(block)], node);
  };

const selected: Known = (ctx, node, piped) => {
  const { named } = commandWords(ctx, node, NO_SWITCH);
  const expanded = named.find(({ name }) => /^-exp/i.test(textIn(ctx, name)))?.value;
  const isFirst = named.some(({ name }) => /^-(?:first|last|index)$/i.test(textIn(ctx, name)));
  if (piped && expanded?.type === 'generic_token')
    return build.member(piped, build.nameAt(textIn(ctx, expanded), expanded), node);
  return piped && isFirst
    ? build.element(piped, build.numberAt('0', build.nowhere(node.end)), node)
    : build.opaque(node, piped ? [piped] : []);
};

const made: Known = (ctx, node) => {
  const words = commandWords(ctx, node, NO_SWITCH);
  const [type] = words.given;
  const named = words.named.find(({ name }) => /^-typename$/i.test(textIn(ctx, name)))?.value ?? type;
  const inner = words.given.filter((at) => at !== named).map((at) => ctx.expression(at));
  return named ? constructed(textIn(ctx, named), inner, node) : build.opaque(node, inner);
};

/** Lowers a .NET object: `New-Object System.Net.Http.HttpClient`, `[System.Net.Http.HttpClient]::new()`. */
export const constructed = (type: string, args: readonly ts.Expression[], node: Cst): ts.Expression => {
  const name = type.split('.').at(-1)!.toLowerCase();
  const at = build.nowhere(node.start);
  if (name === 'uri' && args[0]) return args[0];
  if (/^(?:dictionary|hashtable|ordereddictionary)\b/.test(name) && args.length === 0)
    return build.object([], node);
  return build.construct(build.member(build.nameAt('dotnet', at), build.nameAt(name, at), at), args, node);
};

const KNOWN: Readonly<Record<string, Known>> = {
  'convertto-json': (ctx, node, piped) =>
    jsonOf(
      ctx,
      node,
      commandWords(ctx, node, (name) => /^(?:compress|asarray)$/i.test(name)),
      piped,
    ),
  'convertfrom-json': (ctx, node, piped) => {
    const value = piped ?? first(ctx, commandWords(ctx, node, NO_SWITCH), 'inputobject');
    return value
      ? build.call(global('JSON', 'parse', build.nowhere(node.start)), [value], node)
      : build.opaque(node);
  },
  'write-output': (ctx, node, piped) =>
    piped ?? first(ctx, commandWords(ctx, node, NO_SWITCH), 'inputobject') ?? build.opaque(node),
  'new-object': made,
  'start-process': started,
  'foreach-object': each('map'),
  'where-object': each('filter'),
  'select-object': selected,
  'sort-object': itself,
  'out-null': itself,
  'tee-object': itself,
};

const ofUser = (
  ctx: Lowering,
  node: Cst,
  name: Cst,
  callee: string,
  piped: ts.Expression | undefined,
): ts.Expression => {
  const switches = ctx.facts.functions.get(callee);
  const isPlain = (parameter: string): boolean =>
    switches?.has(parameter.toLowerCase()) ??
    /^(?:verbose|debug|whatif|confirm|force|passthru|raw|recurse|quiet)$/i.test(parameter);
  const { given, named, splatted } = commandWords(ctx, node, isPlain);
  const members = [
    ...named.map(({ name: at, value }) =>
      namedMember(ctx, at, variableOf(`$${parameterName(ctx, at)}`).name, value),
    ),
    ...splatted.map((at) => splat(ctx, at)),
  ];
  const args = [...(piped ? [build.opaque(node, [piped])] : []), ...given.map((at) => ctx.expression(at))];
  const all = members.length > 0 ? [...args, namedArguments(members, node, name)] : args;
  return build.call(build.nameAt(callee, name), all, node);
};

/** Lowers a command, with its pipeline input. */
export const commandOf = (ctx: Lowering, node: Cst, piped?: ts.Expression): ts.Expression => {
  const name = nameOfCommand(node);
  if (!name) return build.opaque(node, piped ? [piped] : []);
  const written = textIn(ctx, name);
  if (/^\d+\.\.\d+$/.test(written)) return build.array([], node);
  const isVariable = written.startsWith('$');
  const callee = isVariable ? variableOf(written).name : loweredFunctionName(written);
  if (ctx.facts.functions.has(callee) || isVariable) return ofUser(ctx, node, name, callee, piped);
  const { lower, command } = commandNamed(written);
  if (
    isProgram(
      lower,
      commandElements(node).map((each) => textIn(ctx, each)),
    )
  )
    return program(ctx, node, name);
  if (WEB_COMMANDS.has(command)) return webRequest(ctx, node, name, command);
  if (Object.hasOwn(KNOWN, command)) return KNOWN[command]!(ctx, node, piped);
  return SHOWS.test(command) ? shown(ctx, node, piped) : ofUser(ctx, node, name, callee, piped);
};
