import type { ObjectTree, ScalarTree, Tree } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import { memberOf, stringOf } from '../../members.ts';
import { CodeBuilder } from '../code-builder.ts';
import type { Language, Spelled } from '../code-builder.ts';
import { commandLine, scriptOf } from '../command-line.ts';
import type { Argument } from '../command-line.ts';
import { asCurl } from '../data-request.ts';
import { languageNamed, shell } from '../languages.ts';
import { scriptWith, sharedValue } from '../shell-script.ts';
import { spelledScalar } from './scalars.ts';
import { mapNamed, moduleOf, taskRequest } from './tasks.ts';
import type { TaskMaps } from './tasks.ts';
import type { GivenVariable } from './uses-elsewhere.ts';
import { scopeIn, withExpressions } from './variables.ts';
import type { HostVariables } from './variables.ts';

/** Members with a script, as text or as a list of lines; the first present one wins. */
const SCRIPTS: readonly string[] =
  'before_install install before_script script run bash commands cmds cmd after_script after_success command shell'.split(
    ' ',
  );

/** Members with a command line as a list of words; the first present one wins. */
const WORDS: readonly string[] = ['entrypoint', 'command', 'args', 'test', 'argv'];

interface Place {
  readonly scope: HostVariables;
  /** Default shell of steps. */
  readonly shell: string | undefined;
  /** Action that takes the members as its inputs: `actions/github-script@v7`. */
  readonly action?: string | undefined;
}

/** Script in a file, by position. */
interface Found {
  readonly at: number;
  readonly language: Language;
  readonly script: Spelled;
}

const scalarsIn = (tree: Tree | undefined): readonly ScalarTree[] => {
  if (tree?.kind === 'scalar') return typeof tree.value === 'string' ? [tree] : [];
  return tree?.kind === 'list' ? tree.items.flatMap((item) => scalarsIn(item)) : [];
};

/** Finds scripts in the trees of one file. State: the scripts found so far. */
export class ScriptReader {
  readonly found: Found[] = [];
  readonly given = new Map<string, GivenVariable>();
  /** Bodies that tasks send. */
  readonly bodies: Tree[] = [];
  /** Variables that tasks use as headers. */
  readonly sharedMaps = new Set<ObjectTree>();
  private readonly text: string;
  private readonly mayBeApiUrl: ExtractInput['mayBeApiUrl'];
  private readonly maps: TaskMaps;

  constructor(text: string, mayBeApiUrl: ExtractInput['mayBeApiUrl'], maps: TaskMaps) {
    this.maps = maps;
    this.text = text;
    this.mayBeApiUrl = mayBeApiUrl;
  }

  visit(tree: Tree, outer: Place): void {
    if (tree.kind === 'list') for (const item of tree.items) this.visit(item, outer);
    if (tree.kind !== 'object') return;
    const scope = scopeIn(tree, outer.scope);
    const place = { ...outer, scope, shell: shellIn(tree) ?? outer.shell };
    this.note(place.scope, outer.scope);
    this.scripts(tree, place);
    this.task(tree, place);
    const action = stringOf(tree, 'uses');
    for (const { key, value } of tree.members)
      this.visit(value, { ...place, action: key.value === 'with' ? action : undefined });
  }

  /** Records the variables that an object passes to its members. */
  private note(scope: HostVariables, outer: HostVariables): void {
    if (scope === outer) return;
    for (const { name, value } of scope.values()) {
      const slot = value.pieces.find(({ shared }) => shared !== undefined)?.shared;
      if (slot !== undefined && this.mayBeApiUrl(value.text))
        this.given.set(`${slot.span.start}`, { name, file: slot.file, span: slot.span });
    }
  }

  private spelled(scalar: ScalarTree, { scope }: Place): Spelled {
    return withExpressions(spelledScalar(this.text, scalar), scope);
  }

  private add(at: number, language: Language, script: Spelled, { scope }: Place): void {
    const own = language.form === 'shell' ? scriptWith(scope.values(), script) : script;
    this.found.push({ at, language, script: own });
  }

  private task(tree: ObjectTree, place: Place): void {
    const found = taskRequest(this.text, tree, this.maps, (scalar) => this.argument(scalar, place).value);
    if (found === undefined) return;
    this.add(found.request.at.start, shell, asCurl(found.request), place);
    const shared = mapNamed(memberOf(moduleOf(tree), 'headers'), this.maps);
    if (shared !== undefined) this.sharedMaps.add(shared);
    if (found.body?.kind === 'object') this.bodies.push(found.body);
  }

  private scripts(tree: Tree, place: Place): void {
    const lists = WORDS.map((name) => memberOf(tree, name)).filter((value) => value?.kind === 'list');
    const words = lists.flatMap((list) => scalarsIn(list)).map((scalar) => this.argument(scalar, place));
    if (words.length > 0) {
      const script = scriptOf(words) ?? commandLine(words);
      this.add(lists[0]!.span.start, shell, script, place);
    }
    const script = new CodeBuilder();
    // `shell` is an Ansible task, but beside `run` it names the shell.
    const named = memberOf(tree, 'run') === undefined ? undefined : memberOf(tree, 'shell');
    const taken = new Set<Tree | undefined>([...lists, named]);
    const texts = SCRIPTS.map((name) => memberOf(tree, name))
      .filter((value) => !taken.has(value))
      .flatMap((value) => scalarsIn(value));
    const [first] = texts;
    if (first === undefined) return;
    for (const scalar of texts) script.append(this.spelled(scalar, place)).add('\n');
    const language = languageOf(tree, place);
    if (language !== undefined) this.add(first.span.start, language, script.spelled, place);
  }

  private argument(scalar: ScalarTree, place: Place): Argument {
    const { slot, span } = scalar;
    const isUrl = slot !== undefined && this.mayBeApiUrl(slot.value) && !/\s/.test(slot.value);
    const isFlow =
      slot?.spelling === 'yaml-double' && /^\s*[,\]]/.test(this.text.slice(span.end, span.end + 80));
    return {
      // The document contains its URL too: both refer to one text.
      value: isUrl
        ? withExpressions(sharedValue(slot.value, slot), place.scope)
        : this.spelled(scalar, place),
      behind: { start: span.end, end: span.end },
      list: isFlow ? 'json-words' : 'fixed',
    };
  }
}

const shellIn = (tree: Tree): string | undefined => {
  const own = stringOf(memberOf(memberOf(tree, 'defaults'), 'run'), 'shell');
  if (own !== undefined) return own;
  return /^windows/i.test(stringOf(tree, 'runs-on') ?? '') ? 'pwsh' : undefined;
};

/** Language of a step, `shell: python`, and of a script that an action takes. */
const languageOf = (tree: Tree, place: Place): Language | undefined => {
  if (/(?:^|\/)github-script(?:@|$)/.test(place.action ?? '')) return languageNamed('javascript');
  const named = memberOf(tree, 'run') === undefined ? undefined : (stringOf(tree, 'shell') ?? place.shell);
  if (named === undefined) return shell;
  return (
    languageNamed(/^[\w-]+/.exec(named)?.[0] ?? '') ?? {
      form: undefined,
      name: 'this shell',
      extension: 'txt',
    }
  );
};
