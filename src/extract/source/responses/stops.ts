import type { EscapeFact } from '../../../model/index.ts';
import { argumentValues } from '../evaluate/arguments.ts';
import { receivedBy } from '../evaluate/callbacks.ts';
import { boundTo } from '../evaluate/other-languages/keywords.ts';
import type { ResponseValue, Ctx, Env, FunctionValue } from '../evaluate/values.ts';
import type { Caller } from '../requests/callers/call-graph.ts';
import { isKeywords } from '../syntax/dialect.ts';
import { referencesTo } from '../syntax/references.ts';
import { ts } from '../syntax/tree.ts';

/** Position that holds a response, with the call path to it. */
export interface Stop {
  readonly node: ts.Node;
  readonly env: Env | undefined;
}

/** Position where a response, or a part of it, is no longer followed, or used in an unknown way. */
export interface Exit {
  readonly node: ts.Node;
  readonly answers: readonly ResponseValue[];
  readonly as: EscapeFact['as'];
}

/** Result of a step: more positions, an exit, or nothing, where no part of the response continues. */
export type Next = { readonly to: readonly Stop[] } | EscapeFact['as'] | 'end';

/** References to the names that a variable, parameter or pattern binds. */
export const references = (name: ts.BindingName, env: Env | undefined): readonly Stop[] => {
  if (!ts.isIdentifier(name))
    return name.elements.flatMap((element) =>
      ts.isBindingElement(element) ? references(element.name, env) : [],
    );
  return referencesTo(name, name.getSourceFile()).map((node) => ({ node, env }));
};

/** References to the parameters that an argument is bound to: by position, or by name. */
export const intoFunction = (
  ctx: Ctx,
  fn: FunctionValue,
  call: Caller,
  index: number,
  env: Env | undefined,
): readonly Stop[] => {
  const argument = boundTo(ctx, fn, call, argumentValues(ctx, call, env), env);
  const entered: Env = { fn: fn.node, call, argument, next: fn.env ?? env };
  const isNamed = isKeywords(call.arguments![index]!);
  const parameters = isNamed ? fn.node.parameters : [fn.node.parameters[index] ?? []].flat();
  return parameters.flatMap(({ name }) => references(name, entered));
};

/** Callback parameters of a call that receive the response. */
export const intoCallbacks = (ctx: Ctx, call: ts.CallExpression, env: Env | undefined): readonly Stop[] =>
  call.arguments.flatMap((argument) =>
    ctx.evaluate(argument, env).flatMap((val) => {
      if (val.kind !== 'function') return [];
      const received: Env['argument'] = (index) => receivedBy(ctx, call, argument, index, env);
      const inline = val.node === (argument as ts.Node);
      const inside = inline ? env : { fn: val.node, call, argument: received, next: val.env ?? env };
      return val.node.parameters.flatMap(({ name }) => references(name, inside));
    }),
  );
