import type { Clean, Redacted } from '../model/index.ts';

/**
 * The only constructors of `Redacted` texts. All output comes from one of them; `test/architecture.test.ts`
 * lists the permitted callers.
 */
const open = (text: string): Redacted => text as Redacted;

/** A text that was masked: for the functions of this folder, which do that. */
export const masked = (text: string): Redacted => open(text);

/** Template literal of the program's own text, with holes for redacted values. */
export const say = (parts: TemplateStringsArray, ...holes: readonly (Redacted | number)[]): Redacted =>
  open(parts.map((part, at) => part + String(holes[at] ?? '')).join(''));

/** Concatenates redacted texts. */
export const joined = (texts: readonly Redacted[]): Redacted => open(texts.join(''));

/** Redacted texts with commas between them. */
export const separated = (texts: readonly Redacted[]): Redacted => open(texts.join(', '));

/** A word that the code spells out: a literal, or one of several. */
export const word = <T extends string>(text: Clean<T>): Redacted => open(text);

/** Result that a pure function makes of clean data; it must hold no other text, which `report` cannot. */
export const rendered = <Input>(render: (input: Input) => string, input: Clean<Input>): Redacted =>
  open(render(input as Input));

/** Texts that are printed as they are: on request (contract §8), of this package, or redacted in an earlier run. */
export type Exemption =
  | 'diff'
  | 'fixed standard input'
  | 'converted payload'
  | 'reference text'
  | 'kept result'
  | 'id of a request';

/** Text that is printed unredacted, for a stated reason. */
export const exempt = (_because: Exemption, text: string): Redacted => open(text);
