import { dottedName } from '../../syntax/dialect.ts';
import { exactValue } from '../../../../model/index.ts';
import { directoryOf, joinPath, isDocument } from '../../languages/paths.ts';
import { ts } from '../../syntax/tree.ts';
import { declarationOf } from '../../syntax/scope.ts';
import { wholeModule } from '../modules.ts';
import type { Ctx, Env, ExternalValue, Value } from '../values.ts';

/** Functions of packages that return the text of a file: `readFileSync('cluster.json', 'utf8')`. */
const READS_TEXT: ReadonlyMap<string, RegExp> = new Map([
  ['fs', /^(?:promises\.)?(?:readFile|readFileSync|createReadStream)$/],
  ['fs/promises', /^readFile$/],
  ['fs-extra', /^(?:readFile|readFileSync|createReadStream)$/],
  ['graceful-fs', /^(?:readFile|readFileSync)$/],
]);
/** Functions that return the parsed JSON of a file. */
const READS_JSON: ReadonlyMap<string, RegExp> = new Map([
  ['fs-extra', /^(?:readJson|readJSON|readJsonSync|readJSONSync)$/],
  ['jsonfile', /^(?:readFile|readFileSync)$/],
  ['load-json-file', /^(?:loadJsonFile|loadJsonFileSync|sync)?$/],
]);
/** Globals: `Bun.file(path)`, `Deno.readTextFile(path)`. */
const GLOBALS = /^(?:Bun\.file|File\.open|Deno\.readTextFile(?:Sync)?)$/;

/** Functions that parse a text. */
const PARSES: ReadonlyMap<string, RegExp> = new Map([
  ['py:yaml', /^(?:safe_load|load|full_load)$/],
  ['py:json', /^loads?$/],
  ['js-yaml', /^(?:load|safeLoad)$/],
  ['yaml', /^parse$/],
  ['yamljs', /^parse$/],
  ['json5', /^parse$/],
  ['jsonc-parser', /^parse$/],
]);

const PATH_CALLS = /^(?:join|resolve|normalize)$/;
/** Maximum depth of names and calls that are followed. */
const MAX_DEPTH = 8;

const named = (table: ReadonlyMap<string, RegExp>, { module, path }: ExternalValue): boolean =>
  table.get(module)?.test(path.filter((step) => step !== 'default').join('.')) === true;

const calleeText = (node: ts.CallExpression | ts.NewExpression): string => dottedName(node.expression);

/** Path relative to the source file's folder, or to the working directory. */
interface FilePath {
  readonly path: string;
  readonly isHere: boolean;
}

const HERE = /^(?:__dirname|import\.meta\.(?:dirname|dir))$/;

const joined = (parts: readonly (FilePath | undefined)[]): FilePath | undefined => {
  const [first, ...others] = parts;
  if (first === undefined || others.some((part) => part === undefined || part.isHere)) return undefined;
  const path = [first.path, ...others.map((part) => part!.path)].filter((part) => part !== '').join('/');
  return { ...first, path };
};

/** Folder that holds a path. */
const above = (path: FilePath | undefined): FilePath | undefined =>
  path && { ...path, path: path.path === '' ? '..' : `${path.path}/..` };

/** Calls that return a path from a path, by the callee without its owner. */
const SAME_PATH = /^(?:String|(?:os\.)?(?:path\.(?:abspath|realpath)|fspath))$/;
const PATH_CLASS = /^(?:pathlib\.)?(?:Pure)?Path$/;

/** Paths of Python's `pathlib` and `os.path`: `Path(__file__).resolve().parent / 'config.yml'`. */
const ofPathObject = (
  ctx: Ctx,
  node: ts.Expression,
  env: Env | undefined,
  depth: number,
): FilePath | undefined => {
  const at = (inner: ts.Expression | undefined): FilePath | undefined =>
    inner && pathOf(ctx, inner, env, depth + 1);
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'parent' ? above(at(node.expression)) : undefined;
  if (ts.isBinaryExpression(node))
    return node.operatorToken.kind === ts.SyntaxKind.SlashToken
      ? joined([at(node.left), at(node.right)])
      : undefined;
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const callee = calleeText(node);
  const given = node.arguments ?? [];
  if (PATH_CLASS.test(callee)) return joined(given.map(at));
  if (SAME_PATH.test(callee)) return at(given[0]);
  if (/^(?:os\.)?path\.dirname$/.test(callee)) return above(at(given[0]));
  if (!ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression } = node.expression;
  if (given.length === 0 && /^(?:resolve|absolute|as_posix)$/.test(name.text)) return at(expression);
  return name.text === 'joinpath' ? joined([expression, ...given].map(at)) : undefined;
};

const ofCall = (
  ctx: Ctx,
  node: ts.CallExpression | ts.NewExpression,
  env: Env | undefined,
  depth: number,
): FilePath | undefined => {
  const callee = calleeText(node);
  const given = node.arguments ?? [];
  if (callee === 'process.cwd') return { path: '', isHere: false };
  if (callee === 'URL' && given[1]?.getText() === 'import.meta.url') {
    const path = given[0] && pathOf(ctx, given[0], env, depth + 1);
    return path && { ...path, isHere: true };
  }
  if (/\b(?:fileURLToPath|pathToFileURL)$/.test(callee) && given[0])
    return pathOf(ctx, given[0], env, depth + 1);
  if (callee === 'require.resolve' && given[0] && ts.isStringLiteralLike(given[0]))
    return { path: given[0].text, isHere: true };
  if (PATH_CALLS.test(callee.split('.').at(-1)!))
    return joined(given.map((part) => pathOf(ctx, part, env, depth + 1)));
  return undefined;
};

