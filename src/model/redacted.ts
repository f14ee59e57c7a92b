declare const REDACTED: unique symbol;

/**
 * Printable text: it has nothing of a scanned file but names, methods and path templates (contract §8). All
 * output has this type, which only `redact/gate.ts` creates, so that unredacted text does not compile.
 */
export type Redacted = string & { readonly [REDACTED]: true };

/**
 * Parts of a printable text that need no redaction: redacted texts, numbers, and words that the code itself spells
 * out. A `string` becomes `never`, at any depth, so that an object with one in it is refused.
 */
export type Clean<T> = T extends Redacted | number | boolean | null | undefined | void
  ? T
  : T extends string
    ? Record<never, never> extends Record<T, 1>
      ? never
      : T
    : T extends ReadonlyMap<infer Key, infer Value>
      ? ReadonlyMap<Clean<Key>, Clean<Value>>
      : T extends (...inputs: infer Inputs) => infer Output
        ? (...inputs: Inputs) => Clean<Output>
        : { readonly [Key in keyof T]: Clean<T[Key]> };
