import { isKeywords } from '../../syntax/dialect.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, ExternalValue, Value } from '../values.ts';
import { unknown } from '../values.ts';

type Call = ts.CallExpression | ts.NewExpression;

const keywordOf = (call: Call, name: string): ts.Expression | undefined => {
  const named = call.arguments?.find(isKeywords);
  const property =
    named && ts.isObjectLiteralExpression(named)
      ? named.properties.find(
          (each) => ts.isPropertyAssignment(each) && ts.isIdentifier(each.name) && each.name.text === name,
        )
      : undefined;
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
};

/** Name under which a command-line option is read: `base_url` of `add_argument('-b', '--base-url')`. */
export const optionDeclared = (call: Call): string | undefined => {
  const { expression: callee } = call;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'add_argument') return undefined;
  const given = keywordOf(call, 'dest');
  if (given && ts.isStringLiteral(given)) return given.text;
  const names = (call.arguments ?? []).flatMap((each) => (ts.isStringLiteral(each) ? [each.text] : []));
  const long = names.find((name) => name.startsWith('--')) ?? names[0];
  return long?.replace(/^-+/, '').replaceAll('-', '_');
};

const PARSES = /^parse_(?:known_)?args$/;

/** Default of a command-line option: `args.base_url`; `undefined` for all other values. */
export const optionNamed = (
  ctx: Ctx,
  { module, made, path }: ExternalValue,
  name: string,
  node: ts.Node,
): readonly Value[] | undefined => {
  const last = made.at(-1);
  if (module !== 'py:argparse' || path.length > 0 || !last || !PARSES.test(last.path.at(-1) ?? ''))
    return undefined;
  const files = [...new Set([node.getSourceFile(), last.call.getSourceFile()])];
  const defaults = files
    .flatMap((file) => nodesOf(file).calls)
    .flatMap((call) => (optionDeclared(call) === name ? (keywordOf(call, 'default') ?? []) : []));
  return defaults.length > 0 ? defaults.flatMap((value) => ctx.evaluate(value, undefined)) : unknown(name);
};
