import type { CodePiece, HeaderInsertion, Span } from '../../model/index.ts';
import { CodeBuilder, type Spelled } from './code-builder.ts';

/** Request that a document declares: `data "http"` of Terraform, `uri` of Ansible. */
export interface DataRequest {
  /** Span of the call: the key of its URL. */
  readonly at: Span;
  readonly url: Spelled;
  readonly method: string | undefined;
  readonly hasBody: boolean;
  /** True where the sender itself declares the body as JSON. */
  readonly setsContentType?: boolean;
  readonly headers: readonly { readonly name: string; readonly value: Spelled }[];
  /** False where it may have unknown headers. */
  readonly complete: boolean;
  /** True where other requests may take the same headers: they are in a map of their own. */
  readonly sharesHeaders?: boolean;
  /** Name of the response, which other parts of the document may read: the one that a task registers. */
  readonly kept?: Span | undefined;
  /** Insertion point for one more header. */
  readonly insertion: { readonly at: number; readonly as: HeaderInsertion } | undefined;
}

const isExpanded = (text: string): boolean => /\$\{\w+\}/.test(text);

/** Quoted word; `undefined` for text that would have to be escaped. */
const quoted = ({ text, pieces }: Spelled, lead = ''): Spelled | undefined => {
  const quote = isExpanded(text) ? '"' : "'";
  if (/[\r\n]/.test(text) || (quote === '"' ? /["`\\]|\$(?!\{\w+\})/.test(text) : text.includes("'")))
    return undefined;
  return new CodeBuilder().add(`${quote}${lead}`).append({ text, pieces }).add(quote).spelled;
};

const insertionPiece = ({ insertion }: DataRequest): Spelled => {
  if (insertion === undefined) return { text: '', pieces: [] };
  const { at, as } = insertion;
  const piece: CodePiece = {
    at: 0,
    length: 0,
    span: { start: at, end: at },
    spelling: 'fixed',
    from: 0,
    header: as,
  };
  return { text: '', pieces: [piece] };
};

/** Equivalent curl call, so that one extractor finds what is missing in either. */
export const asCurl = (request: DataRequest): Spelled => {
  const { url, method, hasBody, setsContentType, headers, complete, kept } = request;
  const given = headers.map(({ name, value }) =>
    /^[\w-]+$/.test(name) ? quoted(value, `${name}: `) : undefined,
  );
  const shared = request.sharesHeaders === true ? given : [];
  const builder = new CodeBuilder();
  for (const [at, word] of shared.entries())
    if (word !== undefined) builder.add(`header_${at}=`).append(word).add('\n');
  builder.write('curl', { span: request.at, spelling: 'fixed' });
  if (method !== undefined && /^[A-Za-z]+$/.test(method)) builder.add(` -X ${method.toUpperCase()}`);
  if (hasBody) builder.add(' -d "$body_of_the_request"');
  if (!complete) builder.add(' -H "$more_headers"');
  if (kept !== undefined) builder.add(' -o ').write('response', { span: kept, spelling: 'fixed' });
  builder.add(' ').append(quoted(url) ?? { text: '"$url_of_the_request"', pieces: [] });
  for (const [at, word] of given.entries()) {
    const named = { text: `"$header_${at}"`, pieces: [] };
    const known = shared.length > 0 ? named : word;
    builder.add(' -H ').append(word && known ? known : { text: '"$unknown_header"', pieces: [] });
  }
  if (setsContentType === true) builder.add(" -H 'Content-Type: application/json'");
  return builder.append(insertionPiece(request)).add('\n').spelled;
};
