// Writes dist/bundle/: the command line, the library and the ESLint plug-in in a few CommonJS files in place of some 500
// modules, of which a run on one file loads 160. bin/compiled.js runs them from compiled code, which Node 20 offers for
// scripts only. Then the modules that `import` finds (dist/index.js, …), and dist/types/ with their declarations.
//
// Two levels below the package's root, as the modules of src/ that ask where they lie.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Folders of languages: those with a `language.ts`; TypeScript's parser is in a group of its own. */
const languages = readdirSync(path('src/extract/source')).filter(
  (name) =>
    !/^(?:languages|typescript)$/.test(name) && existsSync(path(`src/extract/source/${name}/language.ts`)),
);

/**
 * What nearly every run needs, what extractors share or look at without a parser, and what only runs that parse code
 * need: each with all that it imports and no group before it has. The rest is parted by `import()`.
 */
const groups = [
  {
    name: 'start',
    test: /src.(cli.main|cli.commands.scan|report.pretty.index|report.json)\.ts$/,
    priority: 3,
  },
  {
    name: 'extract',
    test: /src.(extract.([^\\/]+|forms.(detect|formats)|documents.(json.)?[^\\/]+|recordings.recorded.(texts|headers)|source.(string-bodies|project.reachability)))\.ts$/,
    priority: 2,
  },
  // Calls of curl, which shell scripts, recordings and programs make: reading them needs no parser of code.
  {
    name: 'curl',
    test: /src.extract.shell.(curl|curl-call|open-command|headers|parts|tokens|lexer)\.ts$/,
    priority: 1.5,
  },
  { name: 'typescript', test: /src.extract.source.index\.ts$/, priority: 1 },
  {
    name: 'languages',
    test: new RegExp(`src.extract.source.(languages|managed|${languages.join('|')}).`),
    priority: 0.95,
  },
  { name: 'embedded', test: /src.extract.embedded./, priority: 0.94 },
  // What is left, by what is needed together: few files to install, and no package that only one command needs.
  {
    name: 'payload-data',
    test: /src.generated.(payload-validators|report|seed|discovery-answer)\.ts$/,
    priority: 0.9,
  },
  { name: 'recordings', test: /src.extract.(recordings|collections|documents)./, priority: 0.8 },
  { name: 'shell', test: /src.extract.shell./, priority: 0.7 },
  { name: 'fixes', test: /src.(fix|payload)./, priority: 0.6 },
  { name: 'reports', test: /src.report./, priority: 0.5 },
  { name: 'service', test: /src.service./, priority: 0.4 },
  // A run whose result is kept needs nothing that parses or judges.
  { name: 'cache', test: /src.pipeline.result-cache\.ts$/, priority: 0.35 },
  {
    name: 'runs',
    test: /src.(pipeline|io|redact|rules|config|library).(?!write-staged|module-text|threads.thread|eslint.(index|worker|watch))/,
    priority: 0.3,
  },
  // Apart from the other commands, which load servers and what they answer.
  { name: 'fix', test: /src.cli.commands.fix\.ts$/, priority: 0.27 },
  // It needs the parser of YAML at once, which a fix must not load.
  { name: 'init', test: /src.cli.(init|commands.init)./, priority: 0.26 },
  { name: 'more-commands', test: /src.cli.(mcp|progress|review)./, priority: 0.25 },
  { name: 'commands', test: /src.cli.commands.(?!lsp|help|init)/, priority: 0.2 },
];

/** Entries besides the command line: what `import` and `require` of the package find. */
const entries = { index: 'index', 'reference-service': 'reference-service', eslint: 'library/eslint/index' };

/**
 * Names of the parser as constants of each file, and members of its enumerations as numbers. Its exports are getters of
 * an object of 2,600 names, which V8 looks up by their hashes at every use: a quarter of the time of following values.
 */
const parserNames = {
  name: 'parser-names',
  renderChunk(code) {
    const { ts } = createRequire(import.meta.url)('../bin/typescript.js');
    const used = new Set();
    const text = code
      .replaceAll(/_typescript\.ts\.(SyntaxKind|NodeFlags)\.(\w+)/g, (_, kind, name) => ts[kind][name])
      .replaceAll(/_typescript\.ts\.(\w+)/g, (_, name) => {
        used.add(name);
        return `ts_${name}`;
      });
    if (used.size === 0) return null;
    const constants = [...used].map((name) => `const ts_${name} = _typescript.ts.${name};`).join('\n');
    return text.replace(
      /^(?:let|const) _typescript = require\("#typescript"\);$/m,
      (line) => `${line}\n${constants}`,
    );
  },
};

