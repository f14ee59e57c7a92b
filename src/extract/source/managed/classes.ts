import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst } from '../languages/tree-sitter.ts';
import { type Lowering, textIn } from './lowering.ts';
import { overloadName } from './names.ts';

// Members of classes in languages with declared types.

export interface MethodParts {
  readonly name: ts.Identifier;
  readonly parameters: readonly ts.ParameterDeclaration[];
  readonly body: ts.Block;
  readonly isStatic: boolean;
  readonly span: Span;
}

const asStatic = <N extends ts.ClassElement>(node: N): N => {
  const modifier = ts.setTextRange(ts.factory.createToken(ts.SyntaxKind.StaticKeyword), {
    pos: node.pos,
    end: node.pos,
  });
  return Object.assign(node, { modifiers: ts.factory.createNodeArray([modifier]) });
};

/** Builds a field of an object, or a static field of the class. */
export const fieldOf = (
  name: ts.Identifier,
  initial: ts.Expression | undefined,
  type: ts.TypeNode | undefined,
  isStatic: boolean,
  span: Span,
): ts.ClassElement => {
  const node = build.field(name, initial, type, span);
  return isStatic ? asStatic(node) : node;
};

/** Static fields of a class that hold its nested classes, which are lowered beside it. */
export const nestedFields = (ctx: Lowering, nested: readonly Cst[]): readonly ts.ClassElement[] =>
  nested.flatMap((each) => {
    const name = childIn(each, 'name');
    const at = build.nowhere(each.start);
    const named = (): ts.Identifier => build.nameAt(textIn(ctx, name!), at);
    return name ? [fieldOf(named(), named(), undefined, true, at)] : [];
  });

/** Dispatcher for overloads of a name: which one runs depends on the arguments. */
const chooser = (name: string, overloads: readonly MethodParts[]): ts.ClassElement => {
  const [first] = overloads;
  const at = build.nowhere(first!.span.start);
  const most = Math.max(...overloads.map(({ parameters }) => parameters.length));
  const names = Array.from({ length: most }, (_, index) => `a${index}`);
  const calls = overloads.map(({ parameters }, index): ts.Expression =>
    build.call(
      build.member(build.thisAt(at), build.nameAt(overloadName(name, index), at), at),
      names.slice(0, parameters.length).map((each) => build.nameAt(each, at)),
      at,
    ),
  );
  const [last, ...others] = calls.toReversed();
  const chosen = others.reduce((rest, each) => build.conditional(build.opaque(at), each, rest, at), last!);
  return build.method(
    {
      name: build.nameAt(name, at),
      parameters: names.map((each) => build.parameter({ name: build.nameAt(each, at) }, at)),
      body: build.block([build.giveBack(chosen, at)], at),
    },
    at,
    first!.isStatic,
  );
};

/** Methods of a class; overloads get names of their own, and a dispatcher has the original name. */
export const methodsOf = (all: readonly MethodParts[]): readonly ts.ClassElement[] =>
  [...new Set(all.map(({ name }) => name.text))].flatMap((name) => {
    const overloads = all.filter((each) => each.name.text === name);
    const [only, ...others] = overloads;
    if (others.length === 0) return [build.method(only!, only!.span, only!.isStatic)];
    const each = overloads.map((parts, index) =>
      build.method(
        { ...parts, name: build.nameAt(overloadName(name, index), parts.span) },
        parts.span,
        parts.isStatic,
      ),
    );
    return [...each, chooser(name, overloads)];
  });

export interface ConstructorParts {
  readonly parameters: readonly ts.ParameterDeclaration[];
  readonly body: ts.Block;
  /** Arguments passed to another constructor of the class: `this(base, 30)`. */
  readonly delegates?: readonly ts.Expression[] | undefined;
  readonly span: Span;
}

/** Default of a parameter that a shorter constructor passes: `this(name, DEFAULT_BASE)`. */
const defaultFor = (
  index: number,
  longest: ConstructorParts,
  others: readonly ConstructorParts[],
): ts.Expression | undefined =>
  others
    .filter(
      ({ delegates, parameters }) =>
        delegates?.length === longest.parameters.length && index >= parameters.length,
    )
    .map(({ delegates }) => delegates![index])[0];

const isSame = (
  expression: ts.Expression | undefined,
  parameter: ts.ParameterDeclaration | undefined,
): boolean =>
  expression !== undefined &&
  parameter !== undefined &&
  ts.isIdentifier(expression) &&
  ts.isIdentifier(parameter.name) &&
  expression.text === parameter.name.text;

/** True where a constructor only passes its parameters, followed by defaults, to the longest one. */
const completes = (shorter: ConstructorParts, longest: ConstructorParts): boolean =>
  shorter.delegates?.length === longest.parameters.length &&
  shorter.parameters.every((each, index) => isSame(shorter.delegates![index], each));

/**
 * Merges the constructors of a class into one; where several do different things, nothing is known of their arguments.
 */
export const constructorOf = (all: readonly ConstructorParts[]): readonly ts.ClassElement[] => {
  const [longest, ...others] = all.toSorted((a, b) => b.parameters.length - a.parameters.length);
  if (!longest) return [];
  if (others.length === 0) return [build.constructorWith(longest.parameters, longest.body, longest.span)];
  if (others.every((each) => completes(each, longest))) {
    const parameters = longest.parameters.map((each, index) => {
      const initial = defaultFor(index, longest, others);
      return initial ? Object.assign(each, { initializer: initial }) : each;
    });
    return [build.constructorWith(parameters, longest.body, longest.span)];
  }
  return [unseenConstructor(all)];
};

/** Constructor that runs any of the bodies, with unknown parameters. */
const unseenConstructor = (all: readonly ConstructorParts[]): ts.ClassElement => {
  const at = build.nowhere(all[0]!.span.start);
  const bodies = all.map(({ parameters, body, delegates }) => {
    const unseen = parameters.map(({ name }) => build.declare(name, build.opaque(at), at, true));
    const given = (delegates ?? []).map((each) =>
      build.asStatement(each, { start: each.pos, end: each.end }),
    );
    return build.either(build.opaque(at), build.block([...unseen, ...given, body], at), undefined, at);
  });
  return build.constructorWith([], build.block(bodies, at), at);
};

/** Constructor that stores its parameters in fields of the same names. */
export const constructorOfFields = (
  parameters: readonly ts.ParameterDeclaration[],
  span: Span,
): ts.ClassElement => {
  const here = build.nowhere(span.end);
  const sets = parameters.flatMap(({ name }) =>
    ts.isIdentifier(name)
      ? [
          build.asStatement(
            build.assignTo(
              build.member(build.thisAt(here), build.nameAt(name.text, here), here),
              build.nameAt(name.text, here),
              here,
            ),
            here,
          ),
        ]
      : [],
  );
  return build.constructorWith(parameters, build.block(sets, here), here);
};
