import { flatten, textOfSlot } from '../../model/index.ts';
import type { SourceFile, Text, Tree, UrlFact } from '../../model/index.ts';
import { itemsOf, memberOf, scalarOf, stringOf } from '../members.ts';

/** URLs of servers, of the whole description and of single paths. */
const serversIn = (root: Tree): readonly Tree[] => {
  const paths = memberOf(root, 'paths');
  const items = paths?.kind === 'object' ? paths.members.map(({ value }) => value) : [];
  return [root, ...items].flatMap((tree) => itemsOf(tree, 'servers'));
};

const textOf = (tree: Tree | undefined, name: string): Text | undefined => {
  const slot = scalarOf(tree, name)?.slot;
  return slot === undefined ? undefined : textOfSlot(slot);
};

/** Base URL from `host` and `basePath` of Swagger. */
const baseOf = (root: Tree): Text | undefined => {
  const path = textOf(root, 'basePath');
  return path === undefined ? undefined : { parts: [...(textOf(root, 'host')?.parts ?? []), ...path.parts] };
};

/**
 * URLs that clients generated from an API description call: `servers[].url` of OpenAPI, `basePath` of
 * Swagger. The rest of a description only documents the API.
 */
export const describedServers = (
  { path: file, origin }: SourceFile,
  root: Tree,
  mayBeApiUrl: (flat: string) => boolean,
): readonly UrlFact[] => {
  if (stringOf(root, 'openapi') === undefined && stringOf(root, 'swagger') === undefined) return [];
  const texts = [baseOf(root), ...serversIn(root).map((server) => textOf(server, 'url'))];
  return texts.flatMap((text): readonly UrlFact[] => {
    const last = text?.parts.at(-1);
    if (text === undefined || last?.kind !== 'known' || !mayBeApiUrl(flatten(text))) return [];
    return [{ kind: 'url', file, span: last.slot.span, origin, text, use: 'value' }];
  });
};
