import type { ConfiguredClient, Place, UrlFact } from '../../../model/index.ts';
import { flatten } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { strip } from './arguments.ts';
import type { ClientRow, OptionNames } from '../clients/client-row.ts';
import { NO_OPTIONS, ROW, VERBS } from '../clients/client-shapes.ts';
import type { Match } from '../clients/client-lookup.ts';
import { ts } from '../syntax/tree.ts';
import type { Workspace } from '../project/workspace.ts';
import { declarationOf } from '../syntax/scope.ts';
import type { Ctx } from './values.ts';

const optionNames = ({ options = {} }: ConfiguredClient): OptionNames => {
  const given = Object.entries(options).map(([role, name]) => [role, [name]]);
  return { ...NO_OPTIONS, ...(Object.fromEntries(given) as Partial<OptionNames>) };
};

/** HTTP method that ends a callee's name: `atlas.post`. */
const methodIn = (callee: string): string => {
  const last = callee.slice(callee.lastIndexOf('.') + 1).toLowerCase();
  if (last === 'del') return 'DELETE';
  return VERBS.some((verb) => verb === last) ? last.toUpperCase() : 'GET';
};

/** Position of a base URL in the configuration; one in JSON is among the settings, and reported there. */
const placeIn = (settings: readonly UrlFact[], base: string): Place | undefined => {
  const written = settings.find(
    ({ file, text }) =>
      /(?:^|\/)(?:migrate\.config\.jsonc?|package\.json)$/.test(file) && flatten(text) === base,
  );
  const [part] = written?.text.parts ?? [];
  return part?.kind === 'known' ? { file: part.slot.file, span: part.slot.span } : undefined;
};

const rowOf = (
  { resolver }: Workspace,
  client: ConfiguredClient,
  settings: readonly UrlFact[],
): ClientRow => {
  const { callee, args, method, module, answer, base } = client;
  const resolved = module?.startsWith('.') ? resolver.resolve('', module) : undefined;
  return {
    ...ROW,
    name: callee[0]!,
    modules: [],
    calls: Object.fromEntries(callee.map((name) => [name, { args, method: method ?? methodIn(name) }])),
    options: optionNames(client),
    objectBodyIsJson: true,
    response: { parsed: answer === undefined, methods: {}, properties: answer ? { [answer]: 'body' } : {} },
    configured: {
      appliesTo: client.appliesTo,
      module: resolved?.kind === 'file' ? resolved.path : module,
      base: base === undefined ? undefined : { value: base, place: placeIn(settings, base) },
      addsHeaders: client.addsHeaders ?? true,
    },
  };
};

/** Rows that a configuration adds to the table of clients. */
export const configuredRows = (
  workspace: Workspace,
  { clients = [], settings = [] }: ExtractInput,
): readonly ClientRow[] => clients.map((client) => rowOf(workspace, client, settings));

/** Names at the end of a callee's source text: `this.atlas!.get` → `this.atlas.get`. */
const writtenName = (callee: ts.Expression): string => {
  const names: string[] = [];
  let at = strip(callee);
  while (ts.isPropertyAccessExpression(at)) {
    names.unshift(at.name.text);
    at = strip(at.expression);
  }
  if (ts.isIdentifier(at)) names.unshift(at.text);
  else if (at.kind === ts.SyntaxKind.ThisKeyword) names.unshift('this');
  return names.join('.');
};

const isNamed = (written: string, callee: string): boolean =>
  written === callee || written.endsWith(`.${callee}`);

/** Maximum number of steps to a value's origin: `const api = connect(); const { get } = api;`. */
const FARTHEST = 5;

const rootOf = (node: ts.Expression): ts.Expression => {
  let at = strip(node);
  while (
    ts.isPropertyAccessExpression(at) ||
    ts.isCallExpression(at) ||
    ts.isNewExpression(at) ||
    ts.isAwaitExpression(at)
  ) {
    const required = requiredModule(at);
    if (required) return required;
    at = strip(at.expression);
  }
  return at;
};

const requiredModule = (node: ts.Expression): ts.StringLiteralLike | undefined => {
  if (!ts.isCallExpression(node)) return undefined;
  const [specifier] = node.arguments;
  const loads =
    node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require';
  return loads && specifier && ts.isStringLiteralLike(specifier) ? specifier : undefined;
};

const importedFrom = (declaration: ts.Node): string | undefined => {
  const statement = ts.findAncestor(declaration, ts.isImportDeclaration)?.moduleSpecifier;
  return statement && ts.isStringLiteral(statement) ? statement.text : undefined;
};

/** Module that an expression's value comes from, as specified by the import. */
const originOf = (node: ts.Expression, steps = 0): string | undefined => {
  const root = rootOf(node);
  if (ts.isStringLiteralLike(root)) return root.text;
  const declaration = ts.isIdentifier(root) ? declarationOf(root.text, root) : undefined;
  if (!declaration || steps > FARTHEST) return undefined;
  if (!ts.isIdentifier(declaration)) return importedFrom(declaration);
  const variable = ts.findAncestor(declaration as ts.Node, ts.isVariableDeclaration);
  return variable?.initializer && originOf(variable.initializer, steps + 1);
};

/** True when the callee comes from the module: it is imported from there, constructed there, or declared there. */
const comesFrom = (ctx: Ctx, callee: ts.Expression, module: string): boolean => {
  const specifier = originOf(callee);
  if (specifier !== undefined) {
    const resolved = ctx.program.resolve(callee, specifier);
    if (module === (resolved.kind === 'file' ? resolved.path : resolved.name)) return true;
  }
  return ctx
    .evaluate(callee, undefined)
    .some((val) =>
      val.kind === 'external'
        ? val.module === module
        : val.kind === 'function' && val.node.getSourceFile().fileName === module,
    );
};

/** Client from the configuration that a call belongs to, if any. */
export const configuredClient = (ctx: Ctx, call: ts.CallExpression): Match | undefined => {
  if (ctx.clients.configured.length === 0) return undefined;
  const file = call.getSourceFile().fileName;
  const written = writtenName(call.expression);
  for (const row of ctx.clients.configured) {
    if (!row.configured?.appliesTo(file)) continue;
    const named = Object.entries(row.calls).find(([callee]) => isNamed(written, callee));
    const { module } = row.configured;
    if (named && (module === undefined || comesFrom(ctx, call.expression, module)))
      return { row, shape: named[1] };
  }
  return undefined;
};
