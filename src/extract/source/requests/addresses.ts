import type { Text } from '../../../model/index.ts';
import { flatten, textOfSlot } from '../../../model/index.ts';
import type { OptionNames, WrittenBase } from '../clients/client-row.ts';
import type { Match } from '../clients/client-lookup.ts';
import type { Instance } from './instance.ts';
import { type Arguments, optionOf } from './options.ts';
import type { ts } from '../syntax/tree.ts';
import { fixedText, placeOf } from '../syntax/slots.ts';
import { EMPTY, joinTexts, sliceText, textOf } from '../evaluate/texts.ts';
import type { AnswerVal, ObjectVal, Val } from '../evaluate/values.ts';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/** `base` and `path` as the clients join them: exactly one slash between. */
const joinUrl = (base: Text, path: Text, node: ts.Node): Text => {
  const [left, right] = [flatten(base), flatten(path)];
  if (ABSOLUTE.test(right) || left === '') return path;
  if (right === '') return base;
  const trimmed = left.endsWith('/') ? sliceText(base, 0, left.length - 1) : base;
  const slash = right.startsWith('/') || right.startsWith('?') ? EMPTY : fixedText(node, '/');
  return joinTexts([trimmed, slash, path]);
};

/** A link of an answer, which leads on in the API that gave it: `page.links.find(…).href`. */
export const isLink = (val: Val): val is AnswerVal =>
  val.kind === 'answer' &&
  val.stage === 'body' &&
  val.path.at(-1)?.name === 'href' &&
  val.path.some(({ name }) => name === 'links');

/** Links say nothing beside the address from which one gets to them. */
const texts = (vals: readonly Val[] | undefined): readonly Text[] =>
  (vals ?? []).filter((val) => val.kind !== 'primitive' && val.kind !== 'object' && !isLink(val)).map(textOf);

/** Every address that base and path may make together. */
const product = (bases: readonly Text[], paths: readonly Text[], node: ts.Node): readonly Text[] => {
  if (bases.length === 0) return paths;
  if (paths.length === 0) return bases;
  return bases.flatMap((base) => paths.map((path) => joinUrl(base, path, node)));
};

const hostAndPath = (options: ObjectVal, names: OptionNames, node: ts.Node): readonly Text[] => {
  const paths = texts(optionOf(options, names.path, node));
  const hosts = texts(optionOf(options, names.host, node));
  if (paths.length === 0) return [];
  const withScheme = hosts.map((host) =>
    joinTexts([ABSOLUTE.test(flatten(host)) ? EMPTY : fixedText(node, 'https://'), host]),
  );
  return product(withScheme, paths, node);
};

/** Who changes what the configuration says has not changed the client: it is never rewritten. */
const configuredBase = ({ value, place }: WrittenBase, call: ts.CallExpression): Text =>
  textOfSlot({ ...(place ?? placeOf(call)), value, spelling: 'fixed' });

/** The addresses a call may go to, from its arguments and the defaults of its instance, where it has one. */
export const urlsOf = (
  args: Arguments,
  { row }: Match,
  instance: Pick<Instance, 'defaults' | 'shared'> | undefined,
  call: ts.CallExpression,
): readonly Text[] => {
  const options = args.options?.object ?? args.options?.vals.find((val) => val.kind === 'object');
  const split = options ? hostAndPath(options, row.options, call) : [];
  const direct = texts(args.url ?? optionOf(options, row.options.url, call));
  const path = direct.length > 0 ? direct : split;
  const given =
    optionOf(options, row.options.base, call) ?? optionOf(instance?.defaults, row.options.base, call);
  const configured = row.configured?.base;
  const base = configured === undefined ? texts(given) : [configuredBase(configured, call)];
  // Below a base that calls to anywhere share, an address that cannot be seen may be a whole one.
  const unseen = instance?.shared ? path.filter((text) => text.parts[0]?.kind !== 'known') : [];
  return [...product(base, path, call), ...unseen];
};
