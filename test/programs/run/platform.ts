/** Types of the platform and of packages, as far as programs use them: a whole library takes a second to check. */
export const PLATFORM = `
interface Array<T> { length: number; pop(): T | undefined; flatMap<U>(f: (value: T) => U | U[]): U[]; sort(f: (a: T, b: T) => number): T[]; [n: number]: T; map<U>(f: (value: T, at: number) => U): U[]; join(by?: string): string; filter(f: (value: T) => unknown): T[]; find(f: (value: T) => unknown): T | undefined; forEach(f: (value: T, at: number) => void): void; push(...values: T[]): number; concat(...values: (T | T[])[]): T[]; reduce<U>(f: (sum: U, value: T) => U, start: U): U; slice(from?: number, to?: number): T[]; [Symbol.iterator](): IterableIterator<T>; }
interface Generator<T = any, R = any, N = any> extends Iterator<T> { [Symbol.iterator](): Generator<T, R, N>; }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T; map<U>(f: (value: T, at: number) => U): U[]; join(by?: string): string; [Symbol.iterator](): IterableIterator<T>; }
interface ConcatArray<T> { readonly length: number; readonly [n: number]: T; }
interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[]; }
interface IteratorResult<T> { done?: boolean; value: T; }
interface Iterator<T> { next(): IteratorResult<T>; }
interface Iterable<T> { [Symbol.iterator](): Iterator<T>; }
interface IterableIterator<T> extends Iterator<T> { [Symbol.iterator](): IterableIterator<T>; }
interface SymbolConstructor { readonly iterator: unique symbol; }
declare var Symbol: SymbolConstructor;
interface Symbol {}
interface Boolean {}
interface Number { toString(): string; }
interface Function {}
interface CallableFunction extends Function { call(self: any, ...given: any[]): any; }
interface NewableFunction extends Function {}
interface IArguments {}
interface RegExp { test(text: string): boolean; }
interface Object { toString(): string; }
interface String { length: number; toLowerCase(): string; toUpperCase(): string; replace(from: string | RegExp, to: string): string; split(by: string): string[]; startsWith(text: string): boolean; includes(text: string): boolean; concat(...texts: string[]): string; slice(from?: number, to?: number): string; trim(): string; match(by: RegExp): string[] | null; }
interface Error { message: string; }
interface PropertyKey {}
declare type PropertyKey = string | number | symbol;
declare type Record<K extends keyof any, T> = { [P in K]: T };
declare type Partial<T> = { [P in keyof T]?: T[P] };
declare type Readonly<T> = { readonly [P in keyof T]: T[P] };
declare type Pick<T, K extends keyof T> = { [P in K]: T[P] };
declare type Exclude<T, U> = T extends U ? never : T;
declare type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
interface PromiseLike<T> { then<U>(f: (value: T) => U | PromiseLike<U>): PromiseLike<U>; }
interface Promise<T> { then<U>(f: (value: T) => U | PromiseLike<U>, g?: (error: any) => U): Promise<U>; catch(f: (error: any) => any): Promise<T>; }
interface PromiseConstructor { new <T>(f: (resolve: (value: any) => void, reject: (error?: any) => void) => void): Promise<T>; all<T>(values: readonly T[]): Promise<Awaited<T>[]>; resolve<T>(value: T): Promise<T>; }
declare var Promise: PromiseConstructor;
declare type Awaited<T> = T extends null | undefined ? T : T extends object & { then(f: infer F): any } ? F extends (value: infer V) => any ? Awaited<V> : never : T;
interface ObjectConstructor { prototype: any; assign(a: object, ...more: any[]): any; assign<T, U>(a: T, b: U): T & U; assign<T, U, V>(a: T, b: U, c: V): T & U & V; freeze<T>(o: T): Readonly<T>; keys(o: object): string[]; entries<T>(o: { [s: string]: T }): [string, T][]; fromEntries<T = any>(entries: Iterable<readonly [PropertyKey, T]>): { [k: string]: T }; }
declare var Object: ObjectConstructor;
declare class Map<K, V> { constructor(entries?: readonly (readonly [K, V])[]); get(key: K): V | undefined; set(key: K, value: V): this; has(key: K): boolean; [Symbol.iterator](): IterableIterator<[K, V]>; }
declare class Set<T> { constructor(values?: readonly T[]); has(value: T): boolean; add(value: T): this; }
declare class Error { constructor(message?: string); }
declare var JSON: { parse(text: string): any; stringify(value: unknown, names?: string[]): string };
declare function structuredClone<T>(value: T): T;
declare function setTimeout(f: (...given: any[]) => void, wait?: number): unknown;
declare function Number(value: unknown): number;
declare class Date { static now(): number; }
declare var console: { log(...values: unknown[]): void; error(...values: unknown[]): void; info(...values: unknown[]): void };
declare var process: { env: Record<string, string | undefined> };
declare function encodeURIComponent(text: string): string;
declare function String(value: unknown): string;
declare class Headers { constructor(init?: HeadersInit); get(name: string): string | null; set(name: string, value: string): void; append(name: string, value: string): void; delete(name: string): void; has(name: string): boolean; }
declare type HeadersInit = [string, string][] | Record<string, string> | Headers;
interface RequestInit { method?: string; headers?: HeadersInit; body?: string | null }
declare class Request { constructor(input: string | URL | Request, init?: RequestInit); readonly headers: Headers; readonly url: string; clone(): Request; }
declare class Response { constructor(body?: string | null, init?: { headers?: HeadersInit; status?: number }); readonly ok: boolean; readonly status: number; readonly headers: Headers; json(): Promise<any>; text(): Promise<string>; }
declare class URL { constructor(url: string, base?: string | URL); href: string; hostname: string; pathname: string; search: string; toString(): string; }
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
declare module 'axios' { type Config = { method?: string; url?: string; baseURL?: string; headers?: Record<string, string>; data?: unknown; params?: unknown }; interface Axios { (config: Config): Promise<{ data: any }>; (url: string, config?: Config): Promise<{ data: any }>; get(url: string, config?: Config): Promise<{ data: any }>; delete(url: string, config?: Config): Promise<{ data: any }>; post(url: string, data?: unknown, config?: Config): Promise<{ data: any }>; patch(url: string, data?: unknown, config?: Config): Promise<{ data: any }>; put(url: string, data?: unknown, config?: Config): Promise<{ data: any }>; request(config: Config): Promise<{ data: any }>; create(config?: Config): Axios; defaults: any; interceptors: any; } const axios: Axios; export default axios; }
declare module 'ky' { const ky: any; export default ky; }
declare module 'got' { const got: any; export default got; }
declare module 'undici' { export function request(url: string, options?: { method?: string; headers?: Record<string, string>; body?: string }): Promise<any>; }
declare module 'node-fetch' { const nodeFetch: (url: string, init?: RequestInit) => Promise<Response>; export default nodeFetch; }
declare module 'request-promise' { const rp: any; export default rp; }
declare module 'superagent' { const superagent: any; export default superagent; }
declare module 'https' { const https: any; export default https; }
declare module 'express' { const express: any; export default express; }
declare module 'child_process' { export const spawn: any; export const execFile: any; }
declare module 'fs' { export const writeFileSync: any; export const readFileSync: any; }
declare module 'util' { export function format(...values: unknown[]): string; }
declare module 'hot-shots' { export function gauge(name: string, value: unknown): void; }
declare module 'zod' { export const z: any; }
declare module 'nock' { const nock: any; export default nock; }
declare module 'msw' { export const http: any; export const HttpResponse: any; }
declare module 'msw/node' { export const setupServer: any; }
declare module 'vitest' { export const it: any; export const expect: any; export const vi: any; }
declare module '*.json' { const value: any; export default value; }
`;
