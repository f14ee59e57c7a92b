import { type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';

/** Words after the name of a command. */
export interface Words {
  readonly given: readonly Cst[];
  readonly named: readonly { readonly name: Cst; readonly value: Cst | undefined }[];
  readonly splatted: readonly Cst[];
}

/** Words after the name of a command, as they are written. */
export const commandElements = (node: Cst): readonly Cst[] =>
  node.children
    .filter(({ type }) => type === 'command_elements')
    .flatMap(namedIn)
    .filter(({ type }) => type !== 'command_argument_sep' && type !== 'redirection');

/** Name of a parameter, without its dash. */
export const parameterName = (ctx: Lowering, node: Cst): string =>
  textIn(ctx, node).replace(/^-/, '').replace(/:$/, '');

/** Words of a command by their kind. */
export const commandWords = (ctx: Lowering, node: Cst, takesNoValue: (name: string) => boolean): Words => {
  const [given, named, splatted]: [Cst[], { name: Cst; value: Cst | undefined }[], Cst[]] = [[], [], []];
  const elements = commandElements(node);
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at]!;
    const next = elements[at + 1];
    if (element.type === 'command_parameter') {
      const takes = next && next.type !== 'command_parameter' && !textIn(ctx, next).startsWith('@');
      const isHash = next?.type === 'hash_literal_expression' || next?.type === 'array_expression';
      const value = (takes || isHash) && !takesNoValue(parameterName(ctx, element)) ? next : undefined;
      named.push({ name: element, value });
      if (value) at++;
    } else if (element.type === 'variable' && textIn(ctx, element).startsWith('@')) splatted.push(element);
    else given.push(element);
  }
  return { given, named, splatted };
};
