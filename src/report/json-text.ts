const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Value as JSON without `##[`, which a GitHub runner parses as a command anywhere in the output of a step, and without the
 * characters that a terminal obeys and JSON allows; outside strings JSON has none of them.
 */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent)
    .replace(/[\u007F-\u009F\u2028\u2029\p{Bidi_Control}]/gu, escaped)
    .replaceAll('##[', '##\\u005b');
