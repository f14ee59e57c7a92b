import type { Spelling } from '../../../model/index.ts';
import type { ts } from '../syntax/tree.ts';
import * as build from '../languages/build.ts';
import { PLUS } from '../languages/operators.ts';
import { childIn, type Cst, tokenIn } from '../languages/tree-sitter.ts';
import { decodePython } from './escapes.ts';
import type { Lowering } from './lowering.ts';

interface Form {
  readonly isRaw: boolean;
  readonly isFormatted: boolean;
  readonly spelling: Spelling;
}

/** Spelling of a literal, by its prefix and quotes: `rb'`, `f"""`. */
const formOf = (start: string): Form => {
  const [, prefix = '', quote = '"'] = /^([a-z]*)(.*)$/is.exec(start) ?? [];
  const isRaw = /r/i.test(prefix);
  const isFormatted = /[ft]/i.test(prefix);
  const mark = quote.length === 3 ? 'long' : quote === "'" ? 'single' : 'double';
  if (isRaw && isFormatted) return { isRaw, isFormatted, spelling: 'fixed' };
  const kind = isRaw ? 'raw-' : isFormatted ? 'f-' : '';
  return { isRaw, isFormatted, spelling: `py-${kind}${mark}` };
};

interface Literal {
  readonly pieces: readonly build.TemplatePiece[];
  readonly holes: readonly ts.Expression[];
}

/** Pieces and holes of one literal; `undefined` for one that is not closed. */
const literalOf = (ctx: Lowering, node: Cst): Literal | undefined => {
  const [start, end] = [tokenIn(node, 'string_start'), tokenIn(node, 'string_end')];
  if (!start || !end) return undefined;
  const form = formOf(ctx.text.slice(start.start, start.end));
  const holes = node.children.filter(({ type }) => type === 'interpolation');
  const edges = [start.end, ...holes.flatMap((hole) => [hole.start, hole.end]), end.start];
  const pieces = Array.from({ length: holes.length + 1 }, (_, at): build.TemplatePiece => {
    const span = { start: edges[at * 2]!, end: edges[at * 2 + 1]! };
    const raw = ctx.text.slice(span.start, span.end);
    const value = form.isRaw ? raw : decodePython(raw, form.isFormatted);
    return {
      value: value ?? raw,
      written: { span, spelling: value === undefined ? 'fixed' : form.spelling },
    };
  });
  return {
    pieces,
    holes: holes.map((hole) => {
      const inner = childIn(hole, 'expression');
      return inner ? ctx.expression(inner) : build.opaque(hole);
    }),
  };
};

/** `'…'`, `f"…{x}"`, `r'''…'''`. */
export const stringLiteral = (ctx: Lowering, node: Cst): ts.Expression => {
  const literal = literalOf(ctx, node);
  if (literal === undefined) return build.opaque(node);
  const { pieces, holes } = literal;
  return holes.length === 0
    ? build.textAt(pieces[0]!.value, node, pieces[0]!.written)
    : build.template(pieces, holes, node);
};

/** Adjacent literals, which are one text. */
export const joinedLiterals = (ctx: Lowering, node: Cst): ts.Expression =>
  node.children
    .filter(({ type }) => type === 'string')
    .map((part) => stringLiteral(ctx, part))
    .reduce((left, right) => build.binary(left, PLUS, right, { start: left.pos, end: right.end }));
