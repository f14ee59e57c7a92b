import { environmentValues } from './environment.ts';
import { propertyOfObject } from './objects.ts';
import { flaskSetting, isFlaskSettings } from './other-languages/flask-settings.ts';
import { storedSetting, storedValues } from './other-languages/stored-settings.ts';
import { injectedSetting } from './injected-settings.ts';
import { onlyText } from './texts.ts';
import type { ts } from '../syntax/tree.ts';
import type { Ctx, Env, ExternalValue, Made, ObjectValue, Value } from './values.ts';
import { unknown } from './values.ts';

/** Packages in which a schema declares the settings of a program, including defaults. */
const SCHEMAS =
  /^(?:zod(?:\/.*)?|joi|@hapi\/joi|yup|valibot|superstruct|envalid|convict|env-var|znv|@t3-oss\/env-.+)$/;
/** True for a package whose functions declare settings: they send nothing. */
export const statesSettings = (module: string): boolean => SCHEMAS.test(module);

/** Schema calls that declare members. */
const OBJECTS = /^(?:object|strictObject|looseObject|keys|extend|shape|cleanEnv|parseEnv|createEnv)$/;
/** Schema calls that declare a default. */
const DEFAULTS = /^(?:default|prefault|catch|fallback|optional)$/;
/** Schema calls that return the settings. */
const PARSES = /^(?:parse|parseAsync|validateSync|cast|attempt)$/;
/** Schema calls that return the settings under a name. */
const WRAPS: Readonly<Record<string, string>> = {
  safeParse: 'data',
  safeParseAsync: 'data',
  validate: 'value',
};
/** Calls of `env-var` that return the text. */
const READS = /^as(?:String|UrlString|UrlObject)$/;
/** Packages that return the variables of `.env`. */
const DOTENV = /^dotenv(?:-.+)?$/;

const isText = (val: Value): boolean => val.kind === 'text';

const argumentOf = (ctx: Ctx, { call, env }: Made, index: number): readonly Value[] => {
  const argument = call.arguments?.[index];
  return argument ? ctx.evaluate(argument, env) : [];
};

const stepsOf = ({ made }: ExternalValue, names: RegExp): readonly Made[] =>
  made.filter(({ path }) => names.test(path.at(-1) ?? ''));

const objectsIn = (vals: readonly Value[]): readonly ObjectValue[] =>
  vals.filter((val): val is ObjectValue => val.kind === 'object');

/** Default that a schema declares: `z.string().default('…')`, `url({ default: '…' })`. */
const defaultOf = (ctx: Ctx, schema: ExternalValue, node: ts.Node): readonly Value[] => {
  const stated = stepsOf(schema, DEFAULTS).flatMap((step) =>
    step.call.arguments!.flatMap((_, at) => argumentOf(ctx, step, at)),
  );
  const options = schema.made.flatMap((step) => objectsIn(argumentOf(ctx, step, 0)));
  const named = options.flatMap((object) => propertyOfObject(object, 'default', node));
  const all = [...stated, ...named].flatMap((val) =>
    val.kind === 'function' ? ctx.call(val, undefined, () => undefined, undefined) : [val],
  );
  return all.filter(isText);
};

const orUnknown = (vals: readonly Value[], name: string): readonly Value[] =>
  vals.length > 0 ? vals : unknown(name);

/** Value of one setting: from `.env`, and the default. */
const settingOf = (ctx: Ctx, name: string, schema: readonly Value[], node: ts.Node): readonly Value[] => {
  const nested = schema.flatMap((val) => (val.kind === 'external' ? settingsOf(ctx, val, node) : []));
  if (nested.length > 0) return nested;
  const defaults = schema.flatMap((val) => (val.kind === 'external' ? defaultOf(ctx, val, node) : []));
  return orUnknown([...environmentValues(ctx, name, node), ...defaults], name);
};

type ReadSetting = (name: string, vals: readonly Value[]) => readonly Value[];

const withValues = (object: ObjectValue, node: ts.Node, value: ReadSetting): ObjectValue => ({
  kind: 'object',
  node,
  literal: undefined,
  complete: false,
  members: object.members.map((member) => ({
    ...member,
    expression: undefined,
    value: () => value(member.name, member.value()),
  })),
});