const dir = path('dist/bundle');
rmSync(dir, { recursive: true, force: true });
const bundle = await rolldown({
  input: {
    cli: path('src/cli/main.ts'),
    'eslint-worker': path('src/library/eslint/worker.ts'),
    'eslint-watch': path('src/library/eslint/watch.ts'),
    'recording-thread': path('src/pipeline/threads/thread.ts'),
    ...Object.fromEntries(Object.entries(entries).map(([name, from]) => [name, path(`src/${from}.ts`)])),
  },
  platform: 'node',
  // The parser of flags is an ES module, which a script loads slowly.
  external: /^(?!yargs-parser$)[^./]/,
  plugins: [parserNames],
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({
  dir,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  dynamicImportInCjs: false,
  codeSplitting: { groups },
  // Names stay, so that a report of a crash can be read.
  minify: { compress: false, mangle: false, codegen: true },
});

// Which modules each file holds: for the tests, not packed.
const held = output.flatMap(({ fileName, moduleIds = [] }) => [
  [fileName, moduleIds.filter((id) => id.startsWith(path('src/'))).map((id) => relative(path('src'), id))],
]);
writeFileSync(path('dist/modules.json'), JSON.stringify(Object.fromEntries(held), null, 2));

// dist/preload/: one script that `migrate record` and `migrate prove` load into Node programs.
const preload = await rolldown({ input: { preload: path('src/intercept/preload.ts') }, platform: 'node' });
await preload.write({ dir: path('dist/preload'), format: 'cjs', entryFileNames: '[name].cjs' });

/** A module for `import`: the same code as for `require`, so that both have one `UsageError`. */
const moduleText = async (name) => {
  const names = Object.keys((await import(path(`dist/bundle/${name}.cjs`))).default);
  const from = `./bundle/${name}.cjs`;
  return name === 'eslint'
    ? `export { default } from '${from}';\n`
    : `import api from '${from}';\nexport const { ${names.join(', ')} } = api;\n`;
};

const DECLARED = /^export (?:declare )?(?:abstract )?(?:interface|type|const|class|function) (\w+)/gm;

/** Where the names stand that an index gives on: `export type * from './finding.ts'`. */
const givenOn = (file) => {
  const names = new Map();
  for (const [, target] of readFileSync(file, 'utf8').matchAll(
    /^export (?:type )?\* from '(\.[^']+)\.ts';$/gm,
  )) {
    const text = readFileSync(join(dirname(file), `${target}.d.ts`), 'utf8');
    for (const [, name] of text.matchAll(DECLARED)) names.set(name, `${target}.d.ts`);
  }
  return names;
};

const IMPORT = /^(import|export) (type )?\{([^}]*)\} from '(\.[^']+\/index)\.ts';$/gm;

/** A declaration that imports each name from where it stands, so that an index does not bring all that it gives on. */
const declarationText = (file) =>
  readFileSync(file, 'utf8').replaceAll(IMPORT, (all, verb, type = '', list, target) => {
    const index = join(dirname(file), `${target}.d.ts`);
    const names = givenOn(index);
    const wanted = list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    if (!wanted.every((name) => names.has(name))) return all;
    return wanted
      .map((name) => {
        const from = relative(dirname(file), join(dirname(index), names.get(name))).replace(
          /\.d\.ts$/,
          '.ts',
        );
        return `${verb} ${type}{ ${name} } from '${from.startsWith('.') ? from : `./${from}`}';`;
      })
      .join('\n');
  });

/** Declarations that a declaration imports, with their texts. */
const declarations = (file, found = new Map()) => {
  if (found.has(file)) return found;
  const text = declarationText(file);
  found.set(file, text);
  for (const [, target] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.(?:ts|js)['"]/g))
    declarations(join(dirname(file), `${target}.d.ts`), found);
  return found;
};

/** Statements that tie modules to each other: in one file the names are there. */
const TIES = /^import type \{[^}]*\} from '\.[^']+';$|^export \{\};$|import\("\.[^"]+"\)\./gm;

const NAMED = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|const|class|function) (\w+)/gm;

/** A module's declarations without its imports, each imported name as it is declared. */
const withoutTies = (text) => {
  const others = [...text.matchAll(/^import type \{.*\} from '\./gm)].flatMap(([line]) => [
    ...line.matchAll(/(\w+) as (\w+)/g),
  ]);
  return others.reduce(
    (rest, [, name, as]) => rest.replaceAll(new RegExp(`\\b${as}\\b`, 'g'), name),
    text.replaceAll(TIES, '').trim(),
  );
};

/** Declarations of modules in one file, `types.d.cts`; two of one name would become one. */
const typesOf = (modules) => {
  const names = [...modules.values()].flatMap((text) => Array.from(text.matchAll(NAMED), ([, name]) => name));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0)
    throw new Error(`declared in two modules of the package's types: ${twice.join(', ')}`);
  return `${[...modules.values()].map(withoutTies).join('\n')}\n`;
};

const ENTRY_IMPORT = /((?:from |import\()(['"]))\.[^'"]+\.ts\2/g;

rmSync(path('dist/types'), { recursive: true, force: true });
mkdirSync(path('dist/types'), { recursive: true });
const needed = new Map();
for (const [name, from] of Object.entries(entries)) {
  const entry = path(`dist/${from}.d.ts`);
  writeFileSync(path(`dist/${name}.js`), await moduleText(name));
  const found = declarations(entry);
  writeFileSync(
    path(`dist/types/${name}.d.ts`),
    found.get(entry).replaceAll(ENTRY_IMPORT, (_, before, quote) => `${before}./types.cjs${quote}`),
  );
  for (const [file, text] of found) if (file !== entry) needed.set(file, text);
}
// Modules of both kinds read declarations of the CommonJS kind.
writeFileSync(path('dist/types/types.d.cts'), typesOf(needed));

// For `require`, which Jest knows of scripts only: the entry that test suites use.
const suites = readFileSync(path('dist/types/reference-service.d.ts'), 'utf8');
writeFileSync(path('dist/types/reference-service.d.cts'), suites);
