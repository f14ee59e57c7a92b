import { groupBy, SpanIndex } from '../../../model/index.ts';
import type { EmbeddedCode, SourceFile, Span, UsesFact } from '../../../model/index.ts';
import { commentFacts } from '../../comments.ts';
import type { ExtractInput, Extractor } from '../../extractor.ts';
import { unfollowedUse } from '../../unfollowed-use.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import { languageNamed, shell } from '../languages.ts';
import { scriptWith, sharedValue, withVariables } from '../shell-script.ts';
import type { HostVariable } from '../shell-script.ts';
import { groovyIn } from './groovy.ts';
import type { Groovy, GroovyString } from './groovy.ts';
import { GROOVY_EXPRESSION, groovyParts, groovyScript, groovyVariable } from './scripts.ts';
import type { GroovyPart } from './scripts.ts';

/** Text before the script of a step: `sh `, `sh(returnStdout: true, script: `. */
const STEP =
  /(?<![\w$])(sh|bash|bat|pwsh|powershell)\b[ \t]*\(?\s*(?:\w+[ \t]*:[^,:]*,\s*)*(?:script[ \t]*:\s*)?$/;
/** Text before the value of a variable: `BASE = `, `def base = `. */
const ASSIGNED =
  /(?:^|[\n;{])[ \t]*(?:(?:def|final|static|String)[ \t]+)*(?:env\.)?([A-Za-z_]\w*)[ \t]*=[ \t]*$/;
/** Longest text that is read before a string. */
const LEAD = 400;

/** Variable of the file, with the position of its value. */
interface Assigned extends HostVariable {
  readonly string: GroovyString;
}

const before = ({ code }: Groovy, { span }: GroovyString): string =>
  code.slice(Math.max(0, span.start - LEAD), span.start);

/** The variables to which the file gives one value each. */
const variablesIn = ({ path, text }: SourceFile, groovy: Groovy): readonly Assigned[] => {
  const found = groovy.strings.flatMap((string): readonly Assigned[] => {
    const name = ASSIGNED.exec(before(groovy, string))?.[1];
    const { content: span } = string;
    const said = text.slice(span.start, span.end);
    const isAlone = /^[ \t]*(?:[;}\r\n]|$)/.test(groovy.code.slice(string.span.end, string.span.end + LEAD));
    if (name === undefined || !isAlone || said.includes('\\')) return [];
    const value = sharedValue(said, {
      file: path,
      span,
      value: said,
      spelling: 'plain',
    });
    const expanded = withVariables(value, GROOVY_EXPRESSION, ([, curly, bare]) =>
      groovyVariable(curly ?? bare ?? ''),
    );
    return [{ name, string, value: string.interpolates ? expanded : value }];
  });
  const byName = groupBy(found, ({ name }) => name);
  return found.filter(({ name }) => byName.get(name)!.length === 1);
};

/** Script of a step, the strings that are its text, and its end. */
interface Step {
  readonly code: EmbeddedCode;
  readonly strings: readonly GroovyString[];
  readonly end: number;
}

/** Parts of `'curl ' + base + '/groups'`, from its first string. */
const joined = (
  { text }: SourceFile,
  { code, strings }: Groovy,
  first: GroovyString,
): {
  parts: readonly GroovyPart[];
  used: readonly GroovyString[];
  end: number;
} => {
  const parts: GroovyPart[] = [...groovyParts(text, first)];
  const used = [first];
  let { end } = first.span;
  for (;;) {
    const [sign, name] = /^\s*\+\s*([A-Za-z_][\w.]*(?![\w.(]))?/.exec(code.slice(end, end + LEAD)) ?? [];
    if (sign === undefined) break;
    const string = strings.find(({ span }) => span.start === end + sign.length);
    if (name !== undefined) parts.push({ variable: groovyVariable(name) });
    else if (string !== undefined) {
      parts.push(...groovyParts(text, string));
      used.push(string);
    } else {
      parts.push({ variable: 'groovy_rest' });
      break;
    }
    end = string?.span.end ?? end + sign.length;
  }
  return { parts, used, end };
};

const stepsIn = (file: SourceFile, groovy: Groovy): readonly Step[] =>
  groovy.strings.flatMap((string): readonly Step[] => {
    const name = STEP.exec(before(groovy, string))?.[1];
    if (name === undefined) return [];
    const { parts, used, end } = joined(file, groovy, string);
    const language = languageNamed(name) ?? shell;
    return [
      {
        code: codeAt(file.path, string.span.start, language, groovyScript(parts)),
        strings: used,
        end,
      },
    ];
  });

/** Variables that a script names, and those that their values name, in the order of the file. */
const variablesOf = (script: string, all: ReadonlyMap<string, Assigned>): readonly Assigned[] => {
  const named = new Set<Assigned>();
  const open = [script];
  for (let text = open.pop(); text !== undefined; text = open.pop())
    for (const [, name = ''] of text.matchAll(/\$\{?(\w+)/g)) {
      const variable = all.get(name);
      if (variable === undefined || named.has(variable)) continue;
      named.add(variable);
      open.push(variable.value.text);
    }
  return [...named].toSorted((one, other) => one.string.span.start - other.string.span.start);
};

/** Names in the code of Groovy, and in the expressions of its strings, with their positions; assigned ones are left out. */
const namesIn = ({ text }: SourceFile, { code, strings }: Groovy): readonly (readonly [string, number])[] => [
  ...Array.from(
    code.matchAll(/(?<![\w$])([A-Za-z_]\w*)\b(?![ \t]*=(?!=))/g),
    ({ 1: name = '', index }) => [name, index] as const,
  ),
  ...strings
    .filter(({ interpolates }) => interpolates)
    .flatMap(({ content }) =>
      Array.from(text.slice(content.start, content.end).matchAll(GROOVY_EXPRESSION)).flatMap(
        ({ 1: curly, 2: bare, index }) =>
          (curly ?? bare ?? '').split(/\W+/).map((name) => [name, content.start + index] as const),
      ),
    ),
];

/** Uses of variables with URLs in code of Groovy, which is not followed: the first one of each. */
const usesInCode = (
  file: SourceFile,
  groovy: Groovy,
  variables: readonly Assigned[],
  steps: readonly Step[],
): readonly UsesFact[] => {
  if (variables.length === 0) return [];
  const followed = new SpanIndex<Span>(
    [
      ...steps.map(({ strings: [first], end }) => ({ start: first!.span.start, end })),
      ...groovy.strings.filter((string) => ASSIGNED.test(before(groovy, string))).map(({ span }) => span),
    ],
    (span) => span,
  );
  const first = new Map<string, number>();
  for (const [name, at] of namesIn(file, groovy))
    if (!first.has(name) && followed.overlapping({ start: at, end: at + 1 }).length === 0)
      first.set(name, at);
  return variables.flatMap(({ name, string }) => {
    const at = first.get(name);
    if (at === undefined) return [];
    const place = { file: file.path, span: { start: at, end: at + name.length } };
    const why = 'in code of Groovy, which is not followed';
    return [unfollowedUse(name, { file: file.path, span: string.content }, place, why)];
  });
};

const read = (
  file: SourceFile,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): { code: readonly EmbeddedCode[]; facts: readonly UsesFact[] } => {
  const groovy = groovyIn(file.text);
  const variables = variablesIn(file, groovy);
  const steps = stepsIn(file, groovy);
  const byName = new Map(variables.map((variable) => [variable.name, variable] as const));
  const used = new Set<Assigned>();
  const scripts = steps.map(({ code }) => {
    if (code.form !== 'shell') return code;
    const named = variablesOf(code.text, byName);
    for (const variable of named) used.add(variable);
    return { ...code, ...scriptWith(named, code) };
  });
  const addressed = variables.filter(({ value }) => mayBeApiUrl(value.text));
  const others = addressed.filter((variable) => !used.has(variable));
  const left =
    others.length === 0 ? [] : [codeAt(file.path, 0, shell, scriptWith(others, new CodeBuilder().spelled))];
  const facts = usesInCode(file, groovy, addressed, steps);
  return { code: [...scripts, ...left], facts };
};

/** Pipelines of Jenkins: the scripts of their steps, with the variables of the file. */
export const jenkinsfileExtractor: Extractor = {
  form: 'jenkinsfile',
  extract(input) {
    const files = input.files.map((file) => read(file, input.mayBeApiUrl));
    return {
      facts: [
        ...files.flatMap(({ facts }) => facts),
        ...input.files.flatMap((file) => commentFacts(file, input, (text) => groovyIn(text).comments)),
      ],
      code: files.flatMap(({ code }) => code),
      failed: [],
    };
  },
};
