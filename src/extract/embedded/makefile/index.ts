import type { EmbeddedCode, SourceFile } from '../../../model/index.ts';
import { commentFacts } from '../../comments.ts';
import type { FindComments } from '../../comments.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { CodeBuilder, codeAt, expanded } from '../code-builder.ts';
import type { Spelled } from '../code-builder.ts';
import { shell } from '../languages.ts';
import { linesIn } from '../lines.ts';
import { quotingIn } from '../quotes.ts';
import { scriptWith, sharedValue, variableName, withVariables } from '../shell-script.ts';
import type { HostVariable } from '../shell-script.ts';

const ASSIGNED =
  /^[ ]*(?:(?:export|override|private|unexport)[ \t]+)*([A-Za-z_][\w.-]*)[ \t]*(?:::?:?|\?|\+|!)?=[ \t]*(.*?)[ \t]*(?:(?<=\s)#.*)?$/;
const OF_TARGET = /^[^\s=#][^=#]*?:[ \t]*((?:export[ \t]+)?[A-Za-z_]\w*[ \t]*(?::|\?|\+)?=.*)$/;
/** Matches expansions of make: `$(NAME)`, `${NAME}`, `$(call f,$(x))`, `$@`. */
const EXPANSION = /\$(?:\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)|\{([^{}]*)\}|([^$]))/g;

const nameOf = ([, round, curly, sign]: RegExpExecArray): string =>
  variableName(
    /^[\w.-]+$/.exec(round ?? curly ?? '')?.[0] ?? `make ${(round ?? curly ?? sign ?? '').slice(0, 40)}`,
  );

/** Part of a makefile: an assignment, or a line of a recipe. */
interface RecipeLine {
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

interface Target {
  readonly at: number;
  readonly lines: RecipeLine[];
  readonly variables: Map<string, HostVariable>;
}

interface Parts {
  readonly variables: ReadonlyMap<string, HostVariable>;
  readonly targets: readonly Target[];
}

const variableIn = (file: string, line: string, start: number): HostVariable | undefined => {
  const [, name, value = ''] = ASSIGNED.exec(line) ?? [];
  if (name === undefined || value === '' || value.endsWith('\\')) return undefined;
  const at = start + line.indexOf(value, line.indexOf('=') + 1);
  const quoted = /^(["']).*\1$/.test(value) ? 1 : 0;
  const said = value.slice(quoted, value.length - quoted);
  const span = { start: at + quoted, end: at + quoted + said.length };
  const spelled = sharedValue(said, { file, span, value: said, spelling: 'plain' });
  return { name: variableName(name), value: withVariables(spelled, EXPANSION, nameOf) };
};

/** The recipes and variables of a makefile. */
const partsOf = ({ path, text }: SourceFile): Parts => {
  const variables = new Map<string, HostVariable>();
  const targets: Target[] = [];
  let isContinued = false;
  for (const { line, start, end } of linesIn(text)) {
    const target = targets.at(-1);
    const isRecipe: boolean =
      target !== undefined && (line.startsWith('\t') || (isContinued && target.lines.length > 0));
    if (isRecipe) {
      const lead = isContinued ? /^\t?/ : /^\t[ \t]*[@+-]*[ \t]*/;
      target!.lines.push({ start, from: start + lead.exec(line)![0].length, end });
    } else if (!isContinued && line.trim() !== '' && !line.startsWith('#')) {
      const of = OF_TARGET.exec(line);
      const own = of === null ? undefined : variableIn(path, of[1]!, start + line.length - of[1]!.length);
      const found = of === null ? variableIn(path, line, start) : undefined;
      if (found !== undefined) variables.set(found.name, found);
      else if (/:/.test(line))
        targets.push({ at: start, lines: [], variables: new Map(own && [[own.name, own]]) });
    }
    isContinued = line.endsWith('\\');
  }
  return { variables, targets };
};

/** Adds a line of a recipe as the shell receives it. */
const writeLine = (builder: CodeBuilder, text: string, { start, from, end }: RecipeLine): void => {
  const line = text.slice(from, end);
  const newline = (line.endsWith('\r\n') ? '\r\n' : '\n') + text.slice(start, from).replaceAll(/[@+-]/g, '');
  const quoting = quotingIn(line);
  let done = 0;
  const write = (to: number): void => {
    if (to === done) return;
    const said = line.slice(done, to).replaceAll('$$', '$');
    builder.write(said, { span: { start: from + done, end: from + to }, spelling: 'make-recipe', newline });
  };
  for (const match of line.matchAll(
    /\$\$|\$(?:\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)|\{([^{}]*)\}|([^$]))/g,
  )) {
    if (match[0] === '$$') continue;
    write(match.index);
    const name = nameOf(match);
    builder.add(quoting(match.index) === 'single' ? `'"\${${name}}"'` : `\${${name}}`);
    done = match.index + match[0].length;
  }
  write(line.length);
};

/** Variables that a script names, and those that their values name. */
const namedIn = (script: string, all: ReadonlyMap<string, HostVariable>): ReadonlySet<string> => {
  const named = new Set<string>();
  const follow = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\$\{(\w+)\}/g)) {
      const variable = all.get(name);
      if (variable === undefined || named.has(name)) continue;
      named.add(name);
      follow(variable.value.text);
    }
  };
  follow(script);
  return named;
};

