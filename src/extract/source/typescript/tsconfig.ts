import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Fields of a tsconfig that locate modules; fields of a wrong type are ignored. */
export interface TsConfig {
  readonly baseUrl: string | undefined;
  readonly paths: readonly (readonly [pattern: string, targets: readonly string[]])[] | undefined;
  /** Relative configurations in `extends`. */
  readonly parents: readonly string[];
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Comments and trailing commas are usual; other errors are ignored.
    const { parse } = require('jsonc-parser') as typeof import('jsonc-parser');
    return parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  }
};

const isText = (value: unknown): value is string => typeof value === 'string';

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** Reads a tsconfig or jsconfig, with comments. */
export const readTsConfig = (text: string): TsConfig => {
  const root = membersOf(parsed(text));
  const { baseUrl, paths } = membersOf(root['compilerOptions']);
  const parents = isText(root['extends']) ? [root['extends']] : listOf(root['extends']);
  return {
    baseUrl: isText(baseUrl) ? baseUrl : undefined,
    paths:
      paths === undefined
        ? undefined
        : Object.entries(membersOf(paths)).map(([pattern, targets]) => [pattern, listOf(targets)] as const),
    parents: parents.filter((parent) => parent.startsWith('.')),
  };
};
