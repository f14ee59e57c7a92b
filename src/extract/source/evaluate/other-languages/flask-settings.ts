import { oncePerNode } from '../../syntax/memo.ts';
import { exactValue, slotsOf } from '../../../../model/index.ts';
import { nodesOf } from '../../syntax/nodes.ts';
import { ts } from '../../syntax/tree.ts';
import type { Ctx, ExternalValue, Value } from '../values.ts';

// Settings of Flask, which every file of an application reads by their names: `current_app.config['ATLAS_URL']`.

/** Calls that give settings their values: `app.config.from_object(Development)`, `app.config.update(ATLAS_URL=…)`. */
const GIVES = /^(?:from_object|from_mapping|update)$/;

/** Where settings are given values: one by its name, or all that an object has. */
interface Giver {
  /** The settings: `app.config`. */
  readonly settings: ts.Expression;
  readonly name: string | undefined;
  readonly value: ts.Expression;
}

const isConfig = (node: ts.Expression): node is ts.PropertyAccessExpression =>
  ts.isPropertyAccessExpression(node) && node.name.text === 'config';

const giversAt = (node: ts.Node): readonly Giver[] => {
  if (ts.isCallExpression(node)) {
    const { expression: callee, arguments: given } = node;
    if (!ts.isPropertyAccessExpression(callee) || !GIVES.test(callee.name.text)) return [];
    const settings = callee.expression;
    return isConfig(settings) ? given.map((value) => ({ settings, name: undefined, value })) : [];
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return [];
  const { left, right } = node;
  if (!ts.isElementAccessExpression(left) || !isConfig(left.expression)) return [];
  const { argumentExpression: key } = left;
  return ts.isStringLiteralLike(key) ? [{ settings: left.expression, name: key.text, value: right }] : [];
};

/** What gives settings values in a file. */
const giversIn = oncePerNode((file: ts.SourceFile): readonly Giver[] =>
  nodesOf(file).changing.flatMap(giversAt),
);

/** Loaded files, of all applications: one may read the settings of another. */
const filesOf = ({ program }: Ctx): readonly ts.SourceFile[] =>
  program.loaded().flatMap(({ path, file }) => (path.endsWith('.py') ? [file] : []));

/** True for the settings of an application: `current_app.config`, and `app.config` of `app = Flask(…)`. */
export const isFlaskSettings = ({
  module,
  path,
  made,
}: Pick<ExternalValue, 'module' | 'path' | 'made'>): boolean =>
  module === 'py:flask' && path.join('.') === (made.length === 0 ? 'current_app.config' : 'config');

/** Object that a text names: `'config.Development'`, `'config'`. */
const objectNamed = (ctx: Ctx, text: string, node: ts.Node): readonly Value[] => {
  const whole = ctx.program.resolve(node, text);
  if (whole.kind === 'file') return [{ kind: 'module', path: whole.path }];
  const at = text.lastIndexOf('.');
  const module = at === -1 ? whole : ctx.program.resolve(node, text.slice(0, at));
  return module.kind === 'file'
    ? ctx.property({ kind: 'module', path: module.path }, text.slice(at + 1), node, false)
    : [];
};

const isOwner = ({ kind }: Value): boolean => kind === 'class' || kind === 'module' || kind === 'object';

/** The value of a setting that one giver gives; `undefined` where that is not known, and none where it gives no such one. */
const givenBy = (
  ctx: Ctx,
  { name: own, value }: Giver,
  name: string,
  node: ts.Node,
): readonly Value[] | undefined => {
  if (own !== undefined) return own === name ? ctx.evaluate(value, undefined) : [];
  const owners = ctx
    .evaluate(value, undefined)
    .flatMap((val) => (val.kind === 'text' ? objectNamed(ctx, exactValue(val.text) ?? '', value) : [val]));
  if (owners.length === 0 || !owners.every(isOwner)) return undefined;
  return owners
    .flatMap((owner) => ctx.property(owner, name, node, false))
    .filter(({ kind }) => kind !== 'unknown');
};

/** What a text is the key of: `x` of `x['NAME']` and `x.get('NAME')`. */
const ownerOfKey = (text: ts.Node): ts.Expression | undefined => {
  const { parent } = text;
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === text) return parent.expression;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== text) return undefined;
  const { expression: callee } = parent;
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 'get' ? callee.expression : undefined;
};

const isOfFlask = (ctx: Ctx, settings: ts.Expression): boolean =>
  ctx.evaluate(settings, undefined).some((val) => val.kind === 'external' && isFlaskSettings(val));

/** True where a setting is also read by its name from what is not known to be the settings: `self.app.config['ATLAS_URL']`. */
const isReadElsewhere = (ctx: Ctx, name: string, files: readonly ts.SourceFile[]): boolean =>
  files.some((file) =>
    nodesOf(file).texts.some((text) => {
      const owner = ts.isStringLiteralLike(text) && text.text === name ? ownerOfKey(text) : undefined;
      return owner !== undefined && !isOfFlask(ctx, owner);
    }),
  );

/** Expressions that a class, a module or a keyword gives a name to: `ATLAS_URL = '…'`. */
const statedAs = (file: ts.SourceFile, name: string): readonly ts.Expression[] => {
  const { changing, members, variables } = nodesOf(file);
  const declared = [...members, ...variables].flatMap((node) => {
    const isOurs = node.name && ts.isIdentifier(node.name) && node.name.text === name;
    return isOurs && 'initializer' in node && node.initializer ? [node.initializer] : [];
  });
  const assigned = changing.flatMap((node) =>
    ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && node.left.text === name ? [node.right] : [],
  );
  return [...declared, ...assigned];
};

const slotsIn = (vals: readonly Value[]): readonly string[] =>
  vals.flatMap((val) =>
    val.kind === 'text' ? slotsOf(val.text).map(({ file, span }) => `${file}:${span.start}`) : [],
  );

/** True where the name stands for other texts too: the settings of another environment. */
const isStatedElsewhere = (
  ctx: Ctx,
  name: string,
  files: readonly ts.SourceFile[],
  found: readonly Value[],
): boolean => {
  const taken = new Set(slotsIn(found));
  return files
    .flatMap((file) => statedAs(file, name))
    .some((stated) => !slotsIn(ctx.evaluate(stated, undefined)).every((slot) => taken.has(slot)));
};

/**
 * Values of a setting of Flask by its name; `undefined` where it is given none, where it has other values in other settings, where an object that gives settings is not
 * known, which may have another value for it, and where code that is not followed may read it.
 */
export const flaskSetting = (ctx: Ctx, name: string, node: ts.Node): readonly Value[] | undefined => {
  const files = filesOf(ctx);
  if (isReadElsewhere(ctx, name, files)) return undefined;
  const found: Value[] = [];
  for (const giver of files.flatMap((file) => giversIn(file))) {
    const vals = isOfFlask(ctx, giver.settings) ? givenBy(ctx, giver, name, node) : [];
    if (vals === undefined) return undefined;
    found.push(...vals);
  }
  return found.length > 0 && !isStatedElsewhere(ctx, name, files, found) ? found : undefined;
};
