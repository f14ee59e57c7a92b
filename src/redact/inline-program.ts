import { literalText } from './literal.ts';
import { isPlainText } from './plain-words.ts';
import { MASK } from './redact.ts';

/** Commands whose first argument is a program of their own, and options that a program follows. */
const FILTERS = /^(?:jq|gojq|jaq|yq)$/;
/** Of Python alone: the texts of all others may be between signs that are not quotes, `s/@PASSWORD@/…/`. */
const INTERPRETERS = /^python\d?(?:\.\d+)?$/;
const PROGRAM_OPTION = /^-[a-z]{0,3}c$/;
/** Options of jq that a name and a value follow. */
const BINDING = /^--(?:arg|argjson|slurpfile|rawfile)$/;
/** Beginning of a filter, as no value has it. */
const FILTER = /^\s*(?:[.[{(]|[a-z_]{2,20}\()/;

/** Strings, names, numbers and comments of a program between single quotes. */
const PART = /"(?:\\.|[^"\\])*"?|#.*|[A-Za-z_$@][\w$]*|\d[\w.]*/g;
/** Names as people write them; a longer one, or one with more digits, may be a key. */
const NAME = /^[$@]?[A-Za-z_]{1,30}\d{0,2}[A-Za-z_]{0,10}$/;
/** `\(.name)` in a string of jq, `\t`. */
const HOLES = /\\\((?:[^()"]|\([^()"]*\))*\)|\\[nrt]/g;

const stringText = (quoted: string, trusted: ReadonlySet<string>): string => {
  const closed = quoted.length > 1 && quoted.endsWith('"');
  const value = quoted.slice(1, closed ? -1 : undefined);
  const rest = value.replaceAll(HOLES, ' ');
  const shown = isPlainText(rest) ? value : literalText(value, trusted);
  return `"${shown}${closed ? '"' : ''}`;
};

const programText = (program: string, trusted: ReadonlySet<string>): string =>
  program.replace(PART, (part) => {
    if (part.startsWith('"')) return stringText(part, trusted);
    if (part.startsWith('#')) return `# ${MASK}`;
    return NAME.test(part) || /^\d{1,4}$/.test(part) ? part : MASK;
  });

/** Finds the words of a command that are programs: their names and signs are shown, their strings if they are harmless. */
export class InlinePrograms {
  private command: string | undefined;
  private isNext = false;
  /** Words that follow an option of jq and are values. */
  private bound = 0;

  /** Takes the next word, `undefined` between two commands; returns it as it is shown, if it is a program. */
  take(word: string | undefined, trusted: ReadonlySet<string>): string | undefined {
    if (word === undefined) {
      [this.command, this.isNext, this.bound] = [undefined, false, 0];
      return undefined;
    }
    const isFree = this.bound === 0;
    if (!isFree) this.bound -= 1;
    const isProgram =
      this.isNext || (isFree && FILTERS.test(this.command ?? '') && FILTER.test(word.slice(1)));
    this.isNext = INTERPRETERS.test(this.command ?? '') && PROGRAM_OPTION.test(word);
    if (BINDING.test(word)) this.bound = 2;
    this.command ??= /^\w+=/.test(word) ? undefined : word;
    return isProgram && /^'[^']*'?$/.test(word) ? programText(word, trusted) : undefined;
  }
}
