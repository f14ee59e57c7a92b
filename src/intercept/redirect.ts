import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { asConnection, protocolFor } from './sockets.ts';
import type { Target } from './sockets.ts';

/** Connections that are redirected, and to what. */
export interface Redirection {
  /** True for a host whose connections are redirected. */
  readonly redirects: (host: string) => boolean;
  /** Opens the connection that replaces one to the target. */
  readonly open: (target: Target) => Duplex;
}

interface ConnectOptions {
  readonly host?: string;
  readonly hostname?: string;
  readonly servername?: string;
  readonly port?: number | string;
  readonly path?: string;
  readonly socket?: Duplex;
  readonly ALPNProtocols?: unknown;
}

type Connect = (...args: unknown[]) => unknown;

/** Arguments of `connect` in all their forms: options, port and host, a list that Node made of them; then a listener. */
const argumentsOf = (
  args: readonly unknown[],
): { readonly options: ConnectOptions; readonly listener: unknown } => {
  const given = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  const listener = given.findLast((arg) => typeof arg === 'function');
  const objects = given.filter((arg) => typeof arg === 'object' && arg !== null) as ConnectOptions[];
  const [port, host] = given;
  const isPort = typeof port === 'number' || (typeof port === 'string' && /^\d+$/.test(port));
  const named = isPort ? { port, ...(typeof host === 'string' ? { host } : {}) } : {};
  return { options: Object.assign({}, named, ...objects) as ConnectOptions, listener };
};

const hostOf = ({ host, hostname }: ConnectOptions): string => host ?? hostname ?? 'localhost';

const listOf = (offered: unknown): readonly unknown[] | undefined =>
  Array.isArray(offered) ? offered : undefined;

const listen = (socket: Duplex, event: string, listener: unknown): Duplex =>
  typeof listener === 'function' ? socket.once(event, listener as () => void) : socket;

const secureConnection = ({ redirects, open }: Redirection, args: readonly unknown[]): Duplex | undefined => {
  const { options, listener } = argumentsOf(args);
  const host = [options.servername, hostOf(options)].find((name) => name !== undefined && redirects(name));
  if (host === undefined) return undefined;
  options.socket?.destroy();
  const offered = listOf(options.ALPNProtocols);
  const target = {
    host,
    port: Number(options.port ?? 443),
    secure: true,
    protocol: protocolFor(offered),
  } as const;
  return listen(asConnection(open(target), target, offered !== undefined), 'secureConnect', listener);
};

const plainConnection = ({ redirects, open }: Redirection, args: readonly unknown[]): Duplex | undefined => {
  const { options, listener } = argumentsOf(args);
  if (options.path !== undefined && options.port === undefined) return undefined;
  const host = hostOf(options);
  if (!redirects(host)) return undefined;
  const target = { host, port: Number(options.port ?? 80), secure: false, protocol: 'http/1.1' } as const;
  return listen(open(target), 'connect', listener);
};

interface Patch {
  readonly on: object;
  readonly name: string;
  readonly instead: (redirection: Redirection, args: readonly unknown[]) => Duplex | undefined;
}

/** Functions that every HTTP client of Node connects by: `fetch`, `http`, `https`, `http2`, the undici package, and what uses them. */
const PATCHES: readonly Patch[] = [
  { on: tls, name: 'connect', instead: secureConnection },
  { on: net, name: 'connect', instead: plainConnection },
  { on: net, name: 'createConnection', instead: plainConnection },
  { on: http.Agent.prototype, name: 'createConnection', instead: plainConnection },
];

/** Replaces a function so that calls for redirected hosts get another connection; the function that puts the old one back. */
const patch = ({ on, name, instead }: Patch, redirection: Redirection): (() => void) => {
  const functions = on as Record<string, Connect>;
  const original = functions[name]!;
  const replaced: Connect = function (this: unknown, ...args) {
    return instead(redirection, args) ?? original.apply(this, args);
  };
  functions[name] = replaced;
  return () => {
    if (functions[name] === replaced) functions[name] = original;
  };
};

/** Redirects connections of this process from now on; the function that ends it. */
export const redirect = (redirection: Redirection): (() => void) => {
  const restores = PATCHES.map((each) => patch(each, redirection));
  syncBuiltinESMExports();
  return () => {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  };
};
