import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import { type Chain, type Link, upTo } from './chain.ts';
import { argumentsOf, spanOf } from './chain-kinds.ts';
import { responseText, documentOfText, documentAs } from './documents.ts';
import { type Lowering, textIn } from './lowering.ts';

/** Functions that parse a text or a stream as a document, by receiver and name. */
const PARSES =
  /^(?:JsonDocument\.Parse(?:Async)?|JsonNode\.Parse(?:Async)?|J(?:Object|Token|Array)\.Parse|JsonParser\.parse(?:String|Reader)|JsonPath\.parse)$/;
/** Functions that deserialize a document into a type. */
const FILLS = /^(?:JsonSerializer\.Deserialize(?:Async)?|JsonConvert\.DeserializeObject)$/;
/** Methods of mappers that take a text and a class. */
const MAPS = /^(?:readValue|fromJson|treeToValue|convertValue)$/;
/** Methods that return their receiver as a text, number or list. */
const KEEPS =
  /^(?:GetString|GetInt32|GetInt64|GetDouble|GetBoolean|EnumerateArray|AsArray|AsObject|AsValue|GetValue|asText|asInt|asBoolean|getAsString|getAsInt|getAsBoolean|getAsJsonObject|getAsJsonArray)$/;
/** Methods that read a field by its name. */
const TAKES =
  /^(?:GetProperty|path|required|(?:get|opt)(?:JSONObject|JSONArray|String|Int|Boolean|Long|Double)|getAsJson(?:Object|Array|Primitive)|findValue)$/;

/** `/providerSettings/instanceSizeName`. */
const POINTER = /^"((?:\/\w+)+)"$/;
const NAME = /^"(\w+)"$/;

/** Class that a mapper fills: `Cluster.class`, `new TypeReference<List<Cluster>>() {}`. */
const classGiven = (ctx: Lowering, [, type]: Link['args']): string => {
  const text = type ? textIn(ctx, type) : '';
  return (
    /^([\w.]+)(?:\.class|::class(?:\.java)?)$/.exec(text)?.[1] ??
    /^new\s+Type(?:Reference|Token)<(.*)>\s*\(/s.exec(text)?.[1] ??
    '?'
  );
};

/** Receiver of the last call of a chain. */
type Receiver = () => ts.Expression;

const ofContent = (
  ctx: Lowering,
  chain: Chain,
  link: Link,
  lower: (chain: Chain) => ts.Expression,
): ts.Expression | undefined => {
  const { root } = chain;
  if (!/^Read(?:As|From)/.test(link.name) || chain.links.length !== 1 || !root) return undefined;
  const owner = textIn(ctx, root).endsWith('.Content')
    ? root.children.find(({ field }) => field === 'expression')
    : undefined;
  if (!owner) return undefined;
  // The formatters of ReadAsAsync take a document by its type.
  const method = link.name === 'ReadAsAsync' && link.args.length === 0 ? 'bodyByType' : 'body';
  const body = responseText(lower({ root: owner, links: [] }), spanOf(chain), method);
  if (/^ReadAs(?:String|Stream|ByteArray)Async$/.test(link.name)) return body;
  return documentAs(ctx, link.types ?? '?', documentOfText(body, spanOf(chain)));
};

/** Lowers calls that parse a document or read a value from it; `undefined` for all others. */
export const documentCall = (
  ctx: Lowering,
  chain: Chain,
  lower: (chain: Chain) => ts.Expression,
): ts.Expression | undefined => {
  const link = chain.links.at(-1);
  if (!link) return undefined;
  const before = upTo(chain, chain.links.length - 1);
  const receiver: Receiver = () => lower(before);
  const content = ofContent(ctx, chain, link, lower);
  if (content) return content;
  const owner = before.links.length === 0 && !before.made && before.root ? textIn(ctx, before.root) : '';
  const name = `${owner.slice(owner.lastIndexOf('.') + 1)}.${link.name}`;
  const span = spanOf(chain);
  const [first] = link.args;
  if (first && PARSES.test(name)) return documentOfText(ctx.expression(first), span);
  if (first && FILLS.test(name))
    return documentAs(ctx, link.types ?? '?', documentOfText(ctx.expression(first), span));
  if (link.name === 'readTree' && first && before.root) return documentOfText(ctx.expression(first), span);
  if (MAPS.test(link.name) && link.args.length === 2 && before.root)
    return documentAs(ctx, classGiven(ctx, link.args), documentOfText(argumentsOf(ctx, link.args)[0]!, span));
  if (chain.root === undefined && before.links.length === 0) return undefined;
  if (KEEPS.test(link.name) && link.args.length === 0) return receiver();
  if (first && TAKES.test(link.name) && NAME.test(textIn(ctx, first)))
    return build.element(receiver(), ctx.expression(first), span);
  const pointer = first && link.name === 'at' ? POINTER.exec(textIn(ctx, first))?.[1] : undefined;
  return pointer
    ?.slice(1)
    .split('/')
    .reduce<ts.Expression>(
      (at, name) => build.element(at, build.textAt(name, build.nowhere(span.end)), span),
      receiver(),
    );
};
