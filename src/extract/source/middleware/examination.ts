import type { Ctx, Env, FunctionNode } from '../evaluate/values.ts';
import type { ts } from '../syntax/tree.ts';

/**
 * Meaning of a name or expression in a middleware function. `rest` is a request without its headers,
 * `arguments` the list of all the function's arguments, `sent` a response or error with the request that was
 * sent, `again` a function that sends the same request again with other options over its own, `.x` an object
 * with the request in its member `x`.
 */
export type Part =
  | 'request'
  | 'rest'
  | 'headers'
  | 'url'
  | 'next'
  | 'chained'
  | 'sent'
  | 'again'
  | 'arguments'
  | `.${string}`;

/** Use of a part of the request. */
export interface PartUse {
  readonly node: ts.Expression;
  readonly part: Part;
}

/**
 * State of examining functions that a request passes through: every use of a part of it is either known to be
 * harmless, or leads to other uses, or is unknown.
 */
export interface Examination {
  readonly ctx: Ctx;
  readonly env: Env | undefined;
  /** Function that the client calls; none for a request that is followed from its creation. */
  readonly root: FunctionNode | undefined;
  /** Number of arguments, from the first, with which the function has to call what it was put in front of. */
  readonly needed: number;
  /** True for a request that is sent when awaited. */
  readonly thenable?: boolean;
  /** Parts by bound name. */
  readonly names: Map<ts.Identifier, Part>;
  readonly functions: Set<FunctionNode>;
  /** Uses still to be examined. */
  readonly open: PartUse[];
  /** Values that have to be a part of the request: headers that replace its own. */
  readonly wanted: PartUse[];
  /** True where the function sets or deletes an Accept in a way that evaluation follows. */
  accept: boolean;
  /** First position that cannot be understood. */
  lost: ts.Node | undefined;
}

/** Maximum number of uses examined; beyond it the function is not accounted for. */
export const MAX_USES = 2000;

export const markUnknown = (state: Examination, node: ts.Node): void => {
  state.lost ??= node;
};

export const addUse = (state: Examination, node: ts.Expression, part: Part): void => {
  state.open.push({ node, part });
};

/** Members that determine where a request goes, or how it is sent. */
const ADDRESS =
  /^(?:url|uri|href|base|baseURL|baseUrl|prefixUrl|prefix|host|hostname|port|path|pathname|protocol|origin|method|request)$/;
const SENDER =
  /^(?:adapter|transport|transformRequest|dispatcher|fetch|handlers|hooks|agent|beforeRedirect)$/;

export const isAddress = (name: string): boolean => ADDRESS.test(name);

/** True for members that are the URL of a request, or the beginning of it. */
export const isUrl = (name: string): boolean =>
  /^(?:url|uri|href|base|baseURL|baseUrl|prefixUrl)$/.test(name);

/** True for members of a request that a function on its way must not change. */
export const mustStay = (name: string): boolean => ADDRESS.test(name) || SENDER.test(name);

export const isAccept = (name: string): boolean => name.toLowerCase() === 'accept';

/** Members of a response or error that lead to the request: of axios, got and ky. */
const OF_SENT: ReadonlyMap<string, Part> = new Map([
  ['config', 'request'],
  ['request', 'request'],
  ['options', 'request'],
  ['response', 'sent'],
  ['url', 'url'],
  ['requestUrl', 'url'],
]);

/** Part that a member of a part is, by name; nothing if it does not affect what is sent. */
export const partIn = (part: Part, name: string): Part | undefined => {
  if (part.startsWith('.')) return part === `.${name}` ? 'request' : undefined;
  if (part === 'sent') return OF_SENT.get(name);
  if (part === 'headers') return name === 'common' ? 'headers' : undefined;
  if (part === 'chained' && /^_?header$/.test(name)) return 'headers';
  if (part === 'request' || part === 'chained') return name === 'headers' ? 'headers' : undefined;
  return undefined;
};
