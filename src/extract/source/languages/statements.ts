import type { Span } from '../../../model/index.ts';
import { markKeywords } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { nowhere, placed } from './builders.ts';

// Builders for statements, functions and classes of the common syntax tree.

const { factory } = ts;

export const asStatement = (expression: ts.Expression, span: Span): ts.Statement =>
  placed(factory.createExpressionStatement(expression), span);

/** Declares a variable of the enclosing function, or of the enclosing block where `isOfBlock`. */
export const declare = (
  name: ts.BindingName,
  initializer: ts.Expression | undefined,
  span: Span,
  isOfBlock = false,
): ts.VariableStatement =>
  placed(factory.createVariableStatement(undefined, declarations(name, initializer, span, isOfBlock)), span);

export const declarations = (
  name: ts.BindingName,
  initializer: ts.Expression | undefined,
  span: Span,
  isOfBlock = false,
): ts.VariableDeclarationList => {
  const declaration = placed(
    factory.createVariableDeclaration(name, undefined, undefined, initializer),
    span,
  );
  const flags = isOfBlock ? ts.NodeFlags.Const : ts.NodeFlags.None;
  return placed(factory.createVariableDeclarationList([declaration], flags), span);
};

/** Destructures a list into several names. */
export const itemNames = (names: readonly ts.BindingName[], span: Span): ts.ArrayBindingPattern =>
  placed(
    factory.createArrayBindingPattern(
      names.map((name) =>
        placed(factory.createBindingElement(undefined, undefined, name), { start: name.pos, end: name.end }),
      ),
    ),
    span,
  );

export const block = (statements: readonly ts.Statement[], span: Span): ts.Block =>
  placed(factory.createBlock(factory.createNodeArray(statements), true), span);

export const either = (
  condition: ts.Expression,
  then: ts.Statement,
  otherwise: ts.Statement | undefined,
  span: Span,
): ts.Statement => placed(factory.createIfStatement(condition, then, otherwise), span);

export const loopOver = (
  names: ts.VariableDeclarationList,
  of: ts.Expression,
  body: ts.Statement,
  span: Span,
): ts.Statement => placed(factory.createForOfStatement(undefined, names, of, body), span);

export const loop = (condition: ts.Expression, body: ts.Statement, span: Span): ts.Statement =>
  placed(factory.createWhileStatement(condition, body), span);

export const giveBack = (value: ts.Expression | undefined, span: Span): ts.Statement =>
  placed(factory.createReturnStatement(value), span);

export const fail = (value: ts.Expression, span: Span): ts.Statement =>
  placed(factory.createThrowStatement(value), span);

export const breakOff = (span: Span): ts.Statement => placed(factory.createBreakStatement(), span);
export const goOn = (span: Span): ts.Statement => placed(factory.createContinueStatement(), span);

export const attempt = (
  body: ts.Block,
  caught: { readonly name: ts.Identifier | undefined; readonly body: ts.Block } | undefined,
  last: ts.Block | undefined,
  span: Span,
): ts.Statement => {
  const variable = caught?.name && factory.createVariableDeclaration(caught.name);
  if (variable) placed(variable, { start: variable.name.pos, end: variable.name.end });
  const clause = caught && factory.createCatchClause(variable, caught.body);
  if (clause) placed(clause, { start: caught.body.pos, end: caught.body.end });
  return placed(
    factory.createTryStatement(body, clause, last ?? (clause ? undefined : block([], span))),
    span,
  );
};

export interface ParameterParts {
  readonly name: ts.BindingName;
  readonly initial?: ts.Expression | undefined;
  readonly type?: ts.TypeNode | undefined;
  /** Rest parameter: takes all remaining positional arguments. */
  readonly isRest?: boolean;
  /** Takes all named arguments that no other parameter names. */
  readonly takesKeywords?: boolean;
}

export const parameter = (
  { name, initial, type, isRest, takesKeywords }: ParameterParts,
  span: Span,
): ts.ParameterDeclaration => {
  const rest = isRest
    ? placed(factory.createToken(ts.SyntaxKind.DotDotDotToken), nowhere(span.start))
    : undefined;
  const node = placed(
    factory.createParameterDeclaration(undefined, rest, name, undefined, type, initial),
    span,
  );
  return takesKeywords ? markKeywords(node) : node;
};

