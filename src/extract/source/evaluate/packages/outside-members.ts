import type { ts } from '../../syntax/tree.ts';
import { flaskSetting, isFlaskSettings } from '../other-languages/flask-settings.ts';
import { optionNamed } from '../other-languages/command-options.ts';
import { environmentValues } from '../environment.ts';
import { isEnvironmentPackage, settingNamed } from '../settings.ts';
import type { Ctx, ExternalValue, PrimitiveValue, Value } from '../values.ts';
import { unknown } from '../values.ts';
import { scriptOption } from './option-defaults.ts';
import { dataOfWorker } from '../worker-data.ts';

/** `init?.headers` of an omitted parameter. */
export const memberOfPrimitive = (val: PrimitiveValue, name: string, node: ts.Node): readonly Value[] =>
  val.value === undefined || val.value === null
    ? [{ kind: 'primitive', value: undefined, node }]
    : unknown(name);

/** Member of an external value; an environment variable is its value in the project's `.env`, or a hole. */
export const externalMember = (
  ctx: Ctx,
  val: ExternalValue,
  name: string,
  node: ts.Node,
): readonly Value[] => {
  const data = name === 'workerData' ? dataOfWorker(ctx, val, node) : [];
  if (data.length > 0) return data;
  const setting =
    settingNamed(ctx, val, name, node) ??
    optionNamed(ctx, val, name, node) ??
    scriptOption(ctx, val, name, node) ??
    (isFlaskSettings(val) ? flaskSetting(ctx, name, node) : undefined);
  if (setting) return setting;
  if (!isEnvironmentPackage(val))
    return [name === 'default' && val.made.length === 0 ? val : { ...val, path: [...val.path, name] }];
  const given = environmentValues(ctx, name, node);
  return given.length > 0 ? given : [{ kind: 'unknown', name, isSetting: true }];
};
