import { addTo } from '../../../../model/index.ts';
import { writtenName } from '../../syntax/member-names.ts';
import { oncePerNode } from '../../syntax/memo.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, ExternalValue, Value } from '../values.ts';
import { unknown } from '../values.ts';

// Defaults of command-line options: commander, yargs, command-line-args, minimist, meow, parseArgs of Node.

/** Name under which an option is read: `baseUrl` of `-b, --base-url <url>`. */
const nameOf = (flags: string): string =>
  (/--([\w-]+)/.exec(flags)?.[1] ?? flags).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const memberOf = (node: ts.Expression | undefined, name: string): ts.Expression | undefined => {
  if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find((each) => writtenName(each) === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
};

type Default = readonly [name: string, value: ts.Expression];

/** Values by name: `{ base: '…' }`. */
const valuesIn = (options: ts.Expression | undefined): readonly Default[] => {
  if (!options || !ts.isObjectLiteralExpression(options)) return [];
  return options.properties.flatMap((each): readonly Default[] => {
    const name = writtenName(each);
    return name === undefined || !ts.isPropertyAssignment(each) ? [] : [[nameOf(name), each.initializer]];
  });
};

/** Defaults in an object of options: `{ base: { type: 'string', default: '…' } }`. */
const defaultsIn = (options: ts.Expression | undefined): readonly Default[] =>
  valuesIn(options).flatMap(([name, option]): readonly Default[] => {
    const value = memberOf(option, 'default');
    return value ? [[name, value]] : [];
  });

/** An option of a list: `{ name: 'base', defaultValue: '…' }`. */
const listedDefault = (member: ts.Node): readonly Default[] => {
  if (!ts.isPropertyAssignment(member) || writtenName(member) !== 'defaultValue') return [];
  const name = memberOf(member.parent, 'name');
  return name && ts.isStringLiteralLike(name) ? [[nameOf(name.text), member.initializer]] : [];
};

/**
 * `.option('--base <url>', 'Base', '…')`, `.option('base', { default: '…' })`, `parseArgs({ options: { … } })`,
 * `meow(help, { flags: { … } })`, `minimist(argv, { default: { base: '…' } })`.
 */
const defaultsOf = (call: ts.CallExpression | ts.NewExpression): readonly Default[] => {
  const { expression: callee, arguments: [first, second, ...rest] = [] } = call;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if (name === 'parseArgs') return defaultsIn(memberOf(first, 'options'));
  if (name === 'options') return defaultsIn(first);
  if (name === 'meow') return defaultsIn(memberOf(second ?? first, 'flags'));
  if (name === 'minimist') return valuesIn(memberOf(second, 'default'));
  if (!/^(?:option|requiredOption)$/.test(name) || !first || !ts.isStringLiteralLike(first)) return [];
  const value = memberOf(second, 'default') ?? rest.findLast((each) => !ts.isFunctionLike(each));
  return value ? [[nameOf(first.text), value]] : [];
};

const defaultsInFile = oncePerNode((file: ts.SourceFile): ReadonlyMap<string, readonly ts.Expression[]> => {
  const found = new Map<string, ts.Expression[]>();
  const { calls, members } = nodesOf(file);
  for (const [name, value] of [...calls.flatMap(defaultsOf), ...members.flatMap(listedDefault)])
    addTo(found, name, value);
  return found;
});

/** Values that hold the options, by package, last function and path: `parseArgs(…).values`. */
const HOLDS =
  /^(?:commander \S*\bopts(?:WithGlobals)? |yargs(?:\/\S*)? (?:\S*\bparse(?:Sync|Async)? |\S* argv)|(?:node:)?util parseArgs values|(?:command-line-args|minimist)  |meow  flags)$/;

/** Default of a command-line option of a script: `program.opts().baseUrl`; `undefined` for all other values. */
export const scriptOption = (
  ctx: Ctx,
  { module, made, path }: ExternalValue,
  name: string,
  node: ts.Node,
): readonly Value[] | undefined => {
  const last = made.at(-1);
  if (!last || !HOLDS.test(`${module} ${last.path.at(-1) ?? ''} ${path.join('.')}`)) return undefined;
  // The options may be declared where the program is made, and read where it was passed to.
  const files = new Set([node, ...made.map(({ call }) => call)].map((at) => at.getSourceFile()));
  const defaults = [...files].flatMap((file) => defaultsInFile(file).get(nameOf(name)) ?? []);
  return defaults.length > 0 ? defaults.flatMap((value) => ctx.evaluate(value, undefined)) : unknown(name);
};
