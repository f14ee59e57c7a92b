/** Libraries that make a client of an interface, whose methods declare requests by annotations. Pure data. */
export interface DeclaredKind {
  readonly library: string;
  /** Matches a file that declares requests. */
  readonly written: RegExp;
  /** Matches the annotation with method and URL. */
  readonly verb: RegExp;
  /** Matches the annotation with header lines. */
  readonly headers: RegExp;
  /** Type of that annotation. */
  readonly headersType: string;
  /** Text around the first header line of a new annotation. */
  annotation(isImported: boolean): readonly [open: string, close: string];
  /** True where several lines need braces in Java. */
  readonly bracesLists: boolean;
  /** Matches a parameter that is the body. */
  readonly body: RegExp;
  /** Calls that make a client of an interface. */
  readonly makes: readonly string[];
}

const LINES = String.raw`\(\s*\{?\s*(?:value\s*=\s*\{?\s*)?(?:"[^"\\]*"\s*,?\s*)+\}?\s*\)`;

export const DECLARED_KINDS: readonly DeclaredKind[] = [
  {
    library: 'retrofit2',
    written: /@(?:GET|POST|PUT|PATCH|DELETE)\s*\(/,
    verb: /@(GET|POST|PUT|PATCH|DELETE)\s*\(\s*(?:value\s*=\s*)?"([^"\\]*)"\s*\)/,
    headers: new RegExp(`@Headers\\s*${LINES}`),
    headersType: 'retrofit2.http.Headers',
    annotation: (isImported) => [isImported ? '@Headers(' : '@retrofit2.http.Headers(', ')'],
    bracesLists: true,
    body: /@Body\b/,
    makes: ['create'],
  },
  {
    library: 'feign',
    written: /@RequestLine\s*\(/,
    verb: /@RequestLine\s*\(\s*"(GET|POST|PUT|PATCH|DELETE) ([^"\\]*)"\s*\)/,
    headers: new RegExp(`@Headers\\s*${LINES}`),
    headersType: 'feign.Headers',
    annotation: (isImported) => [isImported ? '@Headers(' : '@feign.Headers(', ')'],
    bracesLists: true,
    body: /^(?!.*@Param)/,
    makes: ['target'],
  },
  {
    library: 'Refit',
    written: /\[(?:Get|Post|Put|Patch|Delete)\s*\(/,
    verb: /\[(Get|Post|Put|Patch|Delete)\s*\(\s*"([^"\\]*)"\s*\)\]/,
    headers: new RegExp(`\\[Headers\\s*${LINES}\\]`),
    headersType: 'Refit.Headers',
    annotation: () => ['[Headers(', ')]'],
    bracesLists: false,
    body: /\[Body\b/,
    makes: ['For'],
  },
];
