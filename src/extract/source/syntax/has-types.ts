/** True for a file of TypeScript, whose types a checker checks, with a tsconfig or without one. */
export const hasTypes = (path: string): boolean => /\.[cm]?tsx?$/.test(path);
