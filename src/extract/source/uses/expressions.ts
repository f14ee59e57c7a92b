import { isDocument } from '../languages/paths.ts';
import { ts } from '../syntax/tree.ts';
import { intoArgument } from './arguments.ts';
import type { At, Flow } from './flow.ts';
import { loopPath } from './dictionaries.ts';
import { asKey, lookedUp } from './keys.ts';
import { accessed } from './members.ts';
import { inBinary } from './operators.ts';
import { inArrow, inReturn, intoLiteral } from './results.ts';
import { ANY, asWritten, type Path, propertyName, RESULT } from '../types/member-path.ts';
import { intoPattern } from './patterns.ts';
import { intoTarget } from './targets.ts';
import { compared, inert, NOTHING, other, type StateStep, to, value } from './state.ts';
import { labels } from '../syntax/mentions.ts';

const inProperty = ({ flow, node, parent, path }: At<ts.PropertyAssignment>): StateStep => {
  // Key of a table.
  if (parent.initializer !== node) return asKey(flow, parent.parent, node);
  const name = propertyName(parent.name) ?? ANY;
  if (labels(name) && path.length === 0) return inert(node, 'as a label');
  return intoLiteral(flow, parent.parent, name, path);
};

const inComputedName = ({ flow, node, parent }: At): StateStep => asKey(flow, parent.parent.parent, node);

const inShorthand = ({ flow, node, parent, path }: At<ts.ShorthandPropertyAssignment>): StateStep =>
  intoLiteral(flow, parent.parent, (node as ts.Identifier).text, path);

const inSpread = ({ parent, path }: At<ts.SpreadAssignment>): StateStep =>
  path.length === 0 ? NOTHING : to(value(parent.parent, path));

const inArray = ({ parent, path }: At): StateStep => to(value(parent, [ANY, ...path]));

const inSpreadElement = ({ flow, parent, path }: At<ts.SpreadElement>): StateStep => {
  const around = parent.parent;
  if (ts.isArrayLiteralExpression(around)) return to(value(around, path));
  return ts.isCallExpression(around) || ts.isNewExpression(around)
    ? intoArgument(flow, around, parent, path[0] === ANY ? path.slice(1) : path)
    : other(parent, 'in a spread');
};

type Rule = (at: At<never>) => StateStep;

const through: Rule = ({ parent, path }: At) => to(value(parent, path));
const ends: Rule = () => NOTHING;
const inTemplate: Rule = ({ parent, path }: At) => to(value(parent, asWritten(path)));

const inConditional: Rule = ({ node, parent, path }: At<ts.ConditionalExpression>) =>
  parent.condition === node ? NOTHING : to(value(parent, path));

const inVariable: Rule = ({ parent, path }: At<ts.VariableDeclaration>) =>
  to(...intoPattern(parent.name, path));

const inParameter: Rule = ({ node, parent, path }: At<ts.ParameterDeclaration>) =>
  parent.initializer === node ? to(...intoPattern(parent.name, path)) : NOTHING;

const inProperties: Rule = ({ flow, node, parent, path }: At<ts.PropertyAccessExpression>) =>
  parent.expression === node ? accessed(flow, parent, parent.name.text, path) : NOTHING;

const inElement: Rule = ({ flow, node, parent, path }: At<ts.ElementAccessExpression>) => {
  if (parent.argumentExpression === node) return lookedUp(flow, parent.expression, node);
  return accessed(flow, parent, propertyName(parent.argumentExpression) ?? ANY, path);
};

const inCall: Rule = ({ flow, node, parent, path }: At<ts.CallExpression | ts.NewExpression>) => {
  if (parent.expression !== node) return intoArgument(flow, parent, node, path);
  if (path[0] === RESULT) return to(value(parent, path.slice(1)));
  return flow.sends(parent) ? accessed(flow, parent, '', path) : NOTHING;
};

const inClassProperty: Rule = ({ node, parent, path }: At<ts.PropertyDeclaration>) =>
  parent.initializer === node
    ? to({ kind: 'member', owner: parent.parent, name: propertyName(parent.name) ?? ANY, path })
    : NOTHING;

const inEnumMember: Rule = ({ parent, path }: At<ts.EnumMember>) =>
  to({ kind: 'name', node: parent.parent, path: [propertyName(parent.name) ?? ANY, ...path] });

const inForOf: Rule = ({ node, parent, path }: At<ts.ForOfStatement>) => {
  if (parent.expression !== node) return NOTHING;
  const list = parent.initializer;
  const rest = loopPath(parent, path);
  if (!rest) return NOTHING;
  return ts.isVariableDeclarationList(list)
    ? to(...list.declarations.flatMap(({ name }) => intoPattern(name, rest)))
    : intoTarget(list, rest);
};

const inExport: Rule = ({ parent, path }: At<ts.ExportAssignment>) =>
  to({
    kind: 'export',
    module: parent.getSourceFile().fileName,
    name: parent.isExportEquals === true ? '' : 'default',
    path,
  });

const inExportSpecifier: Rule = ({ parent, path }: At<ts.ExportSpecifier>) =>
  to({ kind: 'export', module: parent.getSourceFile().fileName, name: parent.name.text, path });

