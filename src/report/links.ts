/** The page of a published package. */
export const toolPage = (name: string): string => `https://www.npmjs.com/package/${name}`;
