import type { ComparisonFact, Place } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { textOf } from '../evaluate/texts.ts';
import type { Ctx } from '../evaluate/values.ts';
import { isTest } from '../project/test-files.ts';
import { textOfPattern } from '../../version-patterns.ts';
import { escapedVersions } from './escaped-versions.ts';
import { assertedOf } from './header-assertions.ts';
import { type LocatedTest, testsAt } from './header-forms.ts';
import { searchedNames, searchesWith } from './searches.ts';
import { inspections, takenFrom } from './header-values.ts';
import { mentionReason } from '../syntax/mentions.ts';
import { testAround } from '../test-code/compared-headers.ts';
import { isAsserted, isAssertion, lastNameOf, rootOf } from '../requests/test-addresses.ts';
import { rawText, wholeExpression } from '../syntax/literals.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { placeOf, slotOfString } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { loweredFile } from '../syntax/dialect.ts';
import { isOfOwnServer } from './server-handlers.ts';

/** Matches a version in a path, or the prefix of one. */
const VERSION = /(?<![\w.])v\d+(?![\w])/;
/** Names of variables that hold a URL. */
const URL_NAME =
  /ur[li]|href|path|endpoint|base|route|target|origin|config|req|link|location|calls?\b|https?\b|nock|mock|scope|intercept|page\b|^cy\b/i;
/** Maximum length of a subject; longer ones are not member paths. */
const MAX_SUBJECT_LENGTH = 300;

/** Expression that a text is compared with; `undefined` where it is not adjacent. */
const subjectOf = (whole: ts.Node): ts.Node | undefined => {
  const { parent } = whole;
  const search = searchesWith(whole);
  if (search !== undefined) return search.subject;
  if (ts.isBinaryExpression(parent)) return parent.left === whole ? parent.right : parent.left;
  if (ts.isCaseClause(parent)) return parent.parent.parent.expression;
  if (ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent))
    return parent.parent.arguments[0];
  if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression))
    return parent.expression.expression;
  return undefined;
};

/** True for `['/api/…'].includes(url)`. */
const isListed = (whole: ts.Node): boolean => {
  const { parent } = whole;
  return (
    ts.isArrayLiteralExpression(parent) &&
    ts.isPropertyAccessExpression(parent.parent) &&
    /^(?:includes|some|find|indexOf|every)$/.test(parent.parent.name.text)
  );
};

const isNamedUrl = (subject: ts.Node): boolean =>
  URL_NAME.test(subject.getText().slice(0, MAX_SUBJECT_LENGTH));

/** `'…'.length`, `'…'.split('/')`, `'…'.startsWith('…')`: the result depends on the literal only, whatever is sent. */
const isFixed = (whole: ts.Node, subject: ts.Node | undefined): boolean => {
  const { parent } = whole;
  const isLength = ts.isPropertyAccessExpression(parent) && parent.name.text === 'length';
  return isLength || (subject !== undefined && ts.isStringLiteralLike(subject));
};

/** Test matchers: their subject may be the URL that the code under test calls. */
const MATCHES =
  /^(?:toMatch|toMatchInlineSnapshot|string(?:Matching|Containing)|match|matches|doesNotMatch|regex|like)$/;

const isMatched = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) &&
  MATCHES.test(lastNameOf(parent.expression)) &&
  /^(?:expect|assert|t|chai|sinon|td)\b/.test(rootOf(parent.expression).getText());

/** True where the other side of a comparison may be the URL of a request. */
const mayBeUrl = (whole: ts.Node, isPiece: boolean): boolean => {
  if (isMatched(whole)) return true;
  const subject = subjectOf(isListed(whole) ? whole.parent : whole);
  if (isFixed(whole, subject)) return false;
  if (subject === undefined) return !isPiece;
  if (isOfOwnServer(subject)) return false;
  return !isPiece || isNamedUrl(subject);
};

const urlFact = (place: Place, value: string, how: ComparisonFact['how']): ComparisonFact => ({
  kind: 'comparison',
  origin: 'authored',
  ...place,
  of: 'url',
  how,
  value,
});

