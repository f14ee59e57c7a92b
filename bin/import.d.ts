/** What the module at a URL exports. Throws what loading it throws. */
export declare const importModule: (url: string) => Promise<object>;
