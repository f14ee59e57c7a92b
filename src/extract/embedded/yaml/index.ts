import type { EmbeddedCode, Fact, SourceFile, Tree, UsesFact, ObjectTree } from '../../../model/index.ts';
import type { ExtractInput, ProjectHost } from '../../extractor.ts';
import { standalonePayload } from '../../standalone-payload.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';
import { codeAt } from '../code-builder.ts';
import { ScriptReader } from './scripts.ts';
import type { TaskMaps } from './tasks.ts';
import { usesElsewhere } from './uses-elsewhere.ts';
import type { GivenVariable } from './uses-elsewhere.ts';
import { hasTasks, taskMaps, taskVariables } from './variables.ts';
import type { HostVariables } from './variables.ts';

/** Texts of a map flow to all tasks that use it, and to all other references. */
const usesOfMap = ({ members }: ObjectTree): readonly UsesFact[] =>
  members.flatMap(({ key, value }): readonly UsesFact[] => {
    const slot = value.kind === 'scalar' ? value.slot : undefined;
    return slot === undefined
      ? []
      : [unfollowedUse(key.value, slot, slot, 'in everything that takes the map')];
  });

/** Variables whose values may be URLs of the API. */
const givenIn = (
  variables: HostVariables,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): readonly GivenVariable[] =>
  [...variables.values()].flatMap(({ name, value }) => {
    const slot = value.pieces.find(({ shared }) => shared !== undefined)?.shared;
    return slot === undefined || !mayBeApiUrl(value.text) ? [] : [{ name, file: slot.file, span: slot.span }];
  });

/** Parsed YAML file. */
export interface YamlFile {
  readonly file: SourceFile;
  readonly trees: readonly Tree[];
}

interface Read {
  readonly code: readonly EmbeddedCode[];
  readonly facts: readonly Fact[];
}

/** Variables that Ansible files pass to tasks by name. */
interface TaskNames {
  readonly tasks: HostVariables;
  readonly maps: TaskMaps;
}

const readFile = (
  { file, trees }: YamlFile,
  { tasks, maps }: TaskNames,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): Read => {
  const reader = new ScriptReader(file.text, mayBeApiUrl, maps);
  for (const tree of trees)
    reader.visit(tree, { scope: hasTasks(tree, file.text) ? tasks : new Map(), shell: undefined });
  const code = reader.found.map(({ at, language, script }) => codeAt(file.path, at, language, script));
  const read = code
    .filter(({ form }) => form === 'shell')
    .flatMap(({ pieces }) => pieces.filter(({ shared }) => shared === undefined).map(({ span }) => span));
  const given = [...reader.given.values(), ...givenIn(tasks, mayBeApiUrl)];
  return {
    code,
    facts: [
      ...usesElsewhere(file, given, read),
      ...reader.bodies.map(standalonePayload),
      ...[...reader.sharedMaps].flatMap(usesOfMap),
    ],
  };
};

/** Files that may contain Ansible templates. */
const MAY_NAME = /\.(?:j2|ya?ml|ini|cfg|conf|sh)$|(?:^|\/)(?:templates|inventory)\//;

/** Other files that name a variable of tasks: templates, which are not analysed. */
const usesBeyond = (
  tasks: readonly GivenVariable[],
  files: readonly YamlFile[],
  host: ProjectHost,
): readonly UsesFact[] => {
  const read = new Set(files.map(({ file }) => file.path));
  return tasks.flatMap(({ name, file, span }): readonly UsesFact[] => {
    const other = host.holding?.([name]).find((path) => MAY_NAME.test(path) && !read.has(path));
    if (other === undefined) return [];
    const at = { file: other, span: { start: 0, end: 0 } };
    return [unfollowedUse(name, { file, span }, at, 'in a file that is not analysed')];
  });
};

/** Parses a YAML text; nothing where it is invalid. */
export type ParseYaml = (file: SourceFile) => readonly Tree[];

/** Task files that name a variable, and may not contain a keyword of the API themselves. */
const namingFiles = (
  tasks: readonly GivenVariable[],
  files: readonly YamlFile[],
  host: ProjectHost,
  parse: ParseYaml,
): readonly YamlFile[] => {
  if (tasks.length === 0) return [];
  const known = new Set(files.map(({ file }) => file.path));
  return (host.holding?.(tasks.map(({ name }) => name)) ?? [])
    .filter((path) => /\.ya?ml$/.test(path) && !known.has(path))
    .map((path): SourceFile => ({ path, form: 'yaml', origin: 'authored', text: host.read(path) ?? '' }))
    .map((file) => ({ file, trees: parse(file) }))
    .filter(({ trees }) => trees.length > 0);
};

/**
 * Scripts in YAML documents: steps of workflows and pipelines, commands of containers and tasks; and requests
 * of Ansible tasks.
 */
export const codeInYaml = (
  candidates: readonly YamlFile[],
  { mayBeApiUrl, host }: Pick<ExtractInput, 'mayBeApiUrl' | 'host'>,
  parse: ParseYaml,
): Read => {
  const tasks = taskVariables(candidates.flatMap(({ trees }) => trees));
  const maps = taskMaps(candidates.flatMap(({ trees }) => trees));
  const given = givenIn(tasks, mayBeApiUrl);
  const files = [...candidates, ...namingFiles(given, candidates, host, parse)];
  const read = files.map((each) => readFile(each, { tasks, maps }, mayBeApiUrl));
  return {
    code: read.flatMap(({ code }) => code),
    facts: [...read.flatMap(({ facts }) => facts), ...usesBeyond(given, files, host)],
  };
};