/** Settings that an object schema declares. */
const settingsOf = (ctx: Ctx, schema: ExternalValue, node: ts.Node): readonly Value[] => {
  if (!SCHEMAS.test(schema.module)) return [];
  const stated = stepsOf(schema, OBJECTS).flatMap((step) =>
    step.call.arguments!.flatMap((_, at) => objectsIn(argumentOf(ctx, step, at))),
  );
  // `createEnv({ server: { … } })` splits its schema into parts.
  const parts = ['server', 'client', 'shared'];
  const inner = stated.flatMap((object) =>
    parts.flatMap((name) => objectsIn(propertyOfObject(object, name, node))),
  );
  const objects = inner.length > 0 ? inner : stated;
  const members = objects.flatMap(
    (object) => withValues(object, node, (name, vals) => settingOf(ctx, name, vals, node)).members,
  );
  return members.length === 0 ? [] : [{ ...withValues(objects[0]!, node, () => []), members }];
};

/** Settings of `convict`: a leaf declares its default and its environment variable. */
const convictSettings = (ctx: Ctx, schema: ObjectValue, node: ts.Node): ObjectValue =>
  withValues(schema, node, (_, vals) =>
    objectsIn(vals).flatMap((inner): readonly Value[] => {
      if (!inner.members.some(({ name }) => name === 'default')) return [convictSettings(ctx, inner, node)];
      const env = propertyOfObject(inner, 'env', node).flatMap((val) => onlyText([val]) ?? []);
      const given = env.flatMap((name) => environmentValues(ctx, name, node));
      return [...given, ...propertyOfObject(inner, 'default', node)];
    }),
  );

/** `get('atlas.baseUrl')` of nested settings. */
export const settingAt = (ctx: Ctx, root: readonly Value[], path: string, node: ts.Node): readonly Value[] =>
  path
    .split(/[.:]/)
    .reduce<readonly Value[]>(
      (vals, name) => vals.flatMap((val) => ctx.property(val, name, node, false)),
      root,
    );

const ofConvict = (
  ctx: Ctx,
  val: ExternalValue,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] => {
  const roots = val.made.flatMap((step) => objectsIn(argumentOf(ctx, step, 0))).slice(0, 1);
  const settings = roots.map((schema) => convictSettings(ctx, schema, node));
  const name = onlyText(argument(0));
  return name === undefined ? settings : settingAt(ctx, settings, name, node);
};

/** `env.get('ATLAS_URL').default('…').asString()`. */
const ofEnvVar = (ctx: Ctx, val: ExternalValue, node: ts.CallExpression): readonly Value[] => {
  const [read] = stepsOf(val, /^get$/);
  const name = read && onlyText(argumentOf(ctx, read, 0));
  return orUnknown(
    [...(name === undefined ? [] : environmentValues(ctx, name, node)), ...defaultOf(ctx, val, node)],
    name ?? '',
  );
};

/** `config.get('atlas.baseUrl')` of the package `config`: the value in `config/default`. */
const ofConfigPackage = (ctx: Ctx, val: ExternalValue, node: ts.Node, path: string): readonly Value[] => {
  const file = ctx.program.above(node, 'config/default', ['.json', '.js', '.ts', '.cjs', '.mjs']);
  const root: readonly Value[] =
    file === undefined ? [] : ctx.property({ kind: 'module', path: file }, 'default', node, false);
  return root.length === 0 ? [{ ...val, path: [...val.path, path] }] : settingAt(ctx, root, path, node);
};

/** `context.values.get('base')` of App Services: the value in its file. */
const ofAppServices = (ctx: Ctx, node: ts.Node, name: string | undefined): readonly Value[] => {
  const file = name === undefined ? undefined : ctx.program.above(node, `values/${name}`, ['.json']);
  return file === undefined
    ? unknown(name)
    : ctx.property({ kind: 'module', path: file }, 'value', node, false);
};

