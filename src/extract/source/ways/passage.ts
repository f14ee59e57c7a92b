import type { Ctx, Env, FunctionNode } from '../evaluate/values.ts';
import type { ts } from '../syntax/tree.ts';

/**
 * What a name or an expression in a function on a request's way stands for. `rest` is a request without its headers,
 * `arguments` the list of all that the function is given, `sent` a response or error with the request that was sent,
 * `.x` an object with the request in its member `x`.
 */
export type Part =
  'request' | 'rest' | 'headers' | 'url' | 'next' | 'chained' | 'sent' | 'arguments' | `.${string}`;

/** One place where a part of the request stands. */
export interface Stand {
  readonly node: ts.Expression;
  readonly part: Part;
}

/**
 * What is found out about the functions that a request passes through: every place where a part of it stands is
 * either a known, harmless use, or leads to other places, or is what nobody can see through.
 */
export interface Passage {
  readonly ctx: Ctx;
  readonly env: Env | undefined;
  /** The function that the client calls; none for a request that is followed from where it is made. */
  readonly root: FunctionNode | undefined;
  /** True for a request that is sent where it is waited for. */
  readonly thenable?: boolean;
  /** Parts by the names that are bound to them. */
  readonly names: Map<ts.Identifier, Part>;
  readonly functions: Set<FunctionNode>;
  /** Places that wait to be looked at. */
  readonly open: Stand[];
  /** Values that have to be a part of the request: headers that take the place of its own. */
  readonly wanted: Stand[];
  /** True where the function writes or removes an Accept in a way that evaluation follows. */
  accept: boolean;
  /** The first place that nobody can see through. */
  lost: ts.Node | undefined;
}

/** More places than this are not looked at: what is not seen through then is not accounted for. */
export const MOST_STANDS = 2000;

export const lose = (passage: Passage, node: ts.Node): void => {
  passage.lost ??= node;
};

export const lead = (passage: Passage, node: ts.Expression, part: Part): void => {
  passage.open.push({ node, part });
};

/** Members that say where a request goes, or how it is sent. */
const ADDRESS =
  /^(?:url|uri|href|base|baseURL|baseUrl|prefixUrl|prefix|host|hostname|port|path|pathname|protocol|origin|method|request)$/;
const SENDER =
  /^(?:adapter|transport|transformRequest|dispatcher|fetch|handlers|hooks|agent|beforeRedirect)$/;

export const isAddress = (name: string): boolean => ADDRESS.test(name);

/** True for members of a request that a function on its way must leave alone. */
export const mustStay = (name: string): boolean => ADDRESS.test(name) || SENDER.test(name);

export const isAccept = (name: string): boolean => name.toLowerCase() === 'accept';

/** What a member of a part is, by its name; nothing where it says nothing of what is sent. */
export const partIn = (part: Part, name: string): Part | undefined => {
  if (part.startsWith('.')) return part === `.${name}` ? 'request' : undefined;
  if (part === 'sent') return name === 'config' ? 'request' : name === 'response' ? 'sent' : undefined;
  if (part === 'headers') return name === 'common' ? 'headers' : undefined;
  if (part === 'chained' && /^_?header$/.test(name)) return 'headers';
  if (part === 'request' || part === 'chained') return name === 'headers' ? 'headers' : undefined;
  return undefined;
};
