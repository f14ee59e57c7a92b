import { gzipSync } from 'node:zlib';
import { isJsonObject } from '../model/index.ts';
import type { Json } from '../model/index.ts';
import type { StateChange } from './changes.ts';
import { overlay } from './configuration.ts';
import { idOf } from './identifiers.ts';
import type { Reply } from './message.ts';
import { listAnswer } from './paging.ts';
import { refusal } from './refusals.ts';
import type { RoutedCall } from './service-context.ts';

/** Call of a resource that the specification does not define. */
export interface DocumentCall extends RoutedCall {
  readonly body: Json | undefined;
  /** Suffix of the media type of the response: `json`, `gzip`, `csv`. */
  readonly suffix: string;
}

const ASSUMED = ['administration-resource'];

const reply = (
  call: RoutedCall,
  status: number,
  value: Json,
  changes: readonly StateChange[] = [],
): Reply => ({
  status: call.world.configuration.administration.successes[call.route.operation] ?? status,
  body: { kind: 'document', value },
  assumptions: ASSUMED,
  changes,
});

const notFound = ({ world, route }: RoutedCall): Reply =>
  refusal(world.configuration, 'RESOURCE_NOT_FOUND', [route.path]);

const bytes = (suffix: string): Reply => ({
  status: 200,
  body: { kind: 'bytes', bytes: suffix === 'gzip' ? gzipSync('') : Buffer.from('\n') },
  assumptions: ASSUMED,
});

const list = ({ world, route, query }: RoutedCall): Reply => {
  const seeded = world.store.document(route.path);
  const items = [
    ...(Array.isArray(seeded) ? (seeded as readonly Json[]) : []),
    ...world.store.documentsIn(route.path, route.itemParameters.length),
  ];
  const page = listAnswer(items, query, world.configuration);
  return page.ok ? { status: 200, body: page.value, assumptions: ASSUMED } : page.reply;
};

const get = (call: DocumentCall): Reply => {
  const { world, route, suffix } = call;
  if (suffix !== 'json') return bytes(suffix);
  if (route.itemParameters.length > 0) return list(call);
  const value = world.store.document(route.path);
  if (value === undefined && route.isItem) return notFound(call);
  return reply(call, 200, value ?? {});
};

/** Path of a new resource: below its list, by the members that name it in its path. */
const added = (
  call: RoutedCall,
  value: Json,
  at: number,
): Extract<StateChange, { readonly kind: 'document' }> => {
  const { world, route } = call;
  const id = idOf(route.path, String(world.now()), String(at));
  if (!isJsonObject(value)) return { kind: 'document', path: `${route.path}/${id}`, value };
  const complete = { ...value, id: value['id'] ?? id };
  const keys = world.configuration.administration.keys[route.info?.path ?? ''];
  const parts =
    keys === undefined
      ? route.itemParameters.map((name) => value[name] ?? complete.id)
      : [keys.map((name) => value[name]).find((part) => part !== undefined) ?? complete.id];
  const path = [route.path, ...parts.map((part) => encodeURIComponent(String(part)))].join('/');
  return { kind: 'document', path, value: complete };
};

const post = (call: DocumentCall): Reply => {
  const { body, route } = call;
  if (route.itemParameters.length === 0) return reply(call, 200, isJsonObject(body) ? body : {});
  const items = Array.isArray(body) ? (body as readonly Json[]) : [body ?? {}];
  const changes = items.map((item, at) => added(call, item, at));
  const values = changes.map(({ value }) => value);
  const value = Array.isArray(body)
    ? { links: [], results: values, totalCount: values.length }
    : (values[0] ?? {});
  return reply(call, 201, value, changes);
};

const change = (call: DocumentCall): Reply => {
  const { world, route, body, request } = call;
  const current = world.store.document(route.path);
  if (current === undefined && route.isItem && request.method === 'PATCH') return notFound(call);
  const value =
    isJsonObject(current) && isJsonObject(body) ? overlay(current, body) : (body ?? current ?? {});
  return reply(call, 200, value, [{ kind: 'document', path: route.path, value }]);
};

const remove = (call: DocumentCall): Reply => {
  const { world, route } = call;
  if (route.isItem && world.store.document(route.path) === undefined) return notFound(call);
  return {
    ...reply(call, 204, null, [{ kind: 'document-gone', path: route.path }]),
    body: { kind: 'none' },
  };
};

const METHODS: Readonly<Record<string, (call: DocumentCall) => Reply>> = {
  GET: get,
  HEAD: get,
  POST: post,
  PUT: change,
  PATCH: change,
  DELETE: remove,
};

/** A resource whose payload is not shown: kept and returned as it was sent. */
export const documentReply = (call: DocumentCall): Reply => METHODS[call.request.method]!(call);
