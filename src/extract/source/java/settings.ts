import * as build from '../languages/build.ts';
import { OR_ABSENT } from '../languages/operators.ts';
import { type Lowering, textIn } from '../managed/lowering.ts';
import type { ts } from '../syntax/tree.ts';
import type { Cst } from '../languages/tree-sitter.ts';

const VALUE =
  /@(?:Value|ConfigProperty|Property)\s*\(\s*(?:value\s*=\s*)?"\$\{([^:}"\\]+)(?::([^}"\\]*))?\}"/;

/** Injected setting of a field, with its default: `@Value("${atlas.base:https://…}")`. */
export const valueOfSetting = (ctx: Lowering, node: Cst): ts.Expression | undefined => {
  const modifiers = node.children.find(({ type }) => type === 'modifiers');
  const match = modifiers && VALUE.exec(textIn(ctx, modifiers));
  const [whole = '', name = '', other] = match ?? [];
  if (!modifiers || !match || whole === '') return undefined;
  const end = modifiers.start + match.index + whole.length;
  const at = build.nowhere(modifiers.start);
  const environment = build.member(build.nameAt('process', at), build.nameAt('env', at), at);
  const read = build.element(environment, build.textAt(name, at), { start: modifiers.start, end });
  if (other === undefined) return read;
  const span = { start: end - 2 - other.length, end: end - 2 };
  const value = build.textAt(other, span, { span, spelling: 'java-double' });
  return build.binary(read, OR_ABSENT, value, { start: modifiers.start, end });
};
