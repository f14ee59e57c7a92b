/** One mistake as ajv reports it, as far as messages need it. */
export interface ValidationError {
  /** JSON pointer of the location in the file. */
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly schema?: unknown;
  readonly parentSchema?: { readonly properties?: Readonly<Record<string, unknown>> };
  readonly data?: unknown;
}

/** A validator that `scripts/generate.mjs` compiled ahead of time. */
export interface Validator {
  (data: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}