/** Type reference to a class: `x: Client`. */
export const typeNamed = (name: ts.Identifier): ts.TypeReferenceNode =>
  placed(factory.createTypeReferenceNode(name), { start: name.pos, end: name.end });

export const arrow = (
  parameters: readonly ts.ParameterDeclaration[],
  body: ts.ConciseBody,
  span: Span,
): ts.ArrowFunction =>
  placed(
    factory.createArrowFunction(
      undefined,
      undefined,
      parameters,
      undefined,
      placed(factory.createToken(ts.SyntaxKind.EqualsGreaterThanToken), nowhere(body.pos)),
      body,
    ),
    span,
  );

export interface FunctionParts {
  readonly name: ts.Identifier;
  readonly parameters: readonly ts.ParameterDeclaration[];
  readonly body: ts.Block;
  readonly isGenerator?: boolean;
}

const star = (isGenerator: boolean | undefined, at: number): ts.AsteriskToken | undefined =>
  isGenerator ? placed(factory.createToken(ts.SyntaxKind.AsteriskToken), nowhere(at)) : undefined;

export const functionNamed = (
  { name, parameters, body, isGenerator }: FunctionParts,
  span: Span,
): ts.FunctionDeclaration =>
  placed(
    factory.createFunctionDeclaration(
      undefined,
      star(isGenerator, span.start),
      name,
      undefined,
      parameters,
      undefined,
      body,
    ),
    span,
  );

const staticAt = (at: number): ts.ModifierToken<ts.SyntaxKind.StaticKeyword> =>
  placed(factory.createToken(ts.SyntaxKind.StaticKeyword), nowhere(at));

export const method = (
  { name, parameters, body, isGenerator }: FunctionParts,
  span: Span,
  isStatic = false,
): ts.ClassElement =>
  placed(
    factory.createMethodDeclaration(
      isStatic ? [staticAt(span.start)] : undefined,
      star(isGenerator, span.start),
      name,
      undefined,
      undefined,
      parameters,
      undefined,
      body,
    ),
    span,
  );

export const getter = (name: ts.Identifier, body: ts.Block, span: Span): ts.ClassElement =>
  placed(factory.createGetAccessorDeclaration(undefined, name, [], undefined, body), span);

export const constructorWith = (
  parameters: readonly ts.ParameterDeclaration[],
  body: ts.Block,
  span: Span,
): ts.ClassElement => placed(factory.createConstructorDeclaration(undefined, parameters, body), span);

export const field = (
  name: ts.Identifier,
  initial: ts.Expression | undefined,
  type: ts.TypeNode | undefined,
  span: Span,
): ts.ClassElement =>
  placed(factory.createPropertyDeclaration(undefined, name, undefined, type, initial), span);

/** Statements that run when their class is declared. */
export const staticBlock = (body: ts.Block, span: Span): ts.ClassElement =>
  placed(factory.createClassStaticBlockDeclaration(body), span);

export const classNamed = (
  name: ts.Identifier,
  base: ts.Expression | undefined,
  members: readonly ts.ClassElement[],
  span: Span,
): ts.ClassDeclaration => {
  const extended =
    base &&
    placed(factory.createExpressionWithTypeArguments(base, undefined), { start: base.pos, end: base.end });
  const heritage = extended && [
    placed(factory.createHeritageClause(ts.SyntaxKind.ExtendsKeyword, [extended]), {
      start: extended.pos,
      end: extended.end,
    }),
  ];
  return placed(factory.createClassDeclaration(undefined, name, undefined, heritage, members), span);
};

/** Class as a value, such as one in the body of another class. */
export const classValue = ({
  name,
  heritageClauses,
  members,
  pos,
  end,
}: ts.ClassDeclaration): ts.Expression =>
  placed(factory.createClassExpression(undefined, name, undefined, heritageClauses, members), {
    start: pos,
    end,
  });
