/** The page of a published package. */
export const toolPage = (name: string): string => `https://www.npmjs.com/package/${name}`;

/** The page of a built-in rule, as this version of the package holds it. */
export const rulePage = (
  { name, version }: { readonly name: string; readonly version: string },
  rule: string,
): string => `https://unpkg.com/${name}@${version}/docs/rules/${rule}.md`;
