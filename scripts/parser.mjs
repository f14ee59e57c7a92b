// Writes dist/parser.cjs: of TypeScript, as ts-morph carries it, only what src/ uses and what that needs. The whole has nine
// megabytes, of which a scan needs the parser and the nodes: these load in a quarter of the time.
//
// A statement at the top level of TypeScript is kept where it declares a name that a kept one mentions, or sets a member of such
// a name. test/packaging/parser.test.ts holds the trees of both against each other.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const near = createRequire(createRequire(import.meta.url).resolve('ts-morph'));
const source = near.resolve('@ts-morph/common/dist/typescript.js');
const target = join(root, 'dist/parser.cjs');

/** What src/ names as `ts.…`, types among it, and what it reaches behind the types of TypeScript. */
const namesUsed = () => {
  const found = new Set(['objectAllocator', 'setObjectAllocator']);
  for (const path of readdirSync(join(root, 'src/extract'), { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.ts'))
      for (const [, name] of readFileSync(join(root, 'src/extract', path), 'utf8').matchAll(/\bts\.(\w+)/g))
        found.add(name);
  return [...found].sort();
};

/** Classes of symbols, types and signatures belong to the type checker, which nothing here runs. */
const OF_CHECKER = /^\s*get(?:Symbol|Type|Signature)Constructor: .*\n/gm;

const [, head, body] = /^([^]*?)var ts = \{\}; \(\(module\) => \{\n([^]*)\n\}\)\(\{ get exports/.exec(
  readFileSync(source, 'utf8').replaceAll(OF_CHECKER, ''),
);

const { ts } = near('@ts-morph/common');

/** Names that a node mentions, other than as a member: `b` of `a.b`, `c` of `{ c: 1 }`. */
const mentionedIn = (node, found = new Set()) => {
  if (ts.isIdentifier(node)) found.add(node.text);
  const isNamed =
    ts.isPropertyAssignment(node) || ts.isClassElement(node) || ts.isPropertyAccessExpression(node);
  ts.forEachChild(node, (child) => {
    if (!(isNamed && child === node.name && ts.isIdentifier(child))) mentionedIn(child, found);
  });
  return found;
};

const namesBound = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (each.name ? namesBound(each.name) : []));

/** Names of which a statement declares or makes something: `x` of `var x`, `x.y = 1` and `((x2) => {…})(x || (x = {}))`. */
const namesMade = (statement) => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesBound(name));
  if (!ts.isExpressionStatement(statement)) return statement.name ? [statement.name.text] : [];
  const { expression } = statement;
  if (ts.isBinaryExpression(expression) && ts.isPropertyAccessExpression(expression.left))
    return [expression.left.expression.getText(tree)];
  const [given] = ts.isCallExpression(expression) ? expression.arguments : [];
  if (given && ts.isBinaryExpression(given) && ts.isIdentifier(given.left)) return [given.left.text];
  return expression.getText(tree) === 'setObjectAllocator(getServicesObjectAllocator())'
    ? ['setObjectAllocator']
    : [];
};

/** `diag(…)` by message: the table of all of them is half of what is left. */
const withoutUnused = (text) => {
  const used = new Set(Array.from(text.matchAll(/\bDiagnostics\.(\w+)/g), ([, name]) => name));
  return text.replaceAll(/^ {2}(\w+): diag\(.*\),?\n/gm, (line, name) => (used.has(name) ? line : ''));
};

let tree;

const trimmed = (names) => {
  tree = ts.createSourceFile('typescript.js', body, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  const makers = new Map();
  for (const statement of tree.statements)
    for (const name of namesMade(statement)) makers.set(name, [...(makers.get(name) ?? []), statement]);
  const exported = names.filter((name) => makers.has(name));
  const kept = new Set();
  const open = [...exported];
  const seen = new Set(open);
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const statement of makers.get(name) ?? []) {
      if (kept.has(statement)) continue;
      kept.add(statement);
      for (const other of mentionedIn(statement))
        if (makers.has(other) && !seen.has(other)) {
          seen.add(other);
          open.push(other);
        }
    }
  const statements = tree.statements.filter((statement) => kept.has(statement));
  const text = withoutUnused(statements.map(({ pos, end }) => body.slice(pos, end)).join(''));
  return `${text}\nexport { ${exported.join(', ')} };\n`;
};

const names = namesUsed();
const made = createHash('sha256')
  .update([readFileSync(fileURLToPath(import.meta.url)), body, ...names].join('\0'))
  .digest('hex');
const stamp = `// Made by scripts/parser.mjs, ${made}`;

if (!existsSync(target) || !readFileSync(target, 'utf8').startsWith(stamp)) {
  const bundle = await rolldown({
    input: 'parser',
    platform: 'node',
    external: /^(?!parser$)/,
    plugins: [{ name: 'parser', resolveId: (id) => id, load: () => trimmed(names) }],
    checks: { eval: false },
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    // Its names are nobody's here, and half of its size.
    minify: { compress: false, mangle: true, codegen: true },
  });
  writeFileSync(target, `${stamp}\n${head}${output[0].code}`);
}
