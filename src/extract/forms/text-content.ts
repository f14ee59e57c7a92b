const SENT_LINE = /^(?:\S{8,40} )?> [A-Z]{3,7} \S+ HTTP\/\d/m;
const RECEIVED_LINE = /^(?:\S{8,40} )?< HTTP\/\d/m;
const TRACE_TITLE = /^(?:\S{8,20} )?=> Send header, \d+ bytes \(0x/m;
const ACCESS_LINE =
  /"(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE) \S+ HTTP\/[\d.]+"|\b(?:TCP|UDP|NONE)\w{0,40}\/\d{3} \d+ [A-Z]{3,7} \S/;

/** Matches the extended format of W3C: IIS, CloudFront. */
const NAMED_COLUMNS = /^#Fields:(?=.*\scs-method\b).*\scs-uri(?:-stem)?(?:\s|$)/m;

/** True when most lines record a call; the last one may be cut. */
const hasCallLines = (head: string): boolean => {
  const lines = head.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const calls = lines.filter((line) => ACCESS_LINE.test(line)).length;
  return calls > 0 && calls * 2 >= lines.length;
};

const CASSETTE = /^\uFEFF?(?:http_)?interactions:[ \t]*(?:#.*)?\r?\n[ ]*- /m;
/** Matches a flow: a length, then a short name and its type. */
const FLOW = /^\d{1,12}:\d{1,2}:[a-z_]+[;,]\d/;

const POSTMAN_KIND = /^\$kind:\s*["']?(?:http-request|http-example|collection|environment|folder|globals)\b/m;
/** Matches environments and globals, which have no kind: a name, and values that each have a key. */
const POSTMAN_VALUES = /^name:[^]*^values:[ \t]*(?:#.*)?\r?\n[ ]*- (?:key|value|enabled|type):/m;

/** Recorded HTTP session of VCR or similar in YAML. */
export const isYamlCassette = (head: string): boolean =>
  CASSETTE.test(head) && /^\s+(?:uri|url):/m.test(head);

/** A file of Insomnia 5. */
export const isInsomniaFile = (head: string): boolean =>
  /^type:\s*["']?[\w.]*\binsomnia\.rest\/5\./m.test(head);

/** Postman request or environment in a separate YAML file. */
export const isPostmanFile = (head: string): boolean =>
  POSTMAN_KIND.test(head) || (head.includes('\nvalues:') && POSTMAN_VALUES.test(head));

/** A dump of mitmproxy. */
export const isFlowDump = (head: string): boolean => FLOW.test(head);

/** True for output of `curl -v` or `curl --trace`. */
export const isCurlLog = (head: string): boolean =>
  TRACE_TITLE.test(head) || (SENT_LINE.test(head) && RECEIVED_LINE.test(head));

/** An access log of a server or proxy. */
export const isAccessLog = (head: string): boolean => NAMED_COLUMNS.test(head) || hasCallLines(head);