const urlFactsAt = (
  node: ts.Node,
  values: readonly string[],
  how: ComparisonFact['how'],
): readonly ComparisonFact[] => values.map((value) => urlFact(placeOf(node), value, how));

const isPiece = (text: string): boolean => !/api\\*\/|\w\.\w+\\*\//.test(text);

const ADDRESSES = /[\w.:/-]*\bv\d+(?:\.\d+)?[\w.:/-]*/g;

/** True for `toMatchInlineSnapshot(…)`, whose text states what the code under test calls. */
const isSnapshot = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && lastNameOf(parent.expression) === 'toMatchInlineSnapshot';

const ofText = (ctx: Ctx, node: ts.StringLiteralLike | ts.TemplateExpression): readonly ComparisonFact[] => {
  const raw = rawText(node);
  if (!VERSION.test(raw)) return [];
  const whole = wholeExpression(node);
  if (isSnapshot(whole)) return urlFactsAt(whole, raw.match(ADDRESSES) ?? [], 'contains');
  const search = searchesWith(whole);
  if (mentionReason(whole) !== 'comparison' && !isListed(whole) && search === undefined) return [];
  if (!mayBeUrl(whole, isPiece(raw))) return [];
  // A whole URL in an assertion is moved with the code.
  if (isAsserted(whole) && !isPiece(raw)) return [];
  if (search?.isPattern === true) return urlFactsAt(whole, [textOfPattern(raw)], 'contains');
  const { parent } = whole;
  const isWhole = ts.isBinaryExpression(parent) || ts.isCaseClause(parent) || isListed(whole);
  const values = ctx.evaluate(whole, undefined).map((val) => flatten(textOf(val)));
  return urlFactsAt(whole, values, isWhole ? 'equals' : 'contains');
};

const ofPattern = (node: ts.RegularExpressionLiteral): readonly ComparisonFact[] => {
  const source = node.text.slice(1, node.text.lastIndexOf('/'));
  if (!VERSION.test(source) || !mayBeUrl(node, isPiece(source))) return [];
  return urlFactsAt(node, [textOfPattern(source)], 'contains');
};

/** Versions with an escaped dot, anywhere: `re.compile(r"/v1\.0/")`, `%r{/v1\.0/}`; literals were handled before. */
const escapedFacts = (
  file: ts.SourceFile,
  literals: readonly ts.RegularExpressionLiteral[],
): readonly ComparisonFact[] =>
  escapedVersions(file)
    .filter(({ span }) => !literals.some(({ pos, end }) => pos <= span.start && span.end <= end))
    .map(({ span, pattern }) => urlFact({ file: file.fileName, span }, textOfPattern(pattern), 'contains'));

const urlComparisons = (ctx: Ctx, file: ts.SourceFile): readonly ComparisonFact[] => {
  if (!VERSION.test(file.text)) return [];
  const { texts, patterns: literals } = nodesOf(file);
  return [
    ...texts.flatMap((node) => ofText(ctx, node)),
    ...literals.flatMap(ofPattern),
    ...escapedFacts(file, literals),
    ...searchedNames(ctx, file, (subject) => isNamedUrl(subject) && !isOfOwnServer(subject)).map(
      ({ place, text }) => urlFact(place, text, 'contains'),
    ),
  ];
};

/** True in a test that names a URL: its headers are those of that URL, and change with it if it is one of the API. */
const isBesideUrl = (node: ts.Node): boolean => {
  const test = testAround(node) ?? ts.findAncestor(node, ({ parent }) => parent && ts.isSourceFile(parent));
  return test?.getText().includes('://') === true;
};

/** Assertions about the header, except those of its whole value beside the URL of its request. */
const assertionsAt = (ctx: Ctx, look: ts.Expression): readonly LocatedTest[] => {
  const tests = ts.isCallExpression(look.parent) ? assertedOf(ctx, look, look.parent) : undefined;
  return tests?.filter(({ how }) => how !== 'equals' || !isBesideUrl(look)) ?? [];
};

