const WORD = /(?:'[^']*'|"(?:\\[^]|[^"\\])*"|\\[^]|[^\s'"\\])+/g;

/** A word of the shell without its quotes. */
const unquoted = (word: string): string =>
  word.replaceAll(/'([^']*)'|"((?:\\[^]|[^"\\])*)"|\\([^])/g, (_, single, double, escape) =>
    String(single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escape),
  );

/** Words of a command line as further strings of a list: ` -H 'a: b'` is `, "-H", "a: b"`. */
export const jsonWords = (value: string): string =>
  Array.from(value.matchAll(WORD), ([word]) => `, ${JSON.stringify(unquoted(word))}`).join('');