/** `current_app.config.get('ATLAS_URL', default)`. */
const ofFlask = (ctx: Ctx, node: ts.CallExpression, argument: Env['argument']): readonly Value[] => {
  const name = onlyText(argument(0));
  const given = name === undefined ? undefined : flaskSetting(ctx, name, node);
  return given ?? [{ kind: 'unknown', name, isSetting: true }, ...(argument(1) ?? [])];
};

/** Result of a call of a settings library; `undefined` for all other calls. */
export const settingCalled = (
  ctx: Ctx,
  val: ExternalValue,
  node: ts.CallExpression,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  const last = val.path.at(-1) ?? '';
  const callee = val.path.join('.');
  if (val.module === '') {
    if (callee === 'context.values.get') return ofAppServices(ctx, node, onlyText(argument(0)));
    const name = callee === 'Deno.env.get' ? onlyText(argument(0)) : undefined;
    return name === undefined ? undefined : orUnknown(environmentValues(ctx, name, node), name);
  }
  if (val.module === '@nestjs/config') return injectedSetting(ctx, val, node, argument);
  if (val.module === 'config' && last === 'get')
    return ofConfigPackage(ctx, val, node, onlyText(argument(0)) ?? '');
  if (last === 'get' && isFlaskSettings({ ...val, path: val.path.slice(0, -1) }))
    return ofFlask(ctx, node, argument);
  const stored = storedSetting(val);
  if (stored) return storedValues(ctx, stored, node, argument);
  if (!SCHEMAS.test(val.module)) return undefined;
  if (val.module === 'convict')
    return val.made.length > 0 && /^(?:get|default|getProperties)$/.test(last)
      ? ofConvict(ctx, val, node, argument)
      : undefined;
  if (val.module === 'env-var') return READS.test(last) ? ofEnvVar(ctx, val, node) : undefined;
  return ofSchema(ctx, val, node, last);
};

const ofSchema = (
  ctx: Ctx,
  val: ExternalValue,
  node: ts.CallExpression,
  last: string,
): readonly Value[] | undefined => {
  const isWhole = /^(?:cleanEnv|parseEnv|createEnv)$/.test(last);
  const made: ExternalValue = isWhole
    ? { ...val, made: [...val.made, { call: node, env: undefined, path: val.path }] }
    : val;
  const wrap = Object.hasOwn(WRAPS, last) ? WRAPS[last] : undefined;
  if (!isWhole && wrap === undefined && !PARSES.test(last)) return undefined;
  const settings = settingsOf(ctx, made, node);
  if (settings.length === 0) return undefined;
  if (wrap === undefined) return settings;
  const member = {
    name: wrap,
    nameNode: node,
    expression: undefined,
    node,
    certain: true,
    value: () => settings,
  };
  return [{ kind: 'object', node, literal: undefined, complete: false, members: [member] }];
};

/** Modules of SvelteKit and Astro that export the environment variables, by their names or as `env`. */
const NAMED_VARIABLES = /^(?:\$env\/static\/(?:private|public)|astro:env\/(?:server|client))$/;
const ALL_VARIABLES = /^\$env\/dynamic\/(?:private|public)$/;

/** True for the environment variables that a package returns: `require('dotenv').config().parsed`. */
export const isEnvironmentPackage = ({ module, path, made }: ExternalValue): boolean => {
  const name = path.join('.');
  if (module === '') return ['process.env', 'Bun.env', 'import.meta.env'].includes(name);
  if (made.length === 0 && NAMED_VARIABLES.test(module)) return name === '';
  if (made.length === 0 && ALL_VARIABLES.test(module)) return name === 'env';
  return DOTENV.test(module) && made.length === 1 && name === 'parsed';
};

/** Member of a settings object of a package; `undefined` for all others. */
export const settingNamed = (
  ctx: Ctx,
  val: ExternalValue,
  name: string,
  node: ts.Node,
): readonly Value[] | undefined =>
  val.module === 'config' &&
  val.path.length === 0 &&
  val.made.length === 0 &&
  !/^(?:get|has|util|default)$/.test(name)
    ? ofConfigPackage(ctx, val, node, name)
    : undefined;
