import { eolOf } from '../../lines.ts';
import { CodeBuilder } from '../code-builder.ts';
import type { BuiltCode, Spelled } from '../code-builder.ts';
import { quotingIn } from '../quotes.ts';
import { variableName } from '../shell-script.ts';
import type { GroovyString } from './groovy.ts';

/** Part of a script: text of a string, or the variable that an expression of Groovy stands for. */
export type GroovyPart = { readonly text: string; readonly built: BuiltCode } | { readonly variable: string };

/** Matches an expression in a string: `${env.BASE}`, `$name`. */
export const GROOVY_EXPRESSION = /\$\{((?:[^{}]|\{[^{}]*\})*)\}|\$([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/g;

/** Shell variable that an expression stands for; `env.NAME` and `NAME` are the same one. */
export const groovyVariable = (expression: string): string => {
  const written = expression.trim();
  const name = /^(?:env\.)?([A-Za-z_]\w*)$/.exec(written)?.[1];
  return name ?? variableName(`groovy ${written.slice(0, 40)}`);
};

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
};

const decoded = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-fA-F]{4})|\r\n|([^]))/g, (_, code?: string, sign?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return sign === undefined || sign === '\n' ? '' : (ESCAPES[sign] ?? sign);
  });

/** Parts of the text between two expressions. */
const plainParts = (file: string, from: number, to: number, string: GroovyString): readonly GroovyPart[] => {
  if (from === to) return [];
  const said = file.slice(from, to);
  const span = { start: from, end: to };
  if (!string.isLong)
    return [
      {
        text: decoded(said),
        built: {
          span,
          spelling: string.interpolates ? 'kotlin-double' : 'js-single',
        },
      },
    ];
  const newline = eolOf(file);
  let done = from;
  const parts: GroovyPart[] = [];
  const verbatim = (end: number): void => {
    if (end > done)
      parts.push({
        text: file.slice(done, end),
        built: { span: { start: done, end }, spelling: 'plain', newline },
      });
  };
  for (const { 0: escape, index } of said.matchAll(/\\(?:u[\da-fA-F]{4}|\r\n|[^])/g)) {
    verbatim(from + index);
    done = from + index + escape.length;
    const text = decoded(escape);
    if (text !== '')
      parts.push({
        text,
        built: { span: { start: from + index, end: done }, spelling: 'fixed' },
      });
  }
  verbatim(to);
  return parts;
};

/** Parts of a string: its text and its expressions. */
export const groovyParts = (file: string, string: GroovyString): readonly GroovyPart[] => {
  const { start, end } = string.content;
  if (!string.interpolates) return plainParts(file, start, end, string);
  const parts: GroovyPart[] = [];
  let done = start;
  for (const match of file
    .slice(start, end)
    .matchAll(/\\[^]|\$\{(?:[^{}]|\{[^{}]*\})*\}|\$[A-Za-z_][\w.]*\w|\$[A-Za-z_]/g)) {
    if (match[0].startsWith('\\')) continue;
    const at = start + match.index;
    parts.push(...plainParts(file, done, at, string), {
      variable: groovyVariable(match[0].replaceAll(/^\$\{?|\}$/g, '')),
    });
    done = at + match[0].length;
  }
  return [...parts, ...plainParts(file, done, end, string)];
};

/** Script of its parts; a variable in single quotes is written outside of them. */
export const groovyScript = (parts: readonly GroovyPart[]): Spelled => {
  const quoting = quotingIn(parts.map((part) => ('text' in part ? part.text : 'x')).join(''));
  const builder = new CodeBuilder();
  let at = 0;
  for (const part of parts) {
    if ('text' in part) builder.write(part.text, part.built);
    else builder.add(quoting(at) === 'single' ? `'"\${${part.variable}}"'` : `\${${part.variable}}`);
    at += 'text' in part ? part.text.length : 1;
  }
  return builder.add('\n').spelled;
};
