import {
  array,
  call,
  construct,
  element,
  keywords,
  member,
  nameAt,
  nowhere,
  numberAt,
  object,
  opaque,
  property,
  spreadMember,
  booleanAt,
} from '../languages/builders.ts';
import type { Span } from '../../../model/index.ts';
import { markWritten } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { type Cst, namedIn } from '../tree-sitter.ts';
import { commandNamed, SHOWS } from './command-names.ts';
import { type Lowering, textIn } from './lowering.ts';
import { loweredFunctionName, variableOf } from './names.ts';
import { canonical, isProgram, isSwitch, WEB_COMMANDS } from './web-commands.ts';

/** Words after the name of a command. */
interface Words {
  readonly given: readonly Cst[];
  readonly named: readonly { readonly name: Cst; readonly value: Cst | undefined }[];
  readonly splatted: readonly Cst[];
}

const nameOfCommand = (node: Cst): Cst | undefined =>
  node.children.find(({ field }) => field === 'command_name');

const elementsOf = (node: Cst): readonly Cst[] =>
  node.children
    .filter(({ type }) => type === 'command_elements')
    .flatMap(namedIn)
    .filter(({ type }) => type !== 'command_argument_sep' && type !== 'redirection');

const parameterName = (ctx: Lowering, node: Cst): string =>
  textIn(ctx, node).replace(/^-/, '').replace(/:$/, '');

const wordsOf = (ctx: Lowering, node: Cst, takesNoValue: (name: string) => boolean): Words => {
  const [given, named, splatted]: [Cst[], { name: Cst; value: Cst | undefined }[], Cst[]] = [[], [], []];
  const elements = elementsOf(node);
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at]!;
    const next = elements[at + 1];
    if (element.type === 'command_parameter') {
      const takes = next && next.type !== 'command_parameter' && !textIn(ctx, next).startsWith('@');
      const isHash = next?.type === 'hash_literal_expression' || next?.type === 'array_expression';
      const value = (takes || isHash) && !takesNoValue(parameterName(ctx, element)) ? next : undefined;
      named.push({ name: element, value });
      if (value) at++;
    } else if (element.type === 'variable' && textIn(ctx, element).startsWith('@')) splatted.push(element);
    else given.push(element);
  }
  return { given, named, splatted };
};

const namedMember = (
  ctx: Lowering,
  at: Cst,
  name: string,
  value: Cst | undefined,
): ts.ObjectLiteralElementLike => {
  const { start, end } = at;
  const key = markWritten(nameAt(name, at), { span: { start, end }, spelling: 'fixed' });
  return property(key, value ? ctx.expression(value) : booleanAt(true, nowhere(end)), {
    start,
    end: value?.end ?? end,
  });
};

const splat = (ctx: Lowering, node: Cst): ts.ObjectLiteralElementLike =>
  spreadMember(nameAt(variableOf(textIn(ctx, node)).name, node), node);

/** Named arguments after the name of a command, where more can be inserted. */
const namedArguments = (
  members: readonly ts.ObjectLiteralElementLike[],
  node: Cst,
  name: Cst,
): ts.Expression => keywords(members, { start: name.end, end: node.end });

const global = (owner: string, name: string, span: Span): ts.Expression =>
  member(nameAt(owner, span), nameAt(name, span), span);

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
  const { given, named, splatted } = wordsOf(ctx, node, isSwitch);
  const [uri, ...others] = given;
  const members = [
    ...(uri ? [namedMember(ctx, uri, 'Uri', uri)] : []),
    ...named.map(({ name: at, value }) => namedMember(ctx, at, canonical(parameterName(ctx, at)), value)),
    ...splatted.map((each) => splat(ctx, each)),
  ].toSorted((a, b) => a.pos - b.pos);
  const callee = member(nameAt('utility', name), nameAt(command, name), name);
  return call(callee, [namedArguments(members, node, name), ...others.map((each) => opaque(each))], node);
};

const jsonOf = (ctx: Lowering, node: Cst, words: Words, piped: ts.Expression | undefined): ts.Expression => {
  const value = piped ?? first(ctx, words, 'inputobject');
  return value ? call(global('JSON', 'stringify', nowhere(node.start)), [value], node) : opaque(node);
};

type Known = (ctx: Lowering, node: Cst, piped: ts.Expression | undefined) => ts.Expression;

const NO_SWITCH = (): boolean => false;

const shown: Known = (ctx, node, piped) => {
  const { given, named } = wordsOf(ctx, node, NO_SWITCH);
  const values = [...given, ...named.flatMap(({ value }) => value ?? [])].map((each) => ctx.expression(each));
  return call(global('console', 'log', nowhere(node.start)), piped ? [piped, ...values] : values, node);
};

const itself: Known = (_ctx, node, piped) => piped ?? opaque(node);

