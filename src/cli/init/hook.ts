import { packageManager, runsTool, type ProjectFolder, type InitStep } from './project.ts';
import { addToBlock } from './yaml-block.ts';

const PART = 'hook';

const commandIn = (folder: ProjectFolder): string =>
  `${packageManager(folder).run} atlas-api-migrate scan --staged`;

const preCommit = (command: string): readonly string[] => [
  '- repo: local',
  '  hooks:',
  '    - id: atlas-api-migrate',
  '      name: calls of the legacy Atlas API',
  `      entry: ${command}`,
  '      language: system',
  '      pass_filenames: false',
];

const lefthook = (command: string): readonly string[] => ['atlas-api-migrate:', `  run: ${command}`];

const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => ' '.repeat(by) + line + '\n').join('');

/** Adds to an existing file of a hook framework, or says what should be added. */
const added = (
  path: string,
  before: string,
  block: readonly string[],
  lines: readonly string[],
  whole: string,
): InitStep => {
  const after = before.trim() === '' ? whole : addToBlock(before, block, lines);
  if (after === undefined) return { kind: 'manual', part: PART, path, snippet: whole };
  return { kind: 'write', part: PART, path, before, after, executable: false };
};

const withFramework = (folder: ProjectFolder, path: string, before: string): InitStep => {
  const command = commandIn(folder);
  if (path === '.pre-commit-config.yaml')
    return added(path, before, ['repos'], preCommit(command), `repos:\n${indented(preCommit(command), 2)}`);
  const whole = `pre-commit:\n  commands:\n${indented(lefthook(command), 4)}`;
  if (!/^pre-commit\s*:/m.test(before) && before.trim() !== '')
    return added(path, before, [], whole.trimEnd().split('\n'), whole);
  return added(path, before, ['pre-commit', 'commands'], lefthook(command), whole);
};

/** A shell hook: a new file, or one more line of an existing one. */
const shellHook = (folder: ProjectFolder, path: string, head: string, note?: string): InitStep => {
  const before = folder.read(path);
  const start = before === undefined ? head : before.replace(/\n?$/, '\n');
  const after = `${start}${commandIn(folder)}\n`;
  const step = { kind: 'write', part: PART, path, before, after, executable: true } as const;
  return note === undefined ? step : { ...step, note };
};

const FRAMEWORKS = ['.pre-commit-config.yaml', 'lefthook.yml', 'lefthook.yaml', '.lefthook.yml'];

/** The hook that the project's own framework runs before a commit, else one of git. */
export const hookStep = (folder: ProjectFolder): InitStep | undefined => {
  const framework = FRAMEWORKS.find((name) => folder.exists(name));
  const isHusky = folder.exists('.husky') || /"husky"\s*:/.test(folder.read('package.json') ?? '');
  const path = framework ?? (isHusky ? '.husky/pre-commit' : folder.gitHook);
  if (path === undefined) return undefined;
  const snippet = `${commandIn(folder)}\n`;
  if (!folder.isOwn(path)) return { kind: 'manual', part: PART, path, snippet, isOutside: true };
  const before = folder.read(path);
  if (runsTool(before)) return { kind: 'done', part: PART, path };
  if (framework !== undefined) return withFramework(folder, framework, before ?? '');
  if (isHusky) return shellHook(folder, path, '');
  if (before !== undefined && !/^#!.*\bsh\b/.test(before))
    return { kind: 'manual', part: PART, path, snippet };
  return shellHook(folder, path, '#!/bin/sh\n', 'It exists in this clone only: git does not share hooks.');
};
