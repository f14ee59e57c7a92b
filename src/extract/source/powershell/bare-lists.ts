/** Bare word as an argument: `name`, `*.json`. */
const WORD = String.raw`[A-Za-z_*][\w.*-]*(?![\w.*(:\[=-])`;
const AFTER_WORD = new RegExp(String.raw`(?<=[\s,])${WORD}[ \t]*,`, 'g');
const BEFORE_WORD = new RegExp(String.raw`(?:["'})]|\$[\w:]+)[ \t]*,(?=[ \t]*(?:\r?\n[ \t]*)?${WORD})`, 'g');

/** Matches a line up to a position in the arguments of an attribute: `[Parameter(Mandatory, `. */
const ATTRIBUTE = /\[\w+\([^)\]]*$/;

const LINE_BREAK = /[ \t]*\r?\n/y;

/**
 * Text in which no list has a bare word, `Select-Object name, @{…}`, which the grammar refuses: blanks, or a line
 * continuation, replace the commas, so that all positions are unchanged.
 */
export const withoutBareLists = (text: string): string => {
  const parts: string[] = [];
  let done = 0;
  const commas = [AFTER_WORD, BEFORE_WORD].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }) => index + found.length - 1),
  );
  for (const at of [...new Set(commas)].toSorted((a, b) => a - b)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at);
    if (ATTRIBUTE.test(line)) continue;
    LINE_BREAK.lastIndex = at + 1;
    const broken = LINE_BREAK.exec(text)?.[0];
    const blanks = broken?.search(/\r?\n/) ?? 0;
    parts.push(text.slice(done, at), broken === undefined ? ' ' : `${' '.repeat(blanks)}\``);
    done = at + 1 + blanks;
  }
  return parts.join('') + text.slice(done);
};