const ofTemplate = (
  ctx: Ctx,
  node: ts.TemplateExpression,
  env: Env | undefined,
  depth: number,
): FilePath | undefined => {
  const [span, ...others] = node.templateSpans;
  if (span === undefined || others.length > 0 || node.head.text !== '') return undefined;
  const start = pathOf(ctx, span.expression, env, depth + 1);
  return start && { ...start, path: `${start.path}${span.literal.text}` };
};

/** Path that an expression evaluates to, as far as known; `undefined` otherwise. */
const pathOf = (ctx: Ctx, node: ts.Expression, env: Env | undefined, depth = 0): FilePath | undefined => {
  if (depth > MAX_DEPTH) return undefined;
  const written = node.getText();
  if (HERE.test(written)) return { path: '', isHere: true };
  if (/^__file(?:name|__)$/.test(written))
    return { path: node.getSourceFile().fileName.split('/').at(-1)!, isHere: true };
  const object = ofPathObject(ctx, node, env, depth);
  if (object) return object;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const called = ofCall(ctx, node, env, depth);
    if (called) return called;
  }
  const [val, ...others] = ctx.evaluate(node, env);
  const exact = val?.kind === 'text' && others.length === 0 ? exactValue(val.text) : undefined;
  if (exact !== undefined) return { path: exact, isHere: false };
  if (ts.isTemplateExpression(node)) return ofTemplate(ctx, node, env, depth);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const left = pathOf(ctx, node.left, env, depth + 1);
    const right = pathOf(ctx, node.right, env, depth + 1);
    return left && right && !right.isHere ? { ...left, path: `${left.path}${right.path}` } : undefined;
  }
  const declared = ts.isIdentifier(node) ? declarationOf(node.text, node)?.parent : undefined;
  const isDefault = declared && ts.isParameter(declared) && env?.call?.arguments?.length === 0;
  return declared && (isDefault || ts.isVariableDeclaration(declared)) && declared.initializer
    ? pathOf(ctx, declared.initializer, env, depth + 1)
    : undefined;
};

/** Files that the path may refer to: relative to the source's folder, its project, or the scan. */
const candidatesFor = (ctx: Ctx, { path, isHere }: FilePath, from: string): readonly string[] => {
  if (/^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(path) && !isHere) return [];
  const relative = path.replace(/^\/+/, '');
  const folders = isHere ? [directoryOf(from)] : [ctx.program.projectOf(from), ''];
  return [...new Set(folders)].flatMap((folder) => joinPath(folder, relative) ?? []);
};

/** File of the tree that an expression names; `undefined` where it is unknown. */
export const fileNamed = (ctx: Ctx, node: ts.Expression, env: Env | undefined): string | undefined => {
  const path = pathOf(ctx, node, env);
  const from = node.getSourceFile().fileName;
  return path && candidatesFor(ctx, path, from).find((candidate) => ctx.program.has(candidate));
};

/** Content of a document of the tree: the value of a JSON file, or of YAML settings; of other YAML only its name is known. */
const contentsOf = (ctx: Ctx, path: string, node: ts.Node): readonly Value[] | undefined => {
  const whole = isDocument(path) ? wholeModule(ctx, path) : undefined;
  if (whole || path.endsWith('.json')) return whole;
  return /\.ya?ml$/.test(path) ? [{ kind: 'unknown', name: undefined, document: { path, node } }] : undefined;
};

/** Parsed value of a document's text; `undefined` for other texts. */
export const parsedDocument = (
  val: ExternalValue,
  argument: Env['argument'],
): readonly Value[] | undefined => {
  const texts = val.made.length === 0 && named(PARSES, val) ? (argument(0) ?? []) : [];
  const documents = texts.flatMap((text) => (text.kind === 'json' ? text.of : []));
  return documents.length > 0 && documents.length >= texts.length ? documents : undefined;
};

/**
 * Result of a call that reads a file of the tree: its text (which may be parsed as JSON), or its JSON value.
 * `undefined` for every other call, and where the file is unknown.
 */
export const readFromFile = (
  ctx: Ctx,
  val: ExternalValue,
  node: ts.CallExpression,
  env: Env | undefined,
): readonly Value[] | undefined => {
  const [argument] = node.arguments;
  if (!argument || val.made.length > 0) return undefined;
  const isGlobal = val.module === '' && GLOBALS.test(val.path.join('.'));
  const isText = isGlobal || named(READS_TEXT, val);
  if (!isText && !named(READS_JSON, val)) return undefined;
  const path = fileNamed(ctx, argument, env);
  const contents = path === undefined ? undefined : contentsOf(ctx, path, node);
  return contents && isText ? [{ kind: 'json', node, of: contents }] : contents;
};
