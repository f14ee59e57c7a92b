/** Folder of a path; '' for one at the root. */
export const directoryOf = (path: string): string => {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
};

/** Joins and normalizes two slash paths; `undefined` when the result leaves the root. */
export const joinPath = (base: string, relative: string): string | undefined => {
  const parts = relative.startsWith('/') || base === '' ? [] : base.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
};

/**
 * Text that matches the star of a pattern such as `@app/*`, '' where it has none; `undefined` when it does not match.
 */
export const matchPattern = (pattern: string, specifier: string): string | undefined => {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === specifier ? '' : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = specifier.startsWith(before) && specifier.endsWith(after);
  return fits && specifier.length >= before.length + after.length
    ? specifier.slice(before.length, specifier.length - after.length)
    : undefined;
};

/** True for a document of data that code may import or open: JSON, or YAML. */
export const isDocument = (path: string): boolean => /\.(?:json|ya?ml)$/.test(path);
