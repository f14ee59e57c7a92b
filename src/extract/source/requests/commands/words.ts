import { exactValue, flatten } from '../../../../model/index.ts';
import type { Text } from '../../../../model/index.ts';
import { strip } from '../../evaluate/arguments.ts';
import { isKeywords, loweredFile } from '../../syntax/dialect.ts';
import { evaluateTemplate } from '../../evaluate/written/text-expressions.ts';
import { ts } from '../../syntax/tree.ts';
import { combinationsOf, textOf } from '../../evaluate/texts.ts';
import type { CommandShape } from '../../clients/client-row.ts';
import type { Ctx, Env, ListValue, Value } from '../../evaluate/values.ts';

/** Word of a command that a program gives as a list or as arguments. */
export interface GivenWord {
  readonly vals: readonly Value[];
  /** Expression that gives exactly this word, where there is one. */
  readonly element: ts.Expression | undefined;
}

/** Command as a program gives it: a line, or words; the line of `sh -c` is one. */
export type GivenCommand =
  | {
      readonly kind: 'line';
      readonly vals: readonly Value[];
      /** The program, where it is an argument of its own. */
      readonly before: Text | undefined;
      readonly quotes: CommandShape['quotes'];
    }
  | { readonly kind: 'words'; readonly words: readonly GivenWord[]; readonly complete: boolean };

/** Program whose argument behind `-c` is a line. */
const SHELL = /^(?:\S*\/)?(?:ba|da|z|a|k)?sh(?:\.exe)?$/;

const exactly = (vals: readonly Value[]): string | undefined => {
  const [only, more] = vals;
  return only?.kind === 'text' && more === undefined ? exactValue(only.text) : undefined;
};

/** Elements of a written list, where each gives one item. */
const elementsOf = ({ node, items }: ListValue): readonly ts.Expression[] | undefined =>
  ts.isArrayLiteralExpression(node) &&
  node.elements.length === items.length &&
  !node.elements.some((element) => ts.isSpreadElement(element))
    ? node.elements
    : undefined;

/** Element of a list that gives an item, where the list is written in the call itself. */
const elementWithin = (call: ts.Node, [only, more]: readonly Value[]): ts.Expression | undefined => {
  if (only?.kind !== 'text' || more !== undefined) return undefined;
  const { node } = only;
  const isElement = ts.isExpression(node) && ts.isArrayLiteralExpression(node.parent);
  return isElement && call.pos <= node.pos && node.end <= call.end ? node : undefined;
};

const ofList = (list: ListValue, call: ts.Node): readonly GivenWord[] => {
  const elements = elementsOf(list);
  return list.items.map((item, at) => {
    const vals = item();
    return { vals, element: elements ? elements[at] : elementWithin(call, vals) };
  });
};

const listIn = (vals: readonly Value[]): ListValue | undefined => {
  const [only, more] = vals;
  return only?.kind === 'list' && more === undefined ? only : undefined;
};

interface Words {
  readonly words: readonly GivenWord[];
  readonly complete: boolean;
}

const wordsIn = (ctx: Ctx, call: ts.Node, given: readonly ts.Expression[], env: Env | undefined): Words => {
  const spread = given.some((each) => ts.isSpreadElement(each));
  let complete = true;
  const words = given.flatMap((each): readonly GivenWord[] => {
    const inner = ts.isSpreadElement(each) ? each.expression : each;
    const vals = ctx.evaluate(inner, env);
    const list = listIn(vals);
    if (list) {
      complete &&= list.complete;
      return ofList(list, call);
    }
    if (ts.isSpreadElement(each)) complete = false;
    // A list that is spread replaces all other words in some languages: nothing is added beside it.
    return ts.isSpreadElement(each) ? [] : [{ vals, element: spread ? undefined : each }];
  });
  return { words, complete };
};

const CURL_LINE = /(?:^|[\s;&|(])curl\s/;

/** The line that a shell is given: `sh -c "curl …"`, `ssh host "curl …"`. */
const lineIn = ({ words }: Words): readonly Value[] | undefined => {
  const first = words[0] && exactly(words[0].vals);
  if (first === 'ssh')
    return words.slice(1).find(({ vals }) => vals.some((val) => CURL_LINE.test(flatten(textOf(val)))))?.vals;
  if (first === undefined || !SHELL.test(first)) return undefined;
  const at = words.findIndex(({ vals }, index) => index > 0 && /^-\w*c$/.test(exactly(vals) ?? ''));
  return at < 0 ? undefined : words[at + 1]?.vals;
};

/** Values of the first argument; of `` $`curl ${url}` ``, whose tag is the callee, each value in the line is one word. */
const lineGiven = (
  ctx: Ctx,
  call: ts.CallExpression,
  first: ts.Expression,
  env: Env | undefined,
): readonly Value[] => {
  const isTagged = ts.isTemplateExpression(first) && first.end === call.end && !loweredFile(call);
  if (isTagged) return evaluateTemplate(ctx, first, env, "'");
  return ctx.evaluate(ts.isSpreadElement(first) ? first.expression : first, env);
};

/** Command that a call runs; `undefined` where it gives none. */
export const commandGiven = (
  ctx: Ctx,
  call: ts.CallExpression,
  { skip, rest, quotes }: CommandShape,
  env: Env | undefined,
): GivenCommand | undefined => {
  const [first, ...others] = call.arguments
    .slice(skip)
    .filter((each) => !isKeywords(each))
    .map(strip);
  if (!first) return undefined;
  const vals = lineGiven(ctx, call, first, env);
  const behind = others.filter((each) => !ts.isObjectLiteralExpression(each));
  const isLine = !listIn(vals) && !ts.isSpreadElement(first);
  const second = behind[0] && ctx.evaluate(behind[0], env);
  const takesWords = rest === 'words' || (second !== undefined && listIn(second) !== undefined);
  if (isLine && rest === 'line' && second && !takesWords) {
    const [name] = vals;
    return { kind: 'line', vals: second, before: name && textOf(name), quotes };
  }
  if (isLine && (behind.length === 0 || !takesWords))
    return { kind: 'line', vals, before: undefined, quotes };
  const given =
    rest === 'words' ? [first, ...behind] : [first, ...(takesWords && isLine ? behind.slice(0, 1) : [])];
  const words = wordsIn(ctx, call, given, env);
  const line = lineIn(words);
  return line
    ? { kind: 'line', vals: line, before: undefined, quotes: 'shell' }
    : { kind: 'words', ...words };
};

/** Texts of the words, one row for each combination of their alternatives. */
export const rowsOf = (words: readonly GivenWord[]): readonly (readonly Text[])[] =>
  combinationsOf(words.map(({ vals }) => vals.map(textOf)));
