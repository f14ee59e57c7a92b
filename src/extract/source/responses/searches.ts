import type { Place } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { textOf } from '../evaluate/texts.ts';
import type { Ctx } from '../evaluate/values.ts';
import { dottedName } from '../syntax/dialect.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { HAS } from '../languages/operators.ts';
import { ts } from '../syntax/tree.ts';

/** Matches a piece of a legacy path that does not begin with a URL: `/v1.0/groups/`. */
const PIECE = /^(?![a-z]+:\/\/)(?:.*\/)?v\d+(?:\.\d+)?(?:\/|$)/i;
/** Modules and classes whose functions take a regular expression: `re.search`, `regexp.MustCompile`, `Regex.IsMatch`. */
const PATTERNS = /^(?:re|regex|regexp|Regexp|Regex|Pattern)$/;
/** Functions that construct or run a regular expression: `new Regex(…)`, `preg_match(…)`. */
const OF_PATTERN = /^(?:RegExp|Regex|Regexp|preg_\w+)$/;
/** Modules whose functions take the searched text first: `strings.Contains(url, "/v1.0/")`. */
const TEXTS = /^(?:strings|bytes|StringUtils)$/;
/** Methods of texts that search for their argument. */
const SEARCHES =
  /^(?:includes|include\?|contains|Contains|startsWith|startswith|StartsWith|start_with\?|starts_with|endsWith|endswith|end_with\?|indexOf|IndexOf|lastIndexOf|find|rfind|index|rindex|count|split|Split|rsplit|partition|rpartition|match|match\?|matches|search|removeprefix|removesuffix|delete_prefix|substringAfter|substringBefore|str_contains|str_starts_with|strpos)$/;

/** Call that searches for a text in another one. */
interface Search {
  /** Searched text; `undefined` where it is not adjacent. */
  readonly subject: ts.Node | undefined;
  readonly isPattern: boolean;
}

const otherArgument = (call: ts.CallExpression | ts.NewExpression, argument: ts.Node): ts.Node | undefined =>
  call.arguments?.find((each) => each !== argument && !ts.isObjectLiteralExpression(each));

/** Search for an expression; `undefined` where there is none. */
export const searchesWith = (argument: ts.Node): Search | undefined => {
  const call = argument.parent;
  if (!(ts.isCallExpression(call) || ts.isNewExpression(call)) || call.expression === argument)
    return undefined;
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee))
    return OF_PATTERN.test(dottedName(callee))
      ? { subject: otherArgument(call, argument), isPattern: true }
      : undefined;
  const owner = dottedName(callee.expression);
  if (PATTERNS.test(owner)) return { subject: otherArgument(call, argument), isPattern: true };
  if (TEXTS.test(owner))
    return call.arguments?.[0] === argument
      ? undefined
      : { subject: otherArgument(call, argument), isPattern: false };
  return SEARCHES.test(callee.name.text) && call.arguments?.[0] === argument
    ? { subject: callee.expression, isPattern: false }
    : undefined;
};

/** Names whose value is searched for: `url.find(MARK)`, `MARK in url`. */
const namedSearches = (file: ts.SourceFile): readonly { name: ts.Identifier; subject: ts.Node }[] =>
  nodesOf(file).changing.flatMap((node) => {
    if (ts.isBinaryExpression(node))
      return node.operatorToken.kind === HAS && ts.isIdentifier(node.left)
        ? [{ name: node.left, subject: node.right }]
        : [];
    if (!ts.isCallExpression(node)) return [];
    return node.arguments.filter(ts.isIdentifier).flatMap((name) => {
      const subject = searchesWith(name)?.subject;
      return subject === undefined ? [] : [{ name, subject }];
    });
  });

/** Named pieces of legacy paths that are searched for in a URL, at the position where each is written. */
export const searchedNames = (
  ctx: Ctx,
  file: ts.SourceFile,
  mayBeUrl: (subject: ts.Node) => boolean,
): readonly { readonly place: Place; readonly text: string }[] =>
  namedSearches(file)
    .filter(({ subject }) => mayBeUrl(subject))
    .flatMap(({ name }) => ctx.evaluate(name, undefined).map(textOf))
    .flatMap((text) => {
      const whole = flatten(text);
      const spelled = text.parts.find((part) => part.kind === 'known' && PIECE.test(part.slot.value));
      if (!PIECE.test(whole) || spelled?.kind !== 'known') return [];
      const { file: path, span } = spelled.slot;
      return [{ place: { file: path, span }, text: whole }];
    });
