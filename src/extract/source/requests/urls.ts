import type { Text, UrlFact } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { flatten, textOfSlot } from '../../../model/index.ts';
import { followsCode } from './test-addresses.ts';
import { isMention } from '../syntax/mentions.ts';
import { rawText, wholeExpression } from '../syntax/literals.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { ts } from '../syntax/tree.ts';
import { isRoute } from './server-routes.ts';
import { isTellingPath } from '../../telling-path.ts';
import { placeOf } from '../syntax/slots.ts';
import { textOf } from '../evaluate/texts.ts';
import type { Ctx } from '../evaluate/values.ts';

/** Members beside a URL in data that other code builds requests from: of a queue, a table of rewrites. */
const DESCRIBES = /^(?:headers|source)$/;
const ADDRESSES = /^(?:url|uri|href|endpoint|destination|target)$/;

/** Options of clients that hold a base URL. */
const BASES = /^(?:prefixUrl|base_?ur[il])$/i;

/**
 * True in an object that describes a request or a client: `{ url: '…', headers: {} }`, `{ source: '/x', destination: '…' }`,
 * `{ prefixUrl: '…' }`.
 */
const isDescribed = ({ parent }: ts.Node): boolean =>
  ts.isPropertyAssignment(parent) &&
  ts.isObjectLiteralExpression(parent.parent) &&
  (BASES.test(parent.name.getText()) ||
    (ADDRESSES.test(parent.name.getText()) &&
      parent.parent.properties.some(({ name }) => name !== undefined && DESCRIBES.test(name.getText()))));

/** The text that a template is formatted to: `'/groups/%s' % group`. */
const formatted = (template: ts.Node): ts.Node => {
  const { parent } = template;
  const isFormatted =
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.PercentToken &&
    parent.left === template;
  return isFormatted ? parent : template;
};

const factOf = (ctx: Ctx, whole: ts.Node, text: Text): UrlFact => {
  const follows = followsCode(ctx, whole);
  const mention = !follows && (isMention(formatted(whole)) || isRoute(ctx, whole));
  return {
    kind: 'url',
    origin: 'authored',
    text,
    use: mention ? 'mention' : 'value',
    follows,
    ...(isDescribed(whole) && { described: true }),
    ...placeOf(whole),
  };
};

/** What the texts of a file are searched for. */
type Wanted = Pick<ExtractInput, 'mayBeApiUrl' | 'tellingPath'>;

/** Path that a project's own function takes as a template: `` atlas`POST /groups/${id}/whitelist` ``. */
const tagged = (fact: UrlFact, { parent }: ts.Node): UrlFact =>
  ts.isTaggedTemplateExpression(parent) ? { ...fact, use: 'value' } : fact;

const PROXY = /\bnew Proxy\b/;

/** Names of members that a proxy may take for segments of a path: `api.groups(id).whitelist`. */
const namesGivenToProxies = (ctx: Ctx, file: ts.SourceFile, { tellingPath }: Wanted): readonly UrlFact[] => {
  const named = nodesOf(file).accesses.filter(
    (node): node is ts.PropertyAccessExpression =>
      ts.isPropertyAccessExpression(node) && tellingPath?.(node.name.text) === true,
  );
  if (named.length === 0 || !ctx.program.loaded().some((module) => PROXY.test(module.file.text))) return [];
  return named.map((node): UrlFact => {
    const place = placeOf(node.name);
    const text = textOfSlot({ ...place, value: node.name.text, spelling: 'fixed' });
    return { kind: 'url', origin: 'authored', text, use: 'value', ...place };
  });
};

/**
 * URLs and base URLs in a file, one per whole string expression and alternative; and paths without a base, of endpoints that
 * take more than another base.
 */
export const urlFacts = (ctx: Ctx, file: ts.SourceFile, wanted: Wanted): readonly UrlFact[] => {
  const { mayBeApiUrl, tellingPath } = wanted;
  const found: UrlFact[] = [];
  const seen = new Set<ts.Node>();
  for (const node of nodesOf(file).texts) {
    const raw = rawText(node);
    if (!mayBeApiUrl(raw) && tellingPath?.(raw) !== true) continue;
    const whole = wholeExpression(node);
    if (seen.has(whole)) continue;
    seen.add(whole);
    for (const val of ctx.evaluate(whole, undefined)) {
      if (val.kind !== 'text') continue;
      const flat = flatten(val.text);
      if (mayBeApiUrl(flat)) found.push(factOf(ctx, whole, textOf(val)));
      else if (isTellingPath(flat, tellingPath)) found.push(tagged(factOf(ctx, whole, textOf(val)), whole));
    }
  }
  return [...found, ...namesGivenToProxies(ctx, file, wanted)];
};
