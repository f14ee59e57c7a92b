import { isKeywords } from '../../syntax/dialect.ts';
import type { ts } from '../../syntax/tree.ts';
import { environmentValues } from '../environment.ts';
import { propertyOfObject } from '../objects.ts';
import { onlyText } from '../texts.ts';
import type { Ctx, Env, ExternalValue, Value } from '../values.ts';

// Settings of Python that a call reads by name, with a default: `config.get('atlas', 'url', fallback='…')` of
// configparser, `config('ATLAS_URL', default='…')` of decouple.

/** Names of the argument with the default. */
const DEFAULT = /^(?:default|default_var|fallback)$/;

/** Call that reads a setting. */
export interface StoredSetting {
  /** Position of the default, where it may have one. */
  readonly position: number | undefined;
  /** True where the settings are environment variables. */
  readonly isEnvironment: boolean;
}

/** Reads of settings, by package: what the path of the callee ends with. */
const READS: Readonly<Record<string, RegExp>> = {
  'py:configparser': /(?:^|\.)get$/,
  'py:dynaconf': /(?:^|\.)get$/,
  'py:airflow.models': /^Variable\.get$/,
  'py:airflow.models.variable': /^Variable\.get$/,
  'py:airflow.sdk': /^Variable\.get$/,
  'py:decouple': /^(?:|config)$/,
  'py:environ': /^(?:|str|url)$/,
  'py:environs': /^(?:|str|url)$/,
};

const ENVIRONMENT = /^py:(?:decouple|environs?)$/;

/** The read of a setting that a callee is; `undefined` for all other calls. */
export const storedSetting = ({ module, path, made }: ExternalValue): StoredSetting | undefined => {
  const callee = path.join('.');
  if (!Object.hasOwn(READS, module) || !READS[module]!.test(callee)) return undefined;
  const isEnvironment = ENVIRONMENT.test(module);
  if (callee === '' && made.length === 0) return undefined;
  // `config['atlas'].get('url', '…')`; `config.get` takes a section and a name.
  const isSection = module !== 'py:configparser' || path.length > 1;
  return { position: isSection && !/^py:(?:decouple|environ)$/.test(module) ? 1 : undefined, isEnvironment };
};

/** True for the argument with the default: by its position, or a member of the named ones. */
export const isDefaultOf = ({ position }: StoredSetting, index: number, name: string | undefined): boolean =>
  name === undefined ? index === position : DEFAULT.test(name);

/** Value of a setting, and its default. */
export const storedValues = (
  ctx: Ctx,
  setting: StoredSetting,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] => {
  const name = onlyText(argument(0));
  const given = node.arguments.flatMap((each, index) => {
    const vals = argument(index) ?? [];
    if (!isKeywords(each)) return isDefaultOf(setting, index, undefined) ? vals : [];
    return vals.flatMap((val) =>
      val.kind === 'object'
        ? val.members
            .filter((member) => isDefaultOf(setting, index, member.name))
            .flatMap((member) => propertyOfObject(val, member.name, node))
        : [],
    );
  });
  const set = setting.isEnvironment && name !== undefined ? environmentValues(ctx, name, node) : [];
  return [...(set.length > 0 ? set : [{ kind: 'unknown', name, isSetting: true } as const]), ...given];
};
