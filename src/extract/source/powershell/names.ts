interface Variable {
  /** In lower case, since names differ by more than that. */
  readonly name: string;
  /** `env`, `script`, `global`; empty for most. */
  readonly space: string;
}

/** What other languages have under these names must not be met. */
const TAKEN =
  /^(?:process|console|fetch|axios|window|global|require|module|exports|context|object|array|string)$/;

/** `$Name`, `${name}`, `$env:NAME`, `@splatted`. */
export const variableOf = (written: string): Variable => {
  const [, space = '', name = ''] = /^[$@]\{?(?:(\w+):)?(.*?)\}?$/s.exec(written) ?? [];
  const lower = name.toLowerCase();
  if (space.toLowerCase() === 'env') return { name, space: 'env' };
  return { name: TAKEN.test(lower) ? `$${lower}` : lower, space: space.toLowerCase() };
};

/** The name of a function as the one tree has it: variables have names of their own. */
export const loweredFunctionName = (written: string): string => {
  const lower = written.replace(/^(?:script|global|local|private):/i, '').toLowerCase();
  return lower.includes('-') ? lower : `&${lower}`;
};
