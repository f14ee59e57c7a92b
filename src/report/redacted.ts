declare const REDACTED: unique symbol;

/**
 * A text that has passed redaction. What reports print of scanned files has this type, and only the functions of
 * `redact.ts` and `redact-command.ts` make one, so that a value that went around them does not compile.
 */
export type Redacted = string & { readonly [REDACTED]: true };
