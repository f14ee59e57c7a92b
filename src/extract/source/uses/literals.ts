import { labels } from '../requests/mentions.ts';
import { ts } from '../syntax/parse.ts';
import { intoArgument } from './arguments.ts';
import type { At } from './flow.ts';
import { intoLiteral } from './results.ts';
import { propertyName } from './patterns.ts';
import { ANY, inert, NOTHING, other, type Step, to, value } from './state.ts';

export const inProperty = ({ flow, node, parent, path }: At<ts.PropertyAssignment>): Step => {
  // A key of a table.
  if (parent.initializer !== node) return inert(node, 'as a key');
  const name = propertyName(parent.name) ?? ANY;
  if (labels(name) && path.length === 0) return inert(node, 'as a label');
  return intoLiteral(flow, parent.parent, name, path);
};

export const inComputedName = ({ node }: At): Step => inert(node, 'as a key');

export const inShorthand = ({ flow, node, parent, path }: At<ts.ShorthandPropertyAssignment>): Step =>
  intoLiteral(flow, parent.parent, (node as ts.Identifier).text, path);

export const inSpread = ({ parent, path }: At<ts.SpreadAssignment>): Step =>
  path.length === 0 ? NOTHING : to(value(parent.parent, path));

export const inArray = ({ parent, path }: At): Step => to(value(parent, [ANY, ...path]));

export const inSpreadElement = ({ flow, parent, path }: At<ts.SpreadElement>): Step => {
  const around = parent.parent;
  if (ts.isArrayLiteralExpression(around)) return to(value(around, path));
  return ts.isCallExpression(around) || ts.isNewExpression(around)
    ? intoArgument(flow, around, parent, path[0] === ANY ? path.slice(1) : path)
    : other(parent, 'in a spread');
};
