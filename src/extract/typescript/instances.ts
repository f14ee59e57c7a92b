import type { ClientRow } from './client-row.ts';
import { defaultsArgument } from './clients.ts';
import { gapForHeadersIn, gapForOptions } from './gaps.ts';
import { type HeaderSource, headersFrom, NO_HEADERS, UNSEEN_HEADERS } from './headers.ts';
import { addedLater } from './instance-headers.ts';
import { hasHeaders, headersOption } from './options.ts';
import { ts } from './parse.ts';
import type { Ctx, ExternalVal, Made, ObjectVal } from './values.ts';

/** What an instance of a client (`axios.create({…})`) adds to each of its requests. */
export interface Instance {
  readonly defaults: ObjectVal | undefined;
  readonly headers: HeaderSource;
  /** The creating call, where it takes defaults. */
  readonly created: ts.Node | undefined;
}

const NONE: Instance = { defaults: undefined, headers: NO_HEADERS, created: undefined };

/** The expression that later names the instance: a variable or `this.field`, as written. */
export const holderOf = (made: Made): string | undefined => {
  let at: ts.Node = made.call;
  while (
    ts.isAwaitExpression(at.parent) ||
    ts.isParenthesizedExpression(at.parent) ||
    ts.isAsExpression(at.parent)
  )
    at = at.parent;
  const { parent } = at;
  if (ts.isVariableDeclaration(parent)) return parent.name.getText();
  if (ts.isPropertyDeclaration(parent)) return `this.${parent.name.getText()}`;
  return ts.isBinaryExpression(parent) && parent.right === at ? parent.left.getText() : undefined;
};

/** Header defaults of a creating call, with room for one more. */
const createdWith = (ctx: Ctx, made: Made, index: number, row: ClientRow): Instance => {
  const argument = made.call.arguments?.[index];
  const vals = argument ? ctx.evaluate(argument, made.env) : [];
  const defaults = vals.find((val) => val.kind === 'object');
  if (argument && !defaults) return { defaults: undefined, headers: UNSEEN_HEADERS, created: made.call };
  const own = defaults ? headersFrom(headersOption(defaults, row, made.call), row.listValues) : NO_HEADERS;
  const literal =
    defaults?.literal && ts.isObjectLiteralExpression(defaults.literal) ? defaults.literal : undefined;
  const absent = literal && !hasHeaders(defaults, row);
  // A hook may set any header.
  const hooked = defaults?.members.some(({ name }) => name === 'hooks') ?? false;
  const gap =
    own.gap ??
    (absent
      ? gapForHeadersIn(literal, row.listValues, row.options.headers[0])
      : argument
        ? undefined
        : gapForOptions(made.call, 0, row.listValues, row.options.headers[0]));
  return {
    defaults,
    created: made.call,
    headers: { ...own, complete: own.complete && !hooked, gap, literal: own.literal ?? literal ?? made.call },
  };
};

const merged = (a: HeaderSource, b: HeaderSource): HeaderSource => ({
  ...a,
  entries: [...a.entries, ...b.entries],
  complete: a.complete && b.complete,
});

/** Defaults of the instance that a callee belongs to; of the package itself (`axios.defaults…`) where it is none. */
export const instanceOf = (ctx: Ctx, external: ExternalVal | undefined, row: ClientRow): Instance => {
  const made = external?.made.at(-1);
  const index = made && defaultsArgument(row, made.path.join('.'));
  if (!made || index === undefined) return NONE;
  const created = createdWith(ctx, made, index, row);
  const holder = holderOf(made);
  const later = holder ? addedLater(ctx, made.call.getSourceFile(), holder, made.env) : NO_HEADERS;
  return { ...created, headers: merged(created.headers, later) };
};
