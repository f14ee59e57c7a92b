import type { Slot } from '../../model/index.ts';
import { CodeBuilder, substituted } from './code-builder.ts';
import type { Spelled } from './code-builder.ts';
import { quotingIn } from './quotes.ts';

/** Variable that a file passes to its scripts. */
export interface HostVariable {
  readonly name: string;
  readonly value: Spelled;
}

/** Replaces an expression of the host in a script by the variable of this name, in any quotes. */
export const withVariables = (
  script: Spelled,
  expression: RegExp,
  nameOf: (match: RegExpExecArray) => string | undefined,
): Spelled => {
  const quoting = quotingIn(script.text);
  return substituted(script, expression, (match) => {
    const name = nameOf(match);
    if (name === undefined) return undefined;
    return quoting(match.index) === 'single' ? `'"\${${name}}"'` : `\${${name}}`;
  });
};

/** Valid shell name of a variable: `github.event.name`. */
export const variableName = (written: string): string => {
  const name = written.replaceAll(/\W+/g, '_');
  return /^\d|^$/.test(name) ? `_${name}` : name;
};

/** Value that other scripts of the file receive as well. */
export const sharedValue = (text: string, slot: Slot, from = 0): Spelled =>
  new CodeBuilder().write(text, { span: slot.span, spelling: slot.spelling, from, shared: slot }).spelled;

const isExpanded = ({ text }: Spelled): boolean => /\$\{\w+\}/.test(text);

/** Line that assigns a variable; none for values that the shell would have to escape. */
export const assignmentLine = ({ name, value }: HostVariable): Spelled | undefined => {
  if (!/^[A-Za-z_]\w*$/.test(name) || /[\n\r]/.test(value.text)) return undefined;
  const quote = isExpanded(value) ? '"' : "'";
  if (quote === '"' ? /["`\\]|\$(?!\{\w+\})/.test(value.text) : value.text.includes("'")) return undefined;
  return new CodeBuilder().add(`export ${name}=${quote}`).append(value).add(`${quote}\n`).spelled;
};

/** Script with the variables passed to it. */
export const scriptWith = (variables: Iterable<HostVariable>, script: Spelled): Spelled => {
  const builder = new CodeBuilder();
  for (const variable of variables) {
    const assigned = assignmentLine(variable);
    if (assigned !== undefined) builder.append(assigned);
  }
  return builder.append(script).spelled;
};
