interface Variable {
  /** Name in lower case, since names are case-insensitive. */
  readonly name: string;
  /** Scope prefix: `env`, `script`, `global`; empty for most. */
  readonly space: string;
}

/** Names that would collide with globals of other languages. */
const TAKEN =
  /^(?:process|console|fetch|axios|window|global|require|module|exports|context|object|array|string)$/;

/** `$Name`, `${name}`, `$env:NAME`, `@splatted`. */
export const variableOf = (written: string): Variable => {
  const [, space = '', name = ''] = /^[$@]\{?(?:(\w+):)?(.*?)\}?$/s.exec(written) ?? [];
  const lower = name.toLowerCase();
  if (space.toLowerCase() === 'env') return { name, space: 'env' };
  return { name: TAKEN.test(lower) ? `$${lower}` : lower, space: space.toLowerCase() };
};

/** Name of a function in the common syntax tree, distinct from variables. */
export const loweredFunctionName = (written: string): string => {
  const lower = written.replace(/^(?:script|global|local|private):/i, '').toLowerCase();
  return lower.includes('-') ? lower : `&${lower}`;
};
