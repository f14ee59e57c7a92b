import { created } from './project.ts';
import type { ProjectFolder, Step } from './project.ts';

/** A configuration that editors complete; it asks for nothing that is not the default. */
export const configStep = (folder: ProjectFolder, names: readonly string[]): Step => {
  const part = 'configuration';
  const there = names.find((name) => folder.exists(name));
  if (there !== undefined) return { kind: 'done', part, path: there };
  if (/^\s*"migrate"\s*:\s*\{/m.test(folder.read('package.json') ?? ''))
    return { kind: 'done', part, path: 'package.json' };
  const schema = './node_modules/@atlas-api-migrate/cli/rules/schema/config.schema.json';
  const text = JSON.stringify({ $schema: schema, target: '2023-02-01', ignore: [], rules: {} }, undefined, 2);
  return created(part, 'migrate.config.json', `${text}\n`);
};
