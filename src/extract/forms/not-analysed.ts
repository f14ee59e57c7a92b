import { entryNamed } from '../../model/index.ts';

/** Extensions of pictures, sound, fonts and compiled code, which contain no text. */
const MEDIA: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif webp avif bmp ico icns tif tiff psd heic mp3 mp4 m4a mov avi mkv webm ogg wav flac ' +
    'woff woff2 ttf otf eot pdf jar war class pyc pyo o a so dylib dll exe obj wasm bin db sqlite ' +
    'tar tgz bz2 xz 7z rar zst br lz4 node pack idx keystore jks p12 pfx'
  ).split(' '),
);

/** Names of file kinds that are not analysed, by extension. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  adoc: 'AsciiDoc',
  astro: 'Astro',
  bash: 'a shell script not named .sh',
  bat: 'a batch file',
  bicep: 'Bicep',
  c: 'C',
  cc: 'C++',
  cfg: 'a .cfg file',
  clj: 'Clojure',
  cmd: 'a batch file',
  conf: 'a .conf file',
  cpp: 'C++',
  cs: 'C#',
  csv: 'CSV',
  dart: 'Dart',
  erl: 'Erlang',
  ex: 'Elixir',
  exs: 'Elixir',
  fish: 'a shell script not named .sh',
  fs: 'F#',
  go: 'Go',
  gradle: 'Groovy',
  graphql: 'GraphQL',
  groovy: 'Groovy',
  h: 'C',
  hbs: 'a template',
  hcl: 'HCL',
  hs: 'Haskell',
  htm: 'HTML',
  html: 'HTML',
  ini: 'an INI file',
  ipynb: 'a Jupyter notebook',
  j2: 'a template',
  java: 'Java',
  jinja: 'a template',
  jl: 'Julia',
  json5: 'JSON5',
  jsonnet: 'Jsonnet',
  kt: 'Kotlin',
  kts: 'Kotlin',
  log: 'a log in another format',
  lua: 'Lua',
  m: 'Objective-C',
  map: 'a source map',
  md: 'Markdown',
  mdx: 'MDX',
  mk: 'a makefile',
  mustache: 'a template',
  nix: 'Nix',
  org: 'Org',
  php: 'PHP',
  pl: 'Perl',
  pm: 'Perl',
  ps1: 'PowerShell',
  psd1: 'PowerShell',
  psm1: 'PowerShell',
  py: 'Python',
  pyi: 'Python',
  r: 'R',
  rb: 'Ruby',
  rs: 'Rust',
  rst: 'reStructuredText',
  scala: 'Scala',
  sql: 'SQL',
  svelte: 'Svelte',
  swift: 'Swift',
  tf: 'Terraform',
  tfvars: 'Terraform',
  toml: 'TOML',
  tpl: 'a template',
  txt: 'plain text',
  vb: 'Visual Basic',
  vue: 'Vue',
  xml: 'XML',
  zsh: 'a shell script not named .sh',
};

/** Names of file kinds that are known by their whole name. */
const BY_NAME: readonly { readonly name: RegExp; readonly kind: string }[] = [
  { name: /^(?:gnu)?makefile$/i, kind: 'a makefile' },
  { name: /^justfile$/i, kind: 'a justfile' },
  { name: /^(?:docker|container)file(?:\..+)?$/i, kind: 'a Dockerfile' },
  { name: /^jenkinsfile(?:\..+)?$/i, kind: 'a Jenkinsfile' },
  { name: /^(?:rake|gem|vagrant|brew|pod|cap|guard)file$/i, kind: 'Ruby' },
  { name: /^(?:BUILD|WORKSPACE|Tiltfile)$/, kind: 'Starlark' },
  { name: /^procfile(?:\..+)?$/i, kind: 'a Procfile' },
  { name: /^caddyfile$/i, kind: 'a Caddyfile' },
  {
    name: /^(?:readme|licen[cs]e|notice|copying|changelog|changes|authors|contributing|codeowners|version)$/i,
    kind: 'plain text',
  },
];

/** Extensions of files that people or programs read, and that are not run. */
const PROSE: ReadonlySet<string> = new Set('adoc csv htm html log map md mdx org rst txt'.split(' '));

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** True for names of files without text: they are not searched. */
export const isMediaName = (name: string): boolean => name.includes('.') && MEDIA.has(extensionOf(name));

/** True for names of files that are run: their content may be sent. */
export const isCodeName = (path: string): boolean => !PROSE.has(extensionOf(path));

const kindNamed = (name: string): string | undefined => BY_NAME.find((each) => each.name.test(name))?.kind;

/** True for names without an extension that say what the file is: `Jenkinsfile`, `LICENSE`. */
export const isNamedKind = (name: string): boolean => kindNamed(name) !== undefined;

/** Reason why a file at this path is not analysed, naming its kind: `Python is not analysed`. */
export const notAnalysed = (path: string, start = ''): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known =
    kindNamed(name) ??
    (name.includes('.') ? entryNamed(BY_EXTENSION, extensionOf(name)) : undefined) ??
    (/^#!.*\b(?:ba|da|k|z|fi)?sh\b/.test(start) ? 'a shell script not named .sh' : undefined);
  return known === undefined ? 'not a format that is analysed' : `${known} is not analysed`;
};