/** Words of which every file with assertions contains one. */
const ASSERTS = /\b(?:assert\w*|expect)\b/;
const HEADER = 'accept';

const KEEPS = /^(?:push|append|add|set)$/;

/** Recorded by a test: `seen.push({ accept: init.headers.Accept })`, to be compared later. */
const keptAt = (look: ts.Expression): readonly LocatedTest[] => {
  const { parent } = look;
  const isKept =
    (ts.isPropertyAssignment(parent) && parent.initializer === look) ||
    (ts.isCallExpression(parent) && parent.expression !== look && KEEPS.test(lastNameOf(parent.expression)));
  return isKept && ASSERTS.test(look.getSourceFile().text) ? [{ node: look, how: 'unknown', value: '' }] : [];
};

/** Position of an expected value; that of an assertion is the one at which an expectation of a request has it. */
const placeOfTest = ({ node, how }: LocatedTest): Place => {
  if (how !== 'equals' || !ts.isStringLiteralLike(node) || !isAsserted(node)) return placeOf(node);
  const { file, span } = slotOfString(node);
  return { file, span };
};

const headerComparisons = (ctx: Ctx, file: ts.SourceFile): readonly ComparisonFact[] => {
  if (!/\baccept\b/i.test(file.text)) return [];
  const { calls, accesses } = nodesOf(file);
  return [...calls, ...accesses].flatMap((node) => {
    const receiver = takenFrom(node, HEADER);
    if (receiver === undefined || isOfOwnServer(receiver)) return [];
    return inspections(node as ts.Expression)
      .flatMap((look) => [...testsAt(ctx, look), ...assertionsAt(ctx, look), ...keptAt(look)])
      .map((test): ComparisonFact => ({
        kind: 'comparison',
        origin: 'authored',
        ...placeOfTest(test),
        of: HEADER,
        how: test.how,
        value: test.value,
      }));
  });
};

/** Text of a header, at the position where it is written. */
const statedHeader = (ctx: Ctx, value: ts.Expression): readonly ComparisonFact[] =>
  ctx.evaluate(value, undefined).flatMap((val): readonly ComparisonFact[] => {
    const [part] = val.kind === 'text' ? val.text.parts : [];
    if (val.kind !== 'text' || part?.kind !== 'known') return [];
    const { file, span } = part.slot;
    const stated = { of: HEADER, how: 'equals', value: flatten(val.text) } as const;
    return [{ kind: 'comparison', origin: 'authored', file, span, ...stated }];
  });

const isHeaderKey = (name: ts.PropertyName): boolean =>
  (ts.isStringLiteralLike(name) || ts.isIdentifier(name)) && name.text.toLowerCase() === HEADER;

/** True for a member of what an assertion expects: `expect(config.headers).toEqual({ Accept: '…' })`. */
const isExpected = (member: ts.Node): boolean =>
  ts.findAncestor(member, (at) => ts.isCallExpression(at) && isAssertion(at)) !== undefined &&
  !isBesideUrl(member);

/**
 * Accept headers that a test expects; in another language than JavaScript, all that it contains:
 * `header_matcher({"Accept": "…"})`, `EXPECTED = {"Accept": "…"}`.
 */
const testedHeaders = (ctx: Ctx, file: ts.SourceFile): readonly ComparisonFact[] => {
  if (!isTest(file.fileName) || !/\baccept\b/i.test(file.text)) return [];
  const isStated = loweredFile(file) === undefined ? isExpected : () => true;
  return nodesOf(file).members.flatMap((member) =>
    ts.isPropertyAssignment(member) && isHeaderKey(member.name) && isStated(member)
      ? statedHeader(ctx, member.initializer)
      : [],
  );
};

/** Texts of a file that are compared with the URL or the Accept header of what may be a request of the API. */
export const comparisonFacts = (ctx: Ctx, file: ts.SourceFile): readonly ComparisonFact[] => [
  ...urlComparisons(ctx, file),
  ...headerComparisons(ctx, file),
  ...testedHeaders(ctx, file),
];
