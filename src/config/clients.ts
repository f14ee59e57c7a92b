import { isAbsolute, relative, resolve } from 'node:path';
import type { ConfiguredClient } from '../model/index.ts';
import type { Config, WrittenClient } from './config.ts';
import type { Configs } from './configs.ts';

/** A client whose module, where that is a file, has its absolute path. */
export const withModulePath = (client: WrittenClient, folder: string): WrittenClient =>
  client.module?.startsWith('.') ? { ...client, module: resolve(folder, client.module) } : client;

const fromDirectory = (cwd: string, module: string): string =>
  isAbsolute(module) ? `./${relative(cwd, module).replaceAll('\\', '/')}` : module;

const clientsOf = (cwd: string, config: Config, { of }: Configs): readonly ConfiguredClient[] =>
  (config.clients ?? []).map(({ callee, module, ...client }) => ({
    ...client,
    callee: [callee].flat(),
    ...(module === undefined ? {} : { module: fromDirectory(cwd, module) }),
    appliesTo: (file) => of(file) === config,
  }));

/** The clients that the configurations name, each for the files that its configuration counts for. */
export const configuredClients = (cwd: string, configs: Configs): readonly ConfiguredClient[] =>
  configs.all.flatMap((config) => clientsOf(cwd, config, configs));
