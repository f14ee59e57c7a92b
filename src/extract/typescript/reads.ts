import type { ReadFact, ReadStep } from '../../model/index.ts';
import { handlesBoth } from './both-shapes.ts';
import { requestId } from './requests.ts';
import { ts } from './parse.ts';
import { placeOf, slotOfName } from './slots.ts';
import type { AnswerStep, AnswerVal, Ctx, Env } from './values.ts';
import { walk } from './walk.ts';

type Form = ReadFact['form'];

const stepOf = ({ name, node, optional }: AnswerStep): ReadStep => ({
  name,
  slot: name === '*' || !node ? undefined : slotOfName(node),
  optional,
});

const isWritten = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

interface Site {
  readonly node: ts.Node;
  /** The written name, which must be the last step's. */
  readonly name: ts.Node;
  readonly form: Form;
}

/** True for `a.b.c` in `delete a.b.c`. */
const isDeleted = (node: ts.Node): boolean => {
  let at = node.parent;
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isNonNullExpression(at))
    at = at.parent;
  return ts.isDeleteExpression(at);
};

/** The node as a property that is taken from something, by name. */
const siteOf = (node: ts.Node): Site | undefined => {
  // A method called on an answer is no property of it.
  if (node.parent && ts.isCallExpression(node.parent) && node.parent.expression === node) return undefined;
  if ((ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && isDeleted(node))
    return undefined;
  if (ts.isPropertyAccessExpression(node))
    return { node, name: node.name, form: isWritten(node) ? 'write' : 'member' };
  if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression))
    return { node, name: node.argumentExpression, form: isWritten(node) ? 'write' : 'element' };
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent) || node.dotDotDotToken)
    return undefined;
  const name = node.propertyName ?? node.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return undefined;
  return { node: name, name, form: node.propertyName ? 'binding' : 'binding-shorthand' };
};

/** What the property gives; names bound by destructuring are evaluated through their pattern. */
const valuesAt = (ctx: Ctx, { node, form }: Site): ReturnType<Ctx['evaluate']> => {
  if (form !== 'binding' && form !== 'binding-shorthand') return ctx.evaluate(node, undefined);
  return ctx.bindingValues(node.parent as ts.BindingElement);
};

const chainOf = (env: Env | undefined): { fn: Env['fn']; call: ts.CallExpression }[] => {
  const links: { fn: Env['fn']; call: ts.CallExpression }[] = [];
  for (let at = env; at; at = at.next)
    if (at.call && ts.isCallExpression(at.call)) links.push({ fn: at.fn, call: at.call });
  return links;
};

/** Ids of the requests whose answer this may be, the most specific first: `send<caller<caller of caller`. */
const idOf = (answer: AnswerVal, ids: readonly string[]): string | undefined => {
  const own = requestId(answer.call, []);
  const callers = chainOf(answer.env).map((link) => `<${requestId(link.call, [])}`);
  const matching = ids.filter((id) => id === own || id.startsWith(`${own}<`));
  return (
    matching.find((id) => callers.some((caller) => id.startsWith(own + caller))) ??
    (callers.length === 0 || matching.length === 1 ? matching[0] : undefined)
  );
};

/** Every property that the file's code takes from the answer of a request in `ids`. */
export const readFacts = (
  ctx: Ctx,
  file: ts.SourceFile,
  ids: readonly string[],
  successors: ReadonlySet<string>,
): readonly ReadFact[] => {
  const found: ReadFact[] = [];
  const visit = (node: ts.Node): boolean | void => {
    const site = siteOf(node);
    if (site) {
      const answer = valuesAt(ctx, site).find(
        (val): val is AnswerVal =>
          val.kind === 'answer' && val.stage === 'body' && val.path.at(-1)?.node === site.name,
      );
      const request = answer && idOf(answer, ids);
      if (answer && request)
        found.push({
          kind: 'read',
          origin: 'authored',
          request,
          path: answer.path.map(stepOf),
          form: site.form,
          bothShapes: handlesBoth(site.node, successors),
          ...placeOf(site.name),
        });
    }
  };
  walk(file, visit);
  return found;
};