/** Document of a JSON file, or an unused value. */
const inStatement: Rule = ({ parent, path }: At) => {
  const file = parent.getSourceFile().fileName;
  return isDocument(file) ? to({ kind: 'export', module: file, name: '', path }) : NOTHING;
};

/** Attributes with text for users. */
const SHOWN = /^(?:title|alt|label|placeholder|aria-\w+|children)$/;

const inJsxExpression: Rule = ({ node, parent, path }: At<ts.JsxExpression>) => {
  const attribute = parent.parent;
  if (!ts.isJsxAttribute(attribute) || SHOWN.test(attribute.name.getText()))
    return inert(node, 'in a displayed text');
  return path.length > 0 ? other(node, 'as a property of an element') : other(node, 'as an attribute');
};

const inSwitch: Rule = ({ node, path }: At) =>
  path.length > 0 ? NOTHING : compared(node, 'in a comparison');

const inTemplateTag: Rule = ({ node, parent, path }: At<ts.TaggedTemplateExpression>) =>
  parent.tag === node ? NOTHING : to(value(parent, path));

const inThrow: Rule = ({ node }: At) => inert(node, 'as an error');

/** Rule per syntax kind of the surrounding expression; other kinds are not followed. */
const RULES = new Map<ts.SyntaxKind, Rule>([
  ...[
    ts.SyntaxKind.ParenthesizedExpression,
    ts.SyntaxKind.AsExpression,
    ts.SyntaxKind.SatisfiesExpression,
    ts.SyntaxKind.NonNullExpression,
    ts.SyntaxKind.TypeAssertionExpression,
    ts.SyntaxKind.AwaitExpression,
    ts.SyntaxKind.TemplateExpression,
  ].map((kind) => [kind, through] as const),
  ...[
    ts.SyntaxKind.PrefixUnaryExpression,
    ts.SyntaxKind.TypeOfExpression,
    ts.SyntaxKind.VoidExpression,
    ts.SyntaxKind.DeleteExpression,
    ts.SyntaxKind.IfStatement,
    ts.SyntaxKind.WhileStatement,
    ts.SyntaxKind.DoStatement,
    ts.SyntaxKind.TypeQuery,
    ts.SyntaxKind.LiteralType,
    ts.SyntaxKind.QualifiedName,
    ts.SyntaxKind.TypeReference,
    ts.SyntaxKind.ExpressionWithTypeArguments,
    ts.SyntaxKind.ImportDeclaration,
    ts.SyntaxKind.ExternalModuleReference,
  ].map((kind) => [kind, ends] as const),
  [ts.SyntaxKind.TemplateSpan, inTemplate],
  [ts.SyntaxKind.BinaryExpression, inBinary],
  [ts.SyntaxKind.ConditionalExpression, inConditional],
  [ts.SyntaxKind.VariableDeclaration, inVariable],
  [ts.SyntaxKind.BindingElement, inParameter],
  [ts.SyntaxKind.Parameter, inParameter],
  [ts.SyntaxKind.PropertyAssignment, inProperty],
  [ts.SyntaxKind.ComputedPropertyName, inComputedName],
  [ts.SyntaxKind.ShorthandPropertyAssignment, inShorthand],
  [ts.SyntaxKind.SpreadAssignment, inSpread],
  [ts.SyntaxKind.ArrayLiteralExpression, inArray],
  [ts.SyntaxKind.SpreadElement, inSpreadElement],
  [ts.SyntaxKind.PropertyAccessExpression, inProperties],
  [ts.SyntaxKind.ElementAccessExpression, inElement],
  [ts.SyntaxKind.CallExpression, inCall],
  [ts.SyntaxKind.NewExpression, inCall],
  [ts.SyntaxKind.ReturnStatement, inReturn],
  [ts.SyntaxKind.YieldExpression, inReturn],
  [ts.SyntaxKind.ArrowFunction, inArrow],
  [ts.SyntaxKind.PropertyDeclaration, inClassProperty],
  [ts.SyntaxKind.EnumMember, inEnumMember],
  [ts.SyntaxKind.ForOfStatement, inForOf],
  [ts.SyntaxKind.ExportAssignment, inExport],
  [ts.SyntaxKind.ExportSpecifier, inExportSpecifier],
  [ts.SyntaxKind.ExpressionStatement, inStatement],
  [ts.SyntaxKind.JsxExpression, inJsxExpression],
  [ts.SyntaxKind.SwitchStatement, inSwitch],
  [ts.SyntaxKind.CaseClause, inSwitch],
  [ts.SyntaxKind.TaggedTemplateExpression, inTemplateTag],
  [ts.SyntaxKind.ThrowStatement, inThrow],
]);

/** Step from a value: its use in the enclosing expression or statement. */
export const stepOfValue = (flow: Flow, node: ts.Node, path: Path): StateStep => {
  const { parent } = node;
  const rule = RULES.get(parent.kind);
  return rule
    ? rule({ flow, node, parent, path } as never)
    : other(node, 'in a way that the analysis does not follow');
};
