import type { Base, Destination } from './bases.ts';
import type { Payload } from './payloads.ts';
import type { Tape } from './tape.ts';

/** A resource that a program asks for. */
export interface Endpoint {
  readonly name: string;
  /** Quoted. */
  readonly method: string;
  readonly path: string;
  /** Text of the body; `clusters` for one that a cluster is created or modified with. */
  readonly body?: string | 'clusters';
}

const endpoint = (name: string, method: string, path: string, body?: string): Endpoint => ({
  name,
  method: `'${method}'`,
  path,
  ...(body === undefined ? {} : { body }),
});

const OF_ATLAS: readonly Endpoint[] = [
  endpoint('alerts', 'GET', '/groups/${id}/alerts'),
  endpoint('clusters', 'GET', '/groups/${id}/clusters'),
  endpoint('cluster', 'GET', '/groups/${id}/clusters/c0'),
  endpoint('processes', 'GET', '/groups/${id}/processes?pageNum=1'),
  endpoint('delete', 'DELETE', '/groups/${id}/clusters/c0'),
  endpoint('post', 'POST', '/groups/${id}/alertConfigs', '{ enabled: true }'),
  endpoint('gzip', 'GET', '/groups/${id}/clusters/h0/logs/mongodb.gz'),
  endpoint('csv', 'GET', '/orgs/${id}/invoices/i0/csv'),
  endpoint('renamed', 'GET', '/groups/${id}/whitelist'),
  endpoint('removed', 'GET', '/groups/${id}/clusters/c0/fts/analyzers'),
  endpoint('create', 'POST', '/groups/${id}/clusters', 'clusters'),
  endpoint('create', 'POST', '/groups/${id}/clusters', 'clusters'),
  endpoint('modify', 'PATCH', '/groups/${id}/clusters/c0', 'clusters'),
  endpoint('upgrade', 'POST', '/groups/${id}/clusters/tenantUpgrade', 'clusters'),
];

const ELSEWHERE: readonly Endpoint[] = [
  endpoint('ping', 'GET', '/ping'),
  endpoint('groups', 'GET', '/groups/${id}/hosts'),
  endpoint('notify', 'POST', '/events', `{ text: 'done' }`),
  endpoint('like a cluster', 'POST', '/groups/${id}/clusters', 'clusters'),
];

const TARGETS: readonly Destination[] = ['atlas', 'atlas', 'atlas', 'other', 'public'];

/** A resource of the API, or of another service. */
export const drawEndpoint = (tape: Tape): Endpoint & { readonly to: Destination } => {
  const to = tape.pick(TARGETS);
  const found = to === 'atlas' ? tape.pick(OF_ATLAS, 10) : tape.pick(ELSEWHERE, 3);
  if (to !== 'atlas') tape.note(`to:${to}`);
  if (found.name !== 'alerts' && (to === 'atlas' || found.body === 'clusters'))
    tape.note(`endpoint:${found.name}`);
  return { ...found, to };
};

const NO_BODY: Payload = { before: [], expr: '', after: [] };

/** The body of a request, with the statements around it. */
export const bodyOf = (
  { body }: Endpoint,
  write: () => Payload,
): Omit<Payload, 'expr'> & { readonly body: string | undefined } => {
  if (body !== 'clusters') return { ...NO_BODY, body };
  const { expr, ...around } = write();
  return { ...around, body: expr };
};

/** Bases by where they lead, each written when it is asked for first. */
export const basesOf = (own: Base, write: (to: Destination) => Base): ((to: Destination) => Base) => {
  const others = new Map<Destination, Base>([['atlas', own]]);
  return (to) => {
    const known = others.get(to) ?? write(to);
    others.set(to, known);
    return known;
  };
};
