import path from 'node:path';
import url from 'node:url';
import util from 'node:util';
import { axiosOf, fetchOf, gotOf, httpsOf, kyOf, requestOf, superagentOf, undiciOf } from './clients.ts';
import { mswOf, nockOf, vitestOf } from './testing.ts';
import type { Testing } from './testing.ts';
import type { World } from './world.ts';

/** An own server: handlers of routes are called at once, and what they answer is recorded. */
const expressOf = (world: World): unknown => {
  const response = {
    set: (name: unknown, value?: unknown) => {
      world.note('answer', [name, value]);
      return response;
    },
    header: (name: unknown, value?: unknown) => response.set(name, value),
    status: () => response,
    json: (value: unknown) => world.note('answer', value),
    send: (value: unknown) => world.note('answer', value),
    end: () => {},
    redirect: (target: unknown) => world.note('answer', target),
  };
  const route = (_path: string, handler: (request: unknown, response: unknown) => void) =>
    handler({ params: {}, query: {}, headers: {} }, response);
  const express = Object.assign(() => ({ get: route, post: route, use: () => {}, listen: () => {} }), {
    Router: () => ({ get: route, post: route, use: () => {} }),
  });
  return Object.assign(express, { default: express });
};

/** Programs that are started: what they are told. */
const childProcessOf = (world: World): unknown => {
  const start = (command: unknown, args: unknown, options?: { readonly env?: unknown }) => {
    world.note('exec', [command, args, options?.env]);
    return { on: () => {}, unref: () => {}, stdout: { on: () => {} } };
  };
  const module = { spawn: start, execFile: start, exec: (line: string) => start(line, []), fork: start };
  return { ...module, default: module };
};

const fsOf = (world: World, files: ReadonlyMap<string, string>): unknown => {
  const readFileSync = (name: string | URL): string => {
    const wanted = String(name instanceof URL ? url.fileURLToPath(name) : name)
      .replace(/^\/app\//, '')
      .replace(/^\.\//, '');
    const found = files.get(wanted);
    if (found === undefined) throw new Error(`ENOENT ${wanted}`);
    return found;
  };
  const module = {
    readFileSync,
    writeFileSync: (name: string, text: unknown) => world.note('file', [name, text]),
    promises: { readFile: async (name: string) => readFileSync(name) },
  };
  return { ...module, default: module };
};

type Schema = { parse(value: unknown): unknown };

const ofType = (type: string): Schema => ({
  parse: (value) => {
    if (type !== 'any' && typeof value !== type) throw new Error(`expected ${type}`);
    return value;
  },
});

/** A validator that demands what it names. */
const zodOf = (): unknown => {
  const z = {
    string: () => ofType('string'),
    boolean: () => ofType('boolean'),
    any: () => ofType('any'),
    object: (members: Readonly<Record<string, Schema>>): Schema => ({
      parse: (value) =>
        Object.fromEntries(
          Object.entries(members).map(([name, schema]) => [
            name,
            schema.parse((value as Readonly<Record<string, unknown>>)[name]),
          ]),
        ),
    }),
  };
  return { z, default: z };
};

const once = (make: () => unknown): (() => unknown) => {
  let made: { readonly value: unknown } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** What `require` gives for packages, by name; one set for each run of a program. */
export const packagesOf = (
  world: World,
  files: ReadonlyMap<string, string>,
  { testing, global }: { readonly testing: Testing; readonly global: Record<string, unknown> },
): ReadonlyMap<string, () => unknown> => {
  const named: Readonly<Record<string, () => unknown>> = {
    axios: () => axiosOf(world),
    got: () => gotOf(world),
    ky: () => kyOf(world),
    undici: () => undiciOf(world),
    https: () => httpsOf(world),
    superagent: () => superagentOf(world),
    request: () => requestOf(world),
    'request-promise': () => requestOf(world),
    'node-fetch': () => Object.assign(fetchOf(world), { default: fetchOf(world), Headers }),
    express: () => expressOf(world),
    child_process: () => childProcessOf(world),
    fs: () => fsOf(world, files),
    'fs/promises': () => ({
      readFile: (fsOf(world, files) as { promises: { readFile: unknown } }).promises.readFile,
    }),
    zod: () => zodOf(),
    nock: () => nockOf(testing),
    msw: () => mswOf(testing),
    'msw/node': () => mswOf(testing),
    vitest: () => vitestOf(testing, global),
    path: () => path.posix,
    url: () => url,
    util: () => util,
    'hot-shots': () => ({ gauge: (name: string, value: unknown) => world.note('metric', [name, value]) }),
  };
  return new Map(Object.entries(named).map(([name, make]) => [name, once(make)]));
};
