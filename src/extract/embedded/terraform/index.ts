import { groupBy } from '../../../model/index.ts';
import type { EmbeddedCode, Fact, Slot, SourceFile, UsesFact } from '../../../model/index.ts';
import { commentFacts } from '../../comments.ts';
import type { FindComments } from '../../comments.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import type { Spelled } from '../code-builder.ts';
import { commandLine, scriptOf } from '../command-line.ts';
import type { Argument } from '../command-line.ts';
import { languageNamed, shell } from '../languages.ts';
import { scriptWith, sharedValue, withVariables } from '../shell-script.ts';
import type { HostVariable } from '../shell-script.ts';
import { attributeOf, hclIn } from './hcl.ts';
import type { HclBlock, Expression } from './hcl.ts';
import { requestIn, slotInMap } from './requests.ts';
import type { ModuleNames, SharedMap } from './requests.ts';
import { spelledIn, terraformVariable } from './templates.ts';
import { usesElsewhere } from './uses-elsewhere.ts';
import type { ModuleFile, ModuleVariable } from './uses-elsewhere.ts';

/** Variables of a module: the files of a folder are one module. */
type Variables = readonly ModuleVariable[];

/** Script with variables in any quotes. */
const asScript = (spelled: Spelled): Spelled => withVariables(spelled, /\$\{(tf_\w+)\}/g, ([, name]) => name);

/** Value of a variable: its text is shared by all references. */
const variableOf = (file: SourceFile, name: string, value: Expression): readonly ModuleVariable[] => {
  if (value.kind !== 'string') return [];
  const { path, text } = file;
  const said = text.slice(value.span.start, value.span.end);
  if (said.includes('\\')) return [];
  const slot: Slot = { file: path, span: value.span, value: said, spelling: 'plain' };
  const shared = sharedValue(said, slot);
  const spelled = withVariables(shared, /\$\{([^{}]*)\}/g, ([, written = '']) =>
    terraformVariable(written.trim()),
  );
  return [{ name: terraformVariable(name), written: name, slot, value: spelled }];
};

const variablesIn = (file: SourceFile, root: HclBlock): Variables => {
  const locals = root.blocks.filter(({ type }) => type === 'locals').flatMap(({ attributes }) => attributes);
  const given = file.path.endsWith('.tfvars') ? root.attributes : [];
  const defaults = root.blocks.flatMap((block) => {
    const value = block.type === 'variable' ? attributeOf(block, 'default') : undefined;
    return value === undefined ? [] : variableOf(file, `var.${block.labels[0] ?? ''}`, value);
  });
  return [
    ...defaults,
    ...given.flatMap(({ name, value }) => variableOf(file, `var.${name}`, value)),
    ...locals.flatMap(({ name, value }) => variableOf(file, `local.${name}`, value)),
  ];
};

const argumentsIn = (text: string, value: Expression | undefined): readonly Argument[] =>
  value?.kind === 'list'
    ? value.items.map((item) => ({
        value: spelledIn(text, item) ?? { text: '', pieces: [] },
        behind: { start: item.whole.end, end: item.whole.end },
        list: 'json-words',
      }))
    : [];

/** The commands of `local-exec`, `remote-exec` and `external`. */
const commandsIn = (file: SourceFile, block: HclBlock): readonly EmbeddedCode[] => {
  const { path, text } = file;
  const [label] = block.labels;
  if (block.type === 'data' && label === 'external') {
    const words = argumentsIn(text, attributeOf(block, 'program'));
    const [first] = words;
    if (first === undefined) return [];
    return [codeAt(path, first.behind.start, shell, asScript(scriptOf(words) ?? commandLine(words)))];
  }
  if (block.type !== 'provisioner') return [];
  const command = attributeOf(block, 'command');
  const inline = attributeOf(block, 'inline');
  const values = inline?.kind === 'list' ? inline.items : command === undefined ? [] : [command];
  const [first] = values;
  if (first === undefined) return [];
  const script = new CodeBuilder();
  for (const value of values) script.append(spelledIn(text, value) ?? { text: '', pieces: [] }).add('\n');
  const [program] = argumentsIn(text, attributeOf(block, 'interpreter'));
  const named = /([\w-]+)$/.exec(program?.value.text ?? 'sh')?.[1] ?? '';
  const language = languageNamed(named) ?? { form: undefined, name: named, extension: 'txt' };
  const given = attributeOf(block, 'environment');
  const environment = given?.kind === 'object' ? given.entries : [];
  const own = environment.flatMap(({ name, value }): readonly HostVariable[] => {
    const spelled = spelledIn(text, value);
    return spelled === undefined ? [] : [{ name, value: spelled }];
  });
  const spelled = language.form === 'shell' ? scriptWith(own, asScript(script.spelled)) : script.spelled;
  return [codeAt(path, first.whole.start, language, spelled)];
};

const within = (block: HclBlock): readonly HclBlock[] => [block, ...block.blocks.flatMap(within)];

