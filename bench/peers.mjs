import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const PACKAGES = {
  '@ast-grep/cli': '0.51.1',
  '@biomejs/biome': '2.6.8',
  '@typescript-eslint/parser': '8.73.0',
  '@vscode/ripgrep': '1.18.0',
  eslint: '10.15.0',
  jscodeshift: '17.4.0',
};

const PATTERN = String.raw`api/atlas/v1\.[05]`;

const eslintConfig = `import parser from '@typescript-eslint/parser';
const message = 'legacy';
export default [{
  files: ['**/*.{ts,tsx,js,jsx,mjs,cjs,mts,cts}'],
  languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
  rules: { 'no-restricted-syntax': ['error',
    { selector: 'Literal[value=/api\\\\/atlas\\\\/v1\\\\.[05]/]', message },
    { selector: 'TemplateElement[value.raw=/api\\\\/atlas\\\\/v1\\\\.[05]/]', message },
  ] },
}];
`;

/** The same configuration with nothing to look for, and with the plug-in of this package. */
const parsesOnly = `import parser from '@typescript-eslint/parser';
export default [{
  files: ['**/*.{ts,tsx,js,jsx,mjs,cjs,mts,cts}'],
  languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
}];
`;
const withPlugin = (entry) => `import parsesOnly from './eslint-parses-only.config.mjs';
import atlas from ${JSON.stringify(entry)};
export default [...parsesOnly, atlas.configs.recommended];
`;

const astGrepRule = (language) => `id: legacy-${language.toLowerCase()}
language: ${language}
severity: error
message: legacy
rule:
  kind: string_fragment
  regex: ${PATTERN}
`;

const transform = `export default function (file, { j }) {
  const hit = /api\\/atlas\\/v1\\.[05]/;
  const report = (path) => process.stdout.write('HIT ' + file.path + ':' + path.node.loc.start.line + '\\n');
  const root = j(file.source);
  root.find(j.StringLiteral).filter((path) => hit.test(path.node.value)).forEach(report);
  root.find(j.TemplateElement).filter((path) => hit.test(path.node.value.raw)).forEach(report);
}
export const parser = 'tsx';
`;

const biomePlugin = `language js
or { JsTemplateChunkElement(), JsStringLiteralExpression() } as $text where {
  $text <: r".*api/atlas/v1\\.[05].*",
  register_diagnostic(span = $text, message = "legacy", severity = "error")
}
`;

/** Installs the peers apart from the project (nothing of them is in its lock file) and writes their rules. */
export function installPeers(folder) {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'node_modules', 'jscodeshift'))) {
    const manifest = { private: true, type: 'module', dependencies: PACKAGES };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
  mkdirSync(join(folder, 'rules'), { recursive: true });
  for (const language of ['TypeScript', 'Tsx', 'JavaScript']) {
    writeFileSync(join(folder, 'rules', `${language}.yml`), astGrepRule(language));
  }
  writeFileSync(join(folder, 'sgconfig.yml'), 'ruleDirs: [rules]\n');
  writeFileSync(join(folder, 'eslint.config.mjs'), eslintConfig);
  writeFileSync(join(folder, 'eslint-parses-only.config.mjs'), parsesOnly);
  const plugin = new URL('../dist/eslint.js', import.meta.url).href;
  writeFileSync(join(folder, 'eslint-plugin.config.mjs'), withPlugin(plugin));
  writeFileSync(join(folder, 'transform.mjs'), transform);
  writeFileSync(join(folder, 'legacy.grit'), biomePlugin);
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({
      plugins: [join(folder, 'legacy.grit')],
      files: { maxSize: 1e8 },
      linter: { rules: { recommended: false } },
      formatter: { enabled: false },
      assist: { enabled: false },
    }),
  );
  return folder;
}

/** The platform's own binary in a scope: starting it through npm's node shim would count node's start too. */
function native(folder, scope, prefix, file) {
  const base = join(folder, 'node_modules', scope);
  const name = readdirSync(base).find(
    (entry) => entry.startsWith(`${prefix}-`) && existsSync(join(base, entry, file)),
  );
  if (!name) throw new Error(`no ${file} for this platform in ${base}`);
  return join(base, name, file);
}

export const ripgrep = (folder) => native(folder, '@vscode', 'ripgrep', 'bin/rg');

/** ESLint over a tree with one of the configurations of `installPeers`, and `file:line` of what a rule of it reports. */
export function eslint(folder, tree, config) {
  return {
    command: [
      process.execPath,
      join(folder, 'node_modules', 'eslint/bin/eslint.js'),
      '-c',
      join(folder, config),
      '--format',
      'json',
      tree,
    ],
    places: (output, rule) =>
      JSON.parse(output).flatMap((file) =>
        file.messages
          .filter(({ ruleId }) => rule === undefined || ruleId === rule)
          .map((message) => `${relative(tree, file.filePath)}:${message.line}`),
      ),
  };
}

const GLOB = '*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';

/** Search commands over a tree, each with a reader of its output: `file:line`, relative to the tree. */
export function searches(folder, tree) {
  const lines = (output, pattern) =>
    [...output.matchAll(pattern)].map(
      ([, file, line]) => `${relative(tree, join(tree, relative(tree, file)))}:${line}`,
    );
  const bin = (name) => [process.execPath, join(folder, 'node_modules', name)];
  return {
    ripgrep: {
      command: [ripgrep(folder), '--line-number', '--no-heading', '-g', GLOB, PATTERN, tree],
      places: (output) => lines(output, /^(.+?):(\d+):/gm),
    },
    'ast-grep': {
      command: [
        native(folder, '@ast-grep', 'cli', 'ast-grep'),
        'scan',
        '-c',
        join(folder, 'sgconfig.yml'),
        '--json=stream',
        tree,
      ],
      places: (output) =>
        output
          .split('\n')
          .filter(Boolean)
          .map((row) => JSON.parse(row))
          .map((hit) => `${relative(tree, hit.file)}:${hit.range.start.line + 1}`),
    },
    Biome: {
      command: [
        native(folder, '@biomejs', 'cli', 'biome'),
        'lint',
        `--config-path=${folder}`,
        '--max-diagnostics=none',
        '--reporter=github',
        '--vcs-enabled=false',
        tree,
      ],
      places: (output) => lines(output, /file=([^,]+),line=(\d+)/g),
    },
    ESLint: eslint(folder, tree, 'eslint.config.mjs'),
    jscodeshift: {
      command: [
        ...bin('jscodeshift/bin/jscodeshift.js'),
        '--dry',
        '--silent',
        '--extensions=ts,tsx,js,jsx,mjs,cjs',
        '--parser=tsx',
        '-t',
        join(folder, 'transform.mjs'),
        tree,
      ],
      places: (output) => lines(output, /^HIT (.+):(\d+)$/gm),
    },
  };
}
