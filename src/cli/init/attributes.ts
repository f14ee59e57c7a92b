import type { ProjectFolder, InitStep } from './project.ts';

/** Files in which git reads how to treat files. */
export const ATTRIBUTES = '.gitattributes';

const MERGING = 'merge rule for baselines';

/** A name as a pattern that means it alone: what has a meaning in patterns is escaped, odd names are quoted. */
const patternFor = (name: string): string => {
  const literal = `/${name.replace(/[*?[\]\\]/g, String.raw`\$&`)}`;
  // oxlint-disable-next-line no-control-regex -- names that would end the pattern
  return /[\s"\u0000-\u001F]/.test(literal) ? quoted(literal) : literal;
};

/** Name quoted as git does it: C escapes inside double quotes. */
const quoted = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is escaped
  `"${text.replace(/[\u0000-\u001F"\\]/g, (char) => (/["\\]/.test(char) ? `\\${char}` : octal(char)))}"`;

const octal = (char: string): string => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;

/** The line of `.gitattributes` that lets git join both sides of a file; `name` is relative to the folder it lies in. */
export const unionLine = (name: string): string => `${patternFor(name)} merge=union`;

/** Step that adds the line to `path`, a `.gitattributes` with this text; `undefined`: there is none yet. */
export const unionStep = (path: string, before: string | undefined, name: string) => {
  const eol = before?.includes('\r\n') ? '\r\n' : '\n';
  const start =
    before === undefined || before === '' || before.endsWith('\n') ? (before ?? '') : before + eol;
  const after = `${start}${unionLine(name)}${eol}`;
  return { kind: 'write', part: MERGING, path, before, after, executable: false } as const satisfies InitStep;
};

/** Lets git join the baselines of branches; nothing outside of a repository. */
export const mergingStep = ({ read, baseline }: ProjectFolder): InitStep | undefined => {
  if (baseline === undefined) return undefined;
  if (baseline.merge !== 'unspecified') return { kind: 'done', part: MERGING, path: ATTRIBUTES };
  return unionStep(ATTRIBUTES, read(ATTRIBUTES), baseline.file);
};
