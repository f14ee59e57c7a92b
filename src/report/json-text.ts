/**
 * A value as JSON. `##[` cannot stand in it: a GitHub runner takes that for a command anywhere in what a step prints, and
 * outside of strings JSON has no `#`.
 */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replaceAll('##[', '##\\u005b');
