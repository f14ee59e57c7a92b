import type { SourceFile } from '../../../model/index.ts';
import { commentFacts, hashComments } from '../../comments.ts';
import type { Extractor } from '../../extractor.ts';
import { CodeBuilder, codeAt } from '../code-builder.ts';
import type { Spelled } from '../code-builder.ts';
import { shell } from '../languages.ts';
import { linesIn } from '../lines.ts';

/** `web: command` of a Procfile. */
const PROCESS = /^[\w-]+:[ \t]*/;
/** Five time fields or `@daily`, followed by a user in system files. */
const TIMES = /^[ \t]*(?:@\w+|(?:[\d*/,?LW#A-Za-z-]+[ \t]+){4}[\d*/,?LW#A-Za-z-]+)[ \t]+/;
const VARIABLE = /^[ \t]*[A-Za-z_]\w*[ \t]*=/;

/** Matches the user in system files, as far as names indicate one. */
const USER = /^(?:root|nobody|www-data|[a-z][\w-]*(?=[ \t]+(?:\/|curl\b|bash\b|sh\b)))[ \t]+/;

/** Command of a crontab line: `%` ends it, unless it is escaped as `\%`. */
const writeCommand = (builder: CodeBuilder, text: string, from: number, end: number): void => {
  let done = from;
  for (const { index, 0: sign } of text.slice(from, end).matchAll(/\\%|%/g)) {
    builder.verbatim(text, done, from + index, 'none');
    if (sign === '%') {
      builder.add('\n');
      return;
    }
    builder.add('%');
    done = from + index + sign.length;
  }
  builder.verbatim(text, done, end, 'none').add('\n');
};

/** Commands of a file as one script: each line runs by itself. */
const scriptOf = ({ path, text }: SourceFile): Spelled => {
  const builder = new CodeBuilder();
  const isProcfile = /(?:^|\/)procfile[^/]*$/i.test(path);
  for (const { line, start } of linesIn(text)) {
    if (/^[ \t]*(?:#|$)/.test(line)) continue;
    const times = isProcfile ? PROCESS.exec(line)?.[0] : TIMES.exec(line)?.[0];
    const end = start + line.length;
    if (times !== undefined) {
      const user = isProcfile ? '' : (USER.exec(line.slice(times.length))?.[0] ?? '');
      const from = start + times.length + user.length;
      if (isProcfile) builder.verbatim(text, from, end, 'none').add('\n');
      else writeCommand(builder, text, from, end);
    } else if (VARIABLE.test(line)) builder.verbatim(text, start + line.search(/\S/), end, 'none').add('\n');
  }
  return builder.spelled;
};

/** Procfiles and crontabs: their commands. */
export const commandFileExtractor: Extractor = {
  form: 'command-file',
  extract(input) {
    return {
      facts: input.files.flatMap((file) => commentFacts(file, input, hashComments)),
      code: input.files.map((file) => codeAt(file.path, 0, shell, scriptOf(file))),
      failed: [],
    };
  },
};
