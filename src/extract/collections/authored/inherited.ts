import { itemsOf, memberOf, scalarOf, stringOf } from '../../members.ts';
import type { Tree } from '../../../model/index.ts';
import { documentFieldsIn } from './document.ts';
import type { Field, WrittenRequest } from './call.ts';

/** Settings of a folder or collection for all requests in it. */
export interface Inherited {
  readonly headers: readonly Field[];
  /** Authentication scheme; `undefined` where it is not specified. */
  readonly auth: string | undefined;
  /** True when its own script may add headers. */
  readonly scripted: boolean;
}

/** Settings of a folder without any. */
export const NOTHING_INHERITED: Inherited = { headers: [], auth: undefined, scripted: false };

const named = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.map(([name]) => name.value.toLowerCase()));

/** Fields of an outer folder that an inner one or the request does not override, then these. */
const joined = (outer: readonly Field[], inner: readonly Field[]): readonly Field[] => {
  const own = named(inner);
  return [...outer.filter(([name]) => !own.has(name.value.toLowerCase())), ...inner];
};

/** Settings inside of a nested folder. */
export const inheritedWithin = (outer: Inherited, inner: Inherited): Inherited => ({
  headers: joined(outer.headers, inner.headers),
  auth: inner.auth ?? outer.auth,
  scripted: inner.scripted || outer.scripted,
});

/** Request with the settings of its folders. */
export const withInherited = (request: WrittenRequest, around: Inherited): WrittenRequest => ({
  ...request,
  headers: joined(around.headers, request.headers),
  complete: request.complete && !around.scripted,
  auth: request.auth ?? around.auth,
});

/** Name of an authentication scheme; `undefined` for one inherited from the folder. */
export const schemeNamed = (type: string | undefined): string | undefined =>
  type === undefined || type === '' || type === 'inherit'
    ? undefined
    : type.toLowerCase().replace('oauth2', 'bearer');

/** True for a script that touches headers. */
export const touchesHeaders = (script: string): boolean => /headers?\b/i.test(script);

/** Settings in an object of a collection: the members with its headers and its credentials have these names. */
export const inheritedFrom = (
  tree: Tree,
  { key, auth, script }: { readonly key: string; readonly auth: string; readonly script: string },
): Inherited => {
  const credentials = itemsOf(tree, auth)[0] ?? memberOf(tree, auth);
  return {
    headers: documentFieldsIn(memberOf(tree, 'headers'), key),
    auth: schemeNamed(stringOf(credentials, 'type')),
    scripted: touchesHeaders(script),
  };
};

/** Code of a scalar member. */
export const codeIn = (tree: Tree | undefined, name: string): string =>
  String(scalarOf(tree, name)?.value ?? '');
