import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { headerList } from './header-lines.ts';
import { type Lowering, textIn } from './lowering.ts';

// curl options by the part of a request that they set.

/** Options that can be ignored, and those that set a part of a request. */
type Sets = 'url' | 'headers' | 'custom' | 'body' | 'flag POST' | 'flag GET' | 'flag HEAD' | 'flag PUT';

const OPTIONS: Readonly<Record<string, Sets>> = {
  CURLOPT_URL: 'url',
  CURLOPT_HTTPHEADER: 'headers',
  CURLOPT_CUSTOMREQUEST: 'custom',
  CURLOPT_POSTFIELDS: 'body',
  CURLOPT_POST: 'flag POST',
  CURLOPT_HTTPGET: 'flag GET',
  CURLOPT_NOBODY: 'flag HEAD',
  CURLOPT_PUT: 'flag PUT',
};

/** Members of the request that one option sets, as far as they are known. */
export interface OptionSet {
  readonly name: string;
  readonly value: ts.Expression;
}

const isEmptyList = (node: Cst): boolean =>
  node.type === 'array_creation_expression' && node.children.every(({ named }) => !named);

const headersGiven = (ctx: Lowering, value: Cst): ts.Expression =>
  isEmptyList(value) ? headerList(ctx, [], value, false) : ctx.expression(value);

/** Members that `curl_setopt($ch, OPTION, value)` sets; `undefined` for an unknown option. */
export const optionSet = (ctx: Lowering, option: Cst, value: Cst): readonly OptionSet[] | undefined => {
  const name = textIn(ctx, option).replace(/^\\/, '');
  if (!/^CURLOPT_\w+$/.test(name)) return undefined;
  const sets = Object.hasOwn(OPTIONS, name) ? OPTIONS[name]! : undefined;
  if (sets === undefined) return [{ name: 'other', value: build.opaque(value, [ctx.expression(value)]) }];
  if (sets === 'headers') return [{ name: sets, value: headersGiven(ctx, value) }];
  if (sets === 'body')
    return [
      { name: 'method', value: build.textAt('POST', build.nowhere(option.start)) },
      { name: 'body', value: ctx.expression(value) },
    ];
  if (!sets.startsWith('flag ')) return [{ name: sets, value: ctx.expression(value) }];
  const isSet = /^(?:true|1)$/i.test(textIn(ctx, value));
  if (!isSet && !/^(?:false|0)$/i.test(textIn(ctx, value)))
    return [{ name: 'method', value: build.opaque(value, [ctx.expression(value)]) }];
  return isSet ? [{ name: 'method', value: build.textAt(sets.slice(5), value) }] : [];
};

interface Item {
  readonly key: Cst | undefined;
  readonly value: Cst;
  readonly node: Cst;
}

/** True for an array of curl options: `[CURLOPT_URL => $url]`. */
export const hasCurlKeys = (ctx: Lowering, items: readonly Item[]): boolean =>
  items.some(({ key }) => key && /^\\?CURLOPT_/.test(textIn(ctx, key)));

/** Lowers curl options to an object of the members they set. */
export const curlOptions = (ctx: Lowering, items: readonly Item[], span: Span): ts.Expression =>
  build.object(
    items.flatMap(({ key, value, node }): readonly ts.ObjectLiteralElementLike[] => {
      const set = key ? optionSet(ctx, key, value) : undefined;
      if (!set) return [build.spreadMember(build.opaque(node, [ctx.expression(value)]), node)];
      return set.map((each) =>
        build.property(build.nameAt(each.name, build.nowhere(node.start)), each.value, node),
      );
    }),
    span,
  );
