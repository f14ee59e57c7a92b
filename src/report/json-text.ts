/**
 * Value as JSON without `##[`, which a GitHub runner parses as a command anywhere in the output of a step;
 * outside strings JSON has no `#`.
 */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replaceAll('##[', '##\\u005b');
