// Writes dist/bundle/: the command line in a few CommonJS files in place of some 500 modules, of which a run on one
// file loads 160. bin/compiled.js runs them from compiled code, which Node 20 offers for scripts only.
//
// Two levels below the package's root, as the modules of src/ that ask where they lie.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/**
 * What nearly every run needs, what extractors share or look at without a parser, and what only runs that parse code
 * need: each with all that it imports and no group before it has. The rest is parted by `import()`.
 */
const groups = [
  { name: 'start', test: /src.(cli.main|cli.commands.scan|report.pretty|report.json)\.ts$/, priority: 3 },
  {
    name: 'extract',
    test: /src.(extract.([^\\/]+|forms.(detect|formats)|documents.(json.)?[^\\/]+|source.(string-bodies|project.reachability)))\.ts$/,
    priority: 2,
  },
  { name: 'typescript', test: /src.extract.source.index\.ts$/, priority: 1 },
];

const dir = path('dist/bundle');
rmSync(dir, { recursive: true, force: true });
const bundle = await rolldown({
  input: { cli: path('src/cli/main.ts') },
  platform: 'node',
  // The parser of flags is an ES module, which a script loads slowly.
  external: /^(?!yargs-parser$)[^./]/,
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name].cjs',
  dynamicImportInCjs: false,
  codeSplitting: { groups },
});

// dist/preload/: one script that `migrate record` and `migrate prove` load into Node programs.
const preload = await rolldown({ input: { preload: path('src/intercept/preload.ts') }, platform: 'node' });
await preload.write({ dir: path('dist/preload'), format: 'cjs', entryFileNames: '[name].cjs' });