/** Most levels of variables in the values of others. */
const MAX_DEPTH = 8;

/**
 * Script with the values of variables that hold quotes, where no quotes are around them: make writes them into the
 * command, and the shell reads the quotes. An assignment would make them characters.
 */
const withQuotedValues = (script: Spelled, all: ReadonlyMap<string, HostVariable>, depth = 0): Spelled => {
  const quoting = quotingIn(script.text);
  return expanded(script, /\$\{(\w+)\}/g, ({ 1: name = '', index }) => {
    const variable = depth < MAX_DEPTH && quoting(index) === 'none' ? all.get(name) : undefined;
    const value = variable && withQuotedValues(variable.value, all, depth + 1);
    return value && /["'\\]/.test(value.text) ? value : undefined;
  });
};

const codeIn = (file: SourceFile, mayBeApiUrl: ExtractInput['mayBeApiUrl']): readonly EmbeddedCode[] => {
  const { variables, targets } = partsOf(file);
  const used = new Set<string>();
  const scripts = targets
    .filter(({ lines }) => lines.length > 0)
    .map(({ at, lines, variables: own }) => {
      const builder = new CodeBuilder();
      for (const line of lines) writeLine(builder, file.text, line);
      const all = new Map([...variables, ...own]);
      const plain = builder.add('\n').spelled;
      for (const name of namedIn(plain.text, all)) used.add(name);
      const script = withQuotedValues(plain, all);
      const named = namedIn(script.text, all);
      const given = [...all.values()].filter(({ name }) => named.has(name));
      return codeAt(file.path, at, shell, scriptWith(given, script));
    });
  const others = [...variables.values()].filter(
    ({ name, value }) => !used.has(name) && mayBeApiUrl(value.text),
  );
  if (others.length === 0) return scripts;
  return [...scripts, codeAt(file.path, 0, shell, scriptWith(others, new CodeBuilder().spelled))];
};

/** Comments of make; those in recipes belong to the shell. */
const commentsIn: FindComments = (text) =>
  Array.from(text.matchAll(/^[ ]*#[^\r\n]*|^[^\t\r\n#][^\r\n#]*[ \t]#[^\r\n]*/gm), ({ index, 0: found }) => ({
    start: index + found.indexOf('#'),
    end: index + found.length,
  }));

/** Makefiles: their recipes, each a script with the variables of make. */
export const makefileExtractor: Extractor = {
  form: 'makefile',
  extract(input) {
    return {
      facts: input.files.flatMap((file) => commentFacts(file, input, commentsIn)),
      code: input.files.flatMap((file) => codeIn(file, input.mayBeApiUrl)),
      failed: [],
    };
  },
};
