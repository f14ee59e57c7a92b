import type { Text } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import { allArguments } from './arguments.ts';
import { fixedText } from '../syntax/slots.ts';
import type { ts } from '../syntax/tree.ts';
import {
  asText,
  concatenate,
  EMPTY,
  hole,
  joinTexts,
  resolveUrl,
  combinationsOf,
  sliceText,
  textOf,
  withoutSlashes,
} from './texts.ts';
import type { Env, ExternalValue, Value } from './values.ts';
import { unknown } from './values.ts';

type Values = readonly (readonly Value[])[];

/** Matches `%s` and similar directives, `%%`, and those of `sprintf-js` with an argument number. */
const DIRECTIVE = /%(?:(\d+)\$)?[sdifjoOcu]|%%/g;

/** Template with its directives filled in, in order or by number. */
const formatted = (template: Text, values: readonly Text[]): Text => {
  const flat = flatten(template);
  const parts: Text[] = [];
  let [done, next] = [0, 0];
  for (const match of flat.matchAll(DIRECTIVE)) {
    parts.push(sliceText(template, done, match.index));
    done = match.index + match[0].length;
    const index = match[1] === undefined ? next : Number(match[1]) - 1;
    if (match[0] === '%%') parts.push(sliceText(template, done - 1, done));
    else parts.push(values[index] ?? hole(undefined));
    if (match[0] !== '%%' && match[1] === undefined) next++;
  }
  return joinTexts([...parts, sliceText(template, done)]);
};

const format = ([templates = unknown(), ...values]: Values, node: ts.Node): readonly Value[] =>
  combinationsOf([templates, ...values].map((vals) => vals.map(textOf))).map(([template = EMPTY, ...row]) =>
    asText(formatted(template, row), node),
  );

const listedIn = (vals: readonly Value[] | undefined): Values => {
  const [only] = vals ?? [];
  return vals?.length === 1 && only?.kind === 'list' && only.complete ? only.items.map((item) => item()) : [];
};

/** Pieces joined with exactly one slash: `urlJoin(base, 'groups', id)`. */
const joined = (values: Values, node: ts.Node): readonly Value[] => {
  const [first, ...rest] = values;
  const pieces = first && rest.length === 0 && first[0]?.kind === 'list' ? listedIn(first) : values;
  const slash: readonly Value[] = [asText(fixedText(node, '/'), node)];
  return concatenate(
    pieces.flatMap((vals, index) => {
      const isLast = index === pieces.length - 1;
      const trimmed = vals.map((val) => asText(withoutSlashes(textOf(val), index > 0, !isLast), node));
      return index === 0 ? [trimmed] : [slash, trimmed];
    }),
    node,
  );
};

/** References that are resolved one after the other: `URI.join(host, 'api/', 'atlas/')`. */
const resolved = ([bases = unknown(), ...paths]: Values, node: ts.Node): readonly Value[] =>
  (paths.length === 0 ? [unknown()] : paths).reduce(
    (urls, next) =>
      combinationsOf([urls.map(textOf), next.map(textOf)]).map(([base = EMPTY, path = EMPTY]) =>
        asText(resolveUrl(path, base, fixedText(node, '/')), node),
      ),
    bases,
  );

type TextFunction = (values: Values, node: ts.Node) => readonly Value[];

/** Text that is encoded into a URL; characters that would be encoded are unknown. */
const quoted: TextFunction = ([vals = unknown()], node) =>
  vals.map((val) => {
    const text = textOf(val);
    return asText(
      /^[\w.~/-]*$/.test(flatten(text)) ? text : hole(val.kind === 'unknown' ? val.name : undefined),
      node,
    );
  });

const URL_PARSE: Readonly<Record<string, TextFunction>> = {
  urljoin: resolved,
  quote: quoted,
  quote_plus: quoted,
};

/** Functions of packages that build a text from texts, by package and callee. */
/** Word of a shell that says the text, whatever it is. */
const shellQuoted: TextFunction = ([text = unknown()], node) => {
  const quote = [asText(fixedText(node, "'"), node)];
  return concatenate([quote, text, quote], node);
};

/** Words of a list, each of which is one word of a shell. */
const spaced: TextFunction = ([list], node) => {
  const words = listedIn(list).flatMap((word, at) => [
    [asText(fixedText(node, at === 0 ? "'" : "' '"), node)],
    word,
  ]);
  return words.length === 0 ? unknown() : concatenate([...words, [asText(fixedText(node, "'"), node)]], node);
};

const FUNCTIONS: Readonly<Record<string, Readonly<Record<string, TextFunction>>>> = {
  util: { format },
  format: { '': format, format },
  printf: { '': format },
  'sprintf-js': {
    sprintf: format,
    vsprintf: ([template = unknown(), list], node) => format([template, ...listedIn(list)], node),
  },
  url: { resolve: resolved },
  'url-join': { '': joined, urlJoin: joined },
  'proper-url-join': { '': joined },
  urljoin: { '': joined },
  path: { join: joined, 'posix.join': joined },
  'py:urllib.parse': URL_PARSE,
  'py:urlparse': URL_PARSE,
  'py:six.moves.urllib.parse': URL_PARSE,
  'py:urllib': Object.fromEntries(Object.entries(URL_PARSE).map(([name, make]) => [`parse.${name}`, make])),
  'java:String': { format },
  'py:os': { 'path.join': joined },
  'py:os.path': { join: joined },
  'py:posixpath': { join: joined },
  'rb:Kernel': { format },
  'lua:string': { format },
  'lua:socket.url': { absolute: resolved },
  'php:Php': {
    sprintf: format,
    vsprintf: ([template = unknown(), list], node) => format([template, ...listedIn(list)], node),
  },
  'rb:Shellwords': { escape: shellQuoted, shellescape: shellQuoted, join: spaced },
  // The text itself, whose fields `substitute` fills in.
  'py:string': { Template: ([template = unknown()]) => template },
  'py:shlex': { quote: shellQuoted, join: spaced },
  'py:pipes': { quote: shellQuoted },
  'php:Shell': { escapeshellarg: shellQuoted },
  'rb:File': { join: joined },
  'rb:URI': { join: resolved },
  'go:net/url': { JoinPath: joined },
  'go:path': { Join: joined },
};

/** True for a package of text functions, which sends nothing. */
export const makesTexts = (module: string): boolean => Object.hasOwn(FUNCTIONS, module);

/** Result of a package's text function; `undefined` for all other functions. */
export const textMade = (
  { module, path, made }: ExternalValue,
  node: ts.CallExpression | ts.NewExpression,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  if (made.length > 0) return undefined;
  const callee = path.join('.');
  const known = Object.hasOwn(FUNCTIONS, module) ? FUNCTIONS[module]! : {};
  const make = Object.hasOwn(known, callee) ? known[callee] : undefined;
  return make?.(allArguments(node, argument), node);
};