const codeIn = (
  { file, root }: ModuleFile,
  variables: Variables,
  names: ModuleNames,
): readonly EmbeddedCode[] => {
  const blocks = within(root);
  const requests = blocks
    .filter(({ type, labels }) => type === 'data' && labels[0] === 'http')
    .flatMap((block) => requestIn(file.text, block, names))
    .map(([at, spelled]) => codeAt(file.path, at, shell, spelled));
  const all = [...requests, ...blocks.flatMap((block) => commandsIn(file, block))];
  return all.map((code) => {
    if (code.form !== 'shell') return code;
    const named = new Set(namesIn(code.text, variables));
    return {
      ...code,
      ...scriptWith(
        variables.filter(({ name }) => named.has(name)),
        code,
      ),
    };
  });
};

/** Variables that a script names, and those that their values name. */
const namesIn = (script: string, variables: Variables): readonly string[] => {
  const found = new Set<string>();
  const follow = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\$\{(tf_\w+)\}/g)) {
      if (found.has(name)) continue;
      found.add(name);
      for (const variable of variables) if (variable.name === name) follow(variable.value.text);
    }
  };
  follow(script);
  return [...found];
};

/** Script that only assigns the variables that no analysed code uses, so that their URLs are reported. */
const unread = (
  file: SourceFile,
  own: Variables,
  used: ReadonlySet<string>,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly EmbeddedCode[] => {
  const left = own.filter(({ name, value }) => !used.has(name) && mayBeApiUrl(value.text));
  return left.length === 0 ? [] : [codeAt(file.path, 0, shell, scriptWith(left, new CodeBuilder().spelled))];
};

const commentsIn: FindComments = (text) =>
  Array.from(text.matchAll(/"(?:[^"\\\n]|\\.)*"|#[^\r\n]*|\/\/[^\r\n]*|\/\*[^]*?\*\//g))
    .filter(([found]) => !found.startsWith('"'))
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const byFolder = (files: readonly ModuleFile[]): ReadonlyMap<string, readonly ModuleFile[]> =>
  groupBy(files, (each) => folderOf(each.file.path));

/** Names of the requests whose response an expression of the module reads: `data.http.clusters.response_body`. */
const responsesRead = (files: readonly ModuleFile[]): ReadonlySet<string> =>
  new Set(
    files.flatMap(({ file: { text }, comments }) =>
      Array.from(text.matchAll(/\bdata\.http\.([\w-]+)/g))
        .filter(({ index }) => !comments.some(({ start, end }) => start <= index && index < end))
        .map(([, name]) => name!),
    ),
  );

/** Names in the headers of a module's requests. */
const headerNames = (files: readonly ModuleFile[]): ReadonlySet<string> =>
  new Set(
    files
      .flatMap(({ root }) => within(root))
      .map((block) => attributeOf(block, 'request_headers'))
      .flatMap((value) => (value?.kind === 'name' ? [value.name] : [])),
  );

/** Local values that are maps of headers: `local.headers`. */
const mapsIn = (files: readonly ModuleFile[], named = headerNames(files)): ModuleNames['maps'] =>
  new Map(
    files.flatMap(({ file, root }) =>
      root.blocks
        .filter(({ type }) => type === 'locals')
        .flatMap(({ attributes }) => attributes)
        .flatMap(({ name, value }) =>
          value.kind === 'object' && named.has(`local.${name}`)
            ? [[`local.${name}`, { file, entries: value.entries }] as const]
            : [],
        ),
    ),
  );

/** Texts of a map flow to all requests that use it, and to all other references. */
const usesOfMap = ([name, map]: readonly [string, SharedMap]): readonly UsesFact[] =>
  map.entries.flatMap((entry): readonly UsesFact[] => {
    const slot = slotInMap(map, entry);
    if (slot === undefined) return [];
    return [unfollowedUse(name, slot, slot, 'in everything that takes the map')];
  });

/** Contents of a module: the files of a folder. */
const readModule = (files: readonly ModuleFile[], { mayBeApiUrl }: ExtractInput): Module => {
  const variables = files.flatMap(({ file, root }) => variablesIn(file, root));
  const read = responsesRead(files);
  const names: ModuleNames = { isRead: (name) => read.has(name), maps: mapsIn(files) };
  const code = files.flatMap((each) => codeIn(each, variables, names));
  const used = new Set(
    code.flatMap(({ text }) => Array.from(text.matchAll(/^export (tf_\w+)=/gm), ([, name]) => name!)),
  );
  const own = (path: string): Variables => variables.filter(({ slot }) => slot.file === path);
  return {
    facts: [...usesElsewhere(files, variables, mayBeApiUrl), ...[...names.maps].flatMap(usesOfMap)],
    code: [...code, ...files.flatMap(({ file }) => unread(file, own(file.path), used, mayBeApiUrl))],
  };
};

interface Module {
  readonly facts: readonly Fact[];
  readonly code: readonly EmbeddedCode[];
}

/** Terraform: requests of `data "http"`, and commands. */
export const terraformExtractor: Extractor = {
  form: 'terraform',
  extract(input) {
    const files = input.files.map((file) => ({
      file,
      root: hclIn(file.text),
      comments: commentsIn(file.text),
    }));
    const modules = [...byFolder(files).values()].map((each) => readModule(each, input));
    return {
      facts: [
        ...modules.flatMap(({ facts }) => facts),
        ...files.flatMap(({ file }) => commentFacts(file, input, commentsIn)),
      ],
      code: modules.flatMap(({ code }) => code),
      failed: [],
    };
  },
};