const each =
  (method: 'map' | 'filter'): Known =>
  (ctx, node, piped) => {
    const words = wordsOf(ctx, node, NO_SWITCH);
    const block = [...words.given, ...words.named.flatMap(({ value }) => value ?? [])].find(
      ({ type }) => type === 'script_block_expression',
    );
    if (!piped || !block) return opaque(node, piped ? [piped] : []);
    const callee = member(piped, nameAt(method, nowhere(piped.end)), { start: piped.pos, end: piped.end });
    return call(callee, [ctx.expression(block)], node);
  };

const selected: Known = (ctx, node, piped) => {
  const { named } = wordsOf(ctx, node, NO_SWITCH);
  const expanded = named.find(({ name }) => /^-exp/i.test(textIn(ctx, name)))?.value;
  const isFirst = named.some(({ name }) => /^-(?:first|last|index)$/i.test(textIn(ctx, name)));
  if (piped && expanded?.type === 'generic_token')
    return member(piped, nameAt(textIn(ctx, expanded), expanded), node);
  return piped && isFirst
    ? element(piped, numberAt('0', nowhere(node.end)), node)
    : opaque(node, piped ? [piped] : []);
};

const made: Known = (ctx, node) => {
  const words = wordsOf(ctx, node, NO_SWITCH);
  const [type] = words.given;
  const named = words.named.find(({ name }) => /^-typename$/i.test(textIn(ctx, name)))?.value ?? type;
  const inner = words.given.filter((at) => at !== named).map((at) => ctx.expression(at));
  return named ? constructed(textIn(ctx, named), inner, node) : opaque(node, inner);
};

/** Lowers a .NET object: `New-Object System.Net.Http.HttpClient`, `[System.Net.Http.HttpClient]::new()`. */
export const constructed = (type: string, args: readonly ts.Expression[], node: Cst): ts.Expression => {
  const name = type.split('.').at(-1)!.toLowerCase();
  const at = nowhere(node.start);
  if (name === 'uri' && args[0]) return args[0];
  if (/^(?:dictionary|hashtable|ordereddictionary)\b/.test(name) && args.length === 0)
    return object([], node);
  return construct(member(nameAt('dotnet', at), nameAt(name, at), at), args, node);
};

const KNOWN: Readonly<Record<string, Known>> = {
  'convertto-json': (ctx, node, piped) =>
    jsonOf(
      ctx,
      node,
      wordsOf(ctx, node, (name) => /^(?:compress|asarray)$/i.test(name)),
      piped,
    ),
  'convertfrom-json': (ctx, node, piped) => {
    const value = piped ?? first(ctx, wordsOf(ctx, node, NO_SWITCH), 'inputobject');
    return value ? call(global('JSON', 'parse', nowhere(node.start)), [value], node) : opaque(node);
  },
  'write-output': (ctx, node, piped) =>
    piped ?? first(ctx, wordsOf(ctx, node, NO_SWITCH), 'inputobject') ?? opaque(node),
  'new-object': made,
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
  const { given, named, splatted } = wordsOf(ctx, node, isPlain);
  const members = [
    ...named.map(({ name: at, value }) =>
      namedMember(ctx, at, variableOf(`$${parameterName(ctx, at)}`).name, value),
    ),
    ...splatted.map((at) => splat(ctx, at)),
  ];
  const args = [...(piped ? [opaque(node, [piped])] : []), ...given.map((at) => ctx.expression(at))];
  const all = members.length > 0 ? [...args, namedArguments(members, node, name)] : args;
  return call(nameAt(callee, name), all, node);
};

const program = (node: Cst, ctx: Lowering): ts.Expression => {
  const words = elementsOf(node).filter(({ type }) => type !== 'command_parameter');
  return opaque(node, words.map(ctx.expression));
};

/** Lowers a command, with its pipeline input. */
export const commandOf = (ctx: Lowering, node: Cst, piped?: ts.Expression): ts.Expression => {
  const name = nameOfCommand(node);
  if (!name) return opaque(node, piped ? [piped] : []);
  const written = textIn(ctx, name);
  if (/^\d+\.\.\d+$/.test(written)) return array([], node);
  const isVariable = written.startsWith('$');
  const callee = isVariable ? variableOf(written).name : loweredFunctionName(written);
  if (ctx.facts.functions.has(callee) || isVariable) return ofUser(ctx, node, name, callee, piped);
  const { lower, command } = commandNamed(written);
  if (
    isProgram(
      lower,
      elementsOf(node).map((each) => textIn(ctx, each)),
    )
  )
    return program(node, ctx);
  if (WEB_COMMANDS.has(command)) return webRequest(ctx, node, name, command);
  if (Object.hasOwn(KNOWN, command)) return KNOWN[command]!(ctx, node, piped);
  return SHOWS.test(command) ? shown(ctx, node, piped) : ofUser(ctx, node, name, callee, piped);
};
