/**
 * A half-open range of one file's text, in UTF-16 code units. A byte order mark counts as one unit.
 * Lines and columns exist only where something is printed (`report/`).
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span together with the file it lies in (relative to the working directory, forward slashes). */
export interface Place {
  readonly file: string;
  readonly span: Span;
}

/** True when `inner` lies wholly inside `outer`. */
export const contains = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** True when the two spans share at least one unit, or one is empty and is inside the other. */
export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** True when `inner` lies wholly inside `outer`, in the same file. */
export const isInside = (outer: Place, inner: Place): boolean =>
  outer.file === inner.file && contains(outer.span, inner.span);

/**
 * A text inside a string of a file: a JSON body in a collection, in a shell word, in a string of code.
 * It has a path of its own, under which trees, gaps and edits refer to its content; code that reports or
 * applies them maps them to the file, through the spelling of `slot`.
 */
export interface EmbeddedText {
  readonly path: string;
  /** Slot of the text; `value` is the text. */
  readonly slot: Slot;
}

/**
 * Notation of the characters of a slot. One exhaustive function (`edit/spelling.ts`) knows how each
 * spelling writes a value; nothing else does.
 *
 * - `js-single`, `js-double`, `js-template`: the content of a string or template piece, without its delimiters
 * - `js-expression`: a whole expression; a string value is written as a quoted literal
 * - `js-name`: a property name or member name (`{ name: … }`, `x.name`); written bare, quoted when it must be
 * - `js-shorthand`: a shorthand property (`{ name }`); written `newName: name`
 * - `py-single`, `py-double`, `py-long`: the content of a Python string; `-f-`: of an f-string between its holes; `-raw-`: without
 *   escapes
 * - `py-expression`: a whole expression of Python
 * - `go-double`, `go-raw`: the content of a Go string; `go-expression`: a whole expression of Go
 * - `java-double`: the content of a string in double quotes of Java and C#
 * - `java-expression`: a whole expression of Java, Kotlin and C#
 * - `kotlin-double`: the content of a string of Kotlin between its holes
 * - `cs-interpolated`, `cs-verbatim`: the content of `$"…"` between its holes, and of `@"…"`
 * - `spring-media-type`: an expression that gives a media type as an object: `MediaType.valueOf("…")`
 * - `ktor-content-type`: the same of Ktor: `ContentType.parse("…")`
 * - `ps-single`, `ps-double`: the content of a string of PowerShell; `-here`: of the lines between `@'` and `'@`
 * - `rb-…`, `php-…`: the same of Ruby and PHP; `-here`: of a heredoc
 * - `lua-…`: the same of Lua; `lua-long`: the content of `[[…]]`
 * - `php-accept`: a call that says one media type, `acceptJson()`; written `accept('…')`
 * - `ps-name`, `rb-name`, `php-name`: a bare name, which is not rewritten; `lua-name`: one that is, by another bare name
 * - `json-string`: the content of a JSON or JSONC string, without its quotes
 * - `yaml-plain`, `yaml-single`, `yaml-double`: a YAML scalar; the quoted ones without their quotes
 * - `plain`: text as written (`.env` values, `.http` files, shell words)
 * - `shell-double`: the content of double quotes in a shell script; `$name` is part of the value as it is written
 * - `shell-single`: the content of single quotes in a shell script, with `'\''` for a quote
 * - `shell-script`: a script in double quotes: `\$` and `\` before a line break are part of it as they are written
 * - `regexp`: a piece of a regular expression that says a literal text; `\.` means `.`
 * - `make-recipe`: text that a makefile gives to the shell; `$` is written `$$`
 * - `json-words`: behind a string of a list in JSON: words of a command line, each a string of the list
 * - `fixed`: can be read, never rewritten (recordings, computed text, base64)
 */
export type Spelling =
  | 'js-single'
  | 'js-double'
  | 'js-template'
  | 'js-expression'
  | 'js-name'
  | 'js-shorthand'
  | 'py-single'
  | 'py-double'
  | 'py-long'
  | 'py-f-single'
  | 'py-f-double'
  | 'py-f-long'
  | 'py-raw-single'
  | 'py-raw-double'
  | 'py-raw-long'
  | 'py-expression'
  | 'go-double'
  | 'go-raw'
  | 'go-expression'
  | 'java-double'
  | 'java-expression'
  | 'kotlin-double'
  | 'cs-interpolated'
  | 'cs-verbatim'
  | 'spring-media-type'
  | 'ktor-content-type'
  | 'ps-single'
  | 'ps-double'
  | 'ps-here'
  | 'ps-here-double'
  | 'ps-name'
  | 'rb-single'
  | 'rb-double'
  | 'rb-here'
  | 'rb-name'
  | 'php-single'
  | 'php-double'
  | 'php-here'
  | 'php-name'
  | 'php-accept'
  | 'lua-single'
  | 'lua-double'
  | 'lua-long'
  | 'lua-name'
  | 'json-string'
  | 'yaml-plain'
  | 'yaml-single'
  | 'yaml-double'
  | 'plain'
  | 'shell-double'
  | 'shell-single'
  | 'shell-script'
  | 'regexp'
  | 'make-recipe'
  | 'json-words'
  | 'fixed';

/** Source position that holds a value, with its syntax. */
export interface Slot extends Place {
  readonly value: string;
  readonly spelling: Spelling;
  /** Other slots that hold part of the same value and change with it: Postman writes a URL whole and in pieces. */
  readonly copies?: readonly SlotCopy[];
}

/** The range `[from, to)` of a slot's value is the whole value of another slot of the same file. */
export interface SlotCopy {
  readonly from: number;
  readonly to: number;
  readonly slot: Slot;
}
