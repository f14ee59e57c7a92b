import { DEFAULT_BASELINE } from '../../config/baseline-file.ts';
import { created } from './project.ts';
import type { ProjectFolder, Step } from './project.ts';

/** A configuration that editors complete: the defaults, and the baseline where one is there already. */
export const configStep = (folder: ProjectFolder, names: readonly string[]): Step => {
  const part = 'configuration';
  const there = names.find((name) => folder.exists(name));
  if (there !== undefined) return { kind: 'done', part, path: there };
  if (/^\s*"migrate"\s*:\s*\{/m.test(folder.read('package.json') ?? ''))
    return { kind: 'done', part, path: 'package.json' };
  const schema = './node_modules/@atlas-api-migrate/cli/rules/schema/config.schema.json';
  const baseline = folder.exists(DEFAULT_BASELINE) ? { baseline: DEFAULT_BASELINE } : {};
  const settings = { $schema: schema, target: '2023-02-01', ...baseline, ignore: [], rules: {} };
  const text = JSON.stringify(settings, undefined, 2);
  return created(part, 'migrate.config.json', `${text}\n`);
};
