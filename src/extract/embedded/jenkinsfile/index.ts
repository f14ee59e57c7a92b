import type { EmbeddedCode, SourceFile, UsesFact } from '../../../model/index.ts';
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
  return found.filter(({ name }) => found.filter((other) => other.name === name).length === 1);
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

/** Names of the variables in a script, and in their values. */
const namedIn = (script: string, all: readonly Assigned[]): ReadonlySet<string> => {
  const named = new Set<string>();
  const follow = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\$\{?(\w+)/g)) {
      if (named.has(name)) continue;
      named.add(name);
      for (const variable of all) if (variable.name === name) follow(variable.value.text);
    }
  };
  follow(script);
  return named;
};

/** Use of a variable in code of Groovy, which is not followed. */
const useInCode = (
  { path, text }: SourceFile,
  { code, strings }: Groovy,
  { name, string }: Assigned,
  steps: readonly Step[],
): readonly UsesFact[] => {
  const isInStep = (at: number): boolean =>
    steps.some(({ strings: [first], end }) => first!.span.start <= at && at < end);
  const inCode = Array.from(
    code.matchAll(new RegExp(String.raw`(?<![\w$])${name}\b(?![ \t]*=(?!=))`, 'g')),
    ({ index }) => index,
  );
  const inStrings = strings
    .filter(({ interpolates }) => interpolates)
    .flatMap(({ content }) =>
      Array.from(text.slice(content.start, content.end).matchAll(GROOVY_EXPRESSION))
        .filter(([, curly, bare]) => (curly ?? bare ?? '').split(/\W+/).includes(name))
        .map(({ index }) => content.start + index),
    );
  const isValue = (at: number): boolean =>
    strings.some(
      (other) =>
        other !== string &&
        ASSIGNED.test(code.slice(Math.max(0, other.span.start - LEAD), other.span.start)) &&
        other.span.start <= at &&
        at < other.span.end,
    );
  const at = [...inCode, ...inStrings].find((each) => !isInStep(each) && !isValue(each));
  if (at === undefined) return [];
  const place = { file: path, span: { start: at, end: at + name.length } };
  return [
    unfollowedUse(
      name,
      { file: path, span: string.content },
      place,
      'in code of Groovy, which is not followed',
    ),
  ];
};

const read = (
  file: SourceFile,
  mayBeApiUrl: ExtractInput['mayBeApiUrl'],
): { code: readonly EmbeddedCode[]; facts: readonly UsesFact[] } => {
  const groovy = groovyIn(file.text);
  const variables = variablesIn(file, groovy);
  const steps = stepsIn(file, groovy);
  const used = new Set<string>();
  const scripts = steps.map(({ code }) => {
    if (code.form !== 'shell') return code;
    const named = namedIn(code.text, variables);
    for (const name of named) used.add(name);
    return {
      ...code,
      ...scriptWith(
        variables.filter(({ name }) => named.has(name)),
        code,
      ),
    };
  });
  const others = variables.filter(({ name, value }) => !used.has(name) && mayBeApiUrl(value.text));
  const left =
    others.length === 0 ? [] : [codeAt(file.path, 0, shell, scriptWith(others, new CodeBuilder().spelled))];
  const facts = variables
    .filter(({ value }) => mayBeApiUrl(value.text))
    .flatMap((variable) => useInCode(file, groovy, variable, steps));
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
