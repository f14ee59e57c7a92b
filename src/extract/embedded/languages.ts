import type { Language } from './code-builder.ts';

const SHELL: Language = { form: 'shell', name: 'shell', extension: 'sh' };
const JAVASCRIPT: Language = { form: 'typescript', name: 'JavaScript', extension: 'js' };
const TYPESCRIPT: Language = { form: 'typescript', name: 'TypeScript', extension: 'ts' };

/** Languages with an extractor, by their names in fences, steps and script blocks. */
const READ: readonly (readonly [names: string, language: Language])[] = [
  ['sh bash zsh ksh dash shell shell-script console shell-session shellsession terminal curl', SHELL],
  ['js javascript mjs cjs node nodejs', JAVASCRIPT],
  ['jsx', { ...JAVASCRIPT, extension: 'jsx' }],
  ['ts typescript mts cts', TYPESCRIPT],
  ['tsx', { ...TYPESCRIPT, extension: 'tsx' }],
  ['json jsonc json5', { form: 'json', name: 'JSON', extension: 'json' }],
  ['yaml yml', { form: 'yaml', name: 'YAML', extension: 'yaml' }],
  ['http rest', { form: 'http', name: 'HTTP', extension: 'http' }],
  ['python py python3 py3 ipython', { form: 'python', name: 'Python', extension: 'py' }],
  ['java', { form: 'java', name: 'Java', extension: 'java' }],
  ['powershell pwsh ps1 posh', { form: 'powershell', name: 'PowerShell', extension: 'ps1' }],
  ['csharp cs c#', { form: 'csharp', name: 'C#', extension: 'cs' }],
  ['lua', { form: 'lua', name: 'Lua', extension: 'lua' }],
  ['ruby rb', { form: 'ruby', name: 'Ruby', extension: 'rb' }],
  ['kotlin kt kts', { form: 'kotlin', name: 'Kotlin', extension: 'kt' }],
  ['php', { form: 'php', name: 'PHP', extension: 'php' }],
  ['go golang', { form: 'go', name: 'Go', extension: 'go' }],
  ['hcl terraform tf', { form: 'terraform', name: 'Terraform', extension: 'tf' }],
  ['env dotenv', { form: 'env', name: 'variables', extension: 'env' }],
];

/** Languages without one, by name: calls of the API in them are reported as not analysed. */
const NOT_READ: readonly (readonly [names: string, name: string, extension: string])[] = [
  ['rust rs', 'Rust', 'rs'],
  ['perl pl', 'Perl', 'pl'],
  ['swift', 'Swift', 'swift'],
  ['scala', 'Scala', 'scala'],
  ['groovy', 'Groovy', 'groovy'],
  ['r', 'R', 'r'],
  ['fish', 'fish', 'fish'],
  ['bat batch cmd', 'batch', 'bat'],
  ['dockerfile docker', 'Dockerfile', 'dockerfile'],
  ['make makefile', 'make', 'mk'],
];

const BY_NAME: ReadonlyMap<string, Language> = new Map([
  ...READ.flatMap(([names, language]) => names.split(' ').map((name) => [name, language] as const)),
  ...NOT_READ.flatMap(([names, name, extension]) =>
    names.split(' ').map((each) => [each, { form: undefined, name, extension }] as const),
  ),
]);

/** Language of a name; `undefined` for names of formats without calls: `text`, `diff`. */
export const languageNamed = (name: string): Language | undefined => BY_NAME.get(name.toLowerCase());

/** The shell. */
export const shell = SHELL;
