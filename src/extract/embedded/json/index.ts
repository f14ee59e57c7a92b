import type { EmbeddedCode, SourceFile, Tree } from '../../../model/index.ts';
import { memberOf } from '../../members.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import { shell } from '../languages.ts';
import { scriptWith, sharedValue, variableName } from '../shell-script.ts';
import type { HostVariable } from '../shell-script.ts';

/** Members of package manifests that contain the commands of a project. */
const MANIFESTS: readonly (readonly [file: RegExp, member: string])[] = [
  [/(?:^|\/)(?:package|composer)\.json$/, 'scripts'],
  [/(?:^|\/)deno\.jsonc?$/, 'tasks'],
];

/** `config` of a package, as environment variables of its scripts. */
const configuredIn = (tree: Tree): readonly HostVariable[] => {
  const config = memberOf(tree, 'config');
  if (config?.kind !== 'object') return [];
  return config.members.flatMap(({ key, value }) =>
    value.kind === 'scalar' && value.slot !== undefined
      ? [
          {
            name: variableName(`npm_package_config_${key.value}`),
            value: sharedValue(value.slot.value, value.slot),
          },
        ]
      : [],
  );
};

/** Commands in the manifest of a package. */
export const codeInJson = ({ path }: SourceFile, tree: Tree): readonly EmbeddedCode[] => {
  const member = MANIFESTS.find(([file]) => file.test(path))?.[1];
  const scripts = member === undefined ? undefined : memberOf(tree, member);
  if (scripts?.kind !== 'object') return [];
  const configured = configuredIn(tree);
  const strings = scripts.members.flatMap(({ value }) => (value.kind === 'list' ? value.items : [value]));
  return strings.flatMap((value) => {
    if (value.kind !== 'scalar' || value.slot === undefined) return [];
    const { value: said, span, spelling } = value.slot;
    const script = new CodeBuilder().write(said, { span, spelling }).add('\n').spelled;
    return [codeAt(path, span.start, shell, scriptWith(configured, script))];
  });
};
