import type { Text } from '../../../model/index.ts';
import { flatten, textOfSlot } from '../../../model/index.ts';
import type { OptionNames, WrittenBase } from '../clients/client-row.ts';
import type { Match } from '../clients/client-lookup.ts';
import type { Instance } from './instance.ts';
import { type Arguments, optionOf } from './options.ts';
import type { ts } from '../syntax/tree.ts';
import { fixedText, placeOf } from '../syntax/slots.ts';
import { EMPTY, isLink, joinTexts, sliceText, textOf } from '../evaluate/texts.ts';
import type { ObjectValue, Value } from '../evaluate/values.ts';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\//i;

/** Joins `base` and `path` as clients do: with exactly one slash between them. */
const joinUrl = (base: Text, path: Text, node: ts.Node): Text => {
  const [left, right] = [flatten(base), flatten(path)];
  if (ABSOLUTE.test(right) || left === '') return path;
  if (right === '') return base;
  const trimmed = left.endsWith('/') ? sliceText(base, 0, left.length - 1) : base;
  const slash = right.startsWith('/') || right.startsWith('?') ? EMPTY : fixedText(node, '/');
  return joinTexts([trimmed, slash, path]);
};

/** Texts of values; a link adds nothing to the URL that it was fetched from. */
const texts = (vals: readonly Value[] | undefined): readonly Text[] =>
  (vals ?? []).filter((val) => val.kind !== 'primitive' && val.kind !== 'object' && !isLink(val)).map(textOf);

/** Every URL that a base and a path may form together. */
const product = (bases: readonly Text[], paths: readonly Text[], node: ts.Node): readonly Text[] => {
  if (bases.length === 0) return paths;
  if (paths.length === 0) return bases;
  return bases.flatMap((base) => paths.map((path) => joinUrl(base, path, node)));
};

const hostAndPath = (options: ObjectValue, names: OptionNames, node: ts.Node): readonly Text[] => {
  const paths = texts(optionOf(options, names.path, node));
  const hosts = texts(optionOf(options, names.host, node));
  if (paths.length === 0) return [];
  const withScheme = hosts.map((host) =>
    joinTexts([ABSOLUTE.test(flatten(host)) ? EMPTY : fixedText(node, 'https://'), host]),
  );
  return product(withScheme, paths, node);
};

/** Base URL from the configuration; it is never edited, since a changed configuration does not change the client. */
const configuredBase = ({ value, place }: WrittenBase, call: ts.CallExpression): Text =>
  textOfSlot({ ...(place ?? placeOf(call)), value, spelling: 'fixed' });

/** URLs that a call may go to, from its arguments and the defaults of its instance, if any. */
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
  // With a base that any call may share, an unknown path may be a whole URL.
  const unseen = instance?.shared ? path.filter((text) => text.parts[0]?.kind !== 'known') : [];
  return [...product(base, path, call), ...unseen];
};
