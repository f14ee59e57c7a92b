import { LANGUAGE_FILES } from '../../model/index.ts';
import type { Form, LanguageId } from '../../model/index.ts';
import type { InputFormat } from './format.ts';
import { maySourceFiles } from './sourcing.ts';
import {
  cassetteSign,
  collectionSign,
  environmentSign,
  jsonLogSign,
  keySign,
  nockSign,
  wiremockSign,
} from './json-content.ts';
import {
  isAccessLog,
  isCurlLog,
  isFlowDump,
  isInsomniaFile,
  isPostmanFile,
  isYamlCassette,
} from './text-content.ts';

/** Format of a language that is lowered to the common syntax tree. */
const language = (id: LanguageId, names: readonly string[]): InputFormat => ({
  id,
  kind: 'code',
  names,
  load: async () => (await import('../source/index.ts')).sourceExtractor(id),
});

/** Every input format, one row each; the first matching detection wins. */
export const FORMATS: readonly InputFormat[] = [
  {
    id: 'har',
    kind: 'recording',
    names: ['har'],
    mayBeCut: true,
    detect: {
      json: [keySign(['"log"'], ['log.entries', 'log.creator', 'log.version', 'log._recordingName'])],
    },
    load: async () => (await import('../recordings/har/index.ts')).harExtractor,
  },
  {
    id: 'otlp',
    kind: 'recording',
    detect: { json: [keySign(['"resourceSpans"'], ['resourceSpans'])] },
    load: async () => (await import('../recordings/otlp/index.ts')).otlpExtractor,
    repeats: true,
  },
  {
    id: 'cassette',
    kind: 'recording',
    detect: { json: [cassetteSign], yaml: isYamlCassette },
    load: async () => (await import('../recordings/cassette/index.ts')).cassetteExtractor,
  },
  {
    id: 'nock',
    kind: 'collection',
    detect: { json: [nockSign] },
    load: async () => (await import('../collections/nock/index.ts')).nockExtractor,
    quotesNames: true,
  },
  {
    id: 'insomnia',
    kind: 'collection',
    detect: { json: [keySign(['"__export_format"'], ['__export_format'])], yaml: isInsomniaFile },
    load: async () => (await import('../collections/insomnia/index.ts')).insomniaExtractor,
    baseElsewhere: true,
  },
  {
    id: 'wiremock',
    kind: 'collection',
    detect: { json: [wiremockSign] },
    load: async () => (await import('../collections/wiremock/index.ts')).wiremockExtractor,
    quotesNames: true,
  },
  {
    id: 'postman',
    kind: 'collection',
    detect: { json: [collectionSign, environmentSign] },
    load: async () => (await import('../collections/postman/index.ts')).postmanExtractor,
    baseElsewhere: true,
  },
  {
    id: 'postman-yaml',
    kind: 'collection',
    detect: { yaml: isPostmanFile },
    load: async () => (await import('../collections/postman-yaml/index.ts')).postmanYamlExtractor,
    baseElsewhere: true,
  },
  {
    id: 'mitmproxy',
    kind: 'recording',
    perhaps: ['flow', 'flows', 'mitm', 'dump'],
    detect: { text: isFlowDump },
    load: async () => (await import('../recordings/mitmproxy/index.ts')).mitmproxyExtractor,
  },
  {
    id: 'curl-log',
    kind: 'recording',
    perhaps: ['log', 'txt'],
    detect: { text: isCurlLog },
    load: async () => (await import('../recordings/curl-log/index.ts')).curlLogExtractor,
  },
  {
    id: 'access-log',
    kind: 'recording',
    perhaps: ['log', 'txt', 'jsonl', 'ndjson'],
    detect: { json: [jsonLogSign], text: isAccessLog },
    load: async () => (await import('../recordings/access-log/index.ts')).accessLogExtractor,
    repeats: true,
  },
  {
    id: 'burp',
    kind: 'recording',
    perhaps: ['xml'],
    detect: { text: (head) => /^\uFEFF?\s*</.test(head) && /<items\s[^<>]*\bburpVersion="/.test(head) },
    load: async () => (await import('../recordings/burp/index.ts')).burpExtractor,
  },
  {
    id: 'bruno',
    kind: 'collection',
    names: ['bru'],
    load: async () => (await import('../collections/bruno/index.ts')).brunoExtractor,
    baseElsewhere: true,
  },
  {
    id: 'http',
    kind: 'collection',
    names: ['http', 'rest'],
    load: async () => (await import('../collections/http/index.ts')).httpExtractor,
    baseElsewhere: true,
  },
  {
    id: 'json',
    kind: 'document',
    names: ['json', 'jsonc'],
    load: async () => (await import('../documents/json/index.ts')).jsonExtractor,
    quotesNames: true,
  },
  {
    id: 'yaml',
    kind: 'document',
    names: ['yaml', 'yml'],
    load: async () => (await import('../documents/yaml/index.ts')).yamlExtractor,
  },
  {
    id: 'env',
    kind: 'document',
    load: async () => (await import('../documents/env/index.ts')).envExtractor,
  },
  {
    id: 'shell',
    kind: 'document',
    names: ['sh'],
    borrows: maySourceFiles,
    load: async () => (await import('../shell/index.ts')).shellExtractor,
  },
  {
    id: 'asciidoc',
    kind: 'document',
    names: ['adoc', 'asciidoc'],
    load: async () => (await import('../embedded/prose/index.ts')).asciidocExtractor,
  },
  {
    id: 'restructured-text',
    kind: 'document',
    names: ['rst'],
    load: async () => (await import('../embedded/prose/index.ts')).restructuredExtractor,
  },
  {
    id: 'notebook',
    kind: 'document',
    names: ['ipynb'],
    load: async () => (await import('../embedded/notebook/index.ts')).notebookExtractor,
  },
  {
    id: 'terraform',
    kind: 'document',
    names: ['tf', 'tofu', 'tfvars', 'hcl'],
    baseElsewhere: true,
    load: async () => (await import('../embedded/terraform/index.ts')).terraformExtractor,
  },
  {
    id: 'component',
    kind: 'document',
    names: ['vue', 'svelte', 'astro'],
    baseElsewhere: true,
    load: async () => (await import('../embedded/component/index.ts')).componentExtractor,
  },
  {
    id: 'command-file',
    kind: 'document',
    names: ['crontab', 'cron'],
    named: /^(?:procfile(?:\..+)?|crontab(?:\..+)?)$/i,
    load: async () => (await import('../embedded/command-file/index.ts')).commandFileExtractor,
  },
  {
    id: 'dockerfile',
    kind: 'document',
    names: ['dockerfile'],
    named: /^(?:docker|container)file(?:\..+)?$/i,
    load: async () => (await import('../embedded/dockerfile/index.ts')).dockerfileExtractor,
  },
  {
    id: 'jenkinsfile',
    kind: 'document',
    names: ['jenkinsfile', 'groovy'],
    named: /^jenkinsfile(?:\..+)?$/i,
    load: async () => (await import('../embedded/jenkinsfile/index.ts')).jenkinsfileExtractor,
  },
  {
    id: 'makefile',
    kind: 'document',
    names: ['mk', 'mak'],
    named: /^(?:gnu)?makefile(?:\..+)?$/i,
    load: async () => (await import('../embedded/makefile/index.ts')).makefileExtractor,
  },
  {
    id: 'markdown',
    kind: 'document',
    names: ['md', 'mdx', 'markdown'],
    load: async () => (await import('../embedded/prose/index.ts')).markdownExtractor,
  },
  ...Object.entries(LANGUAGE_FILES).map(([id, { names }]) => language(id as LanguageId, names)),
];

const BY_ID: ReadonlyMap<Form, InputFormat> = new Map(FORMATS.map((format) => [format.id, format]));

/** The row of a format. */
export const formatOf = (id: Form): InputFormat => BY_ID.get(id)!;

/** Formats of programs, whose files are read together with all their imports. */
export const CODE_FORMS: readonly Form[] = FORMATS.filter(({ kind }) => kind === 'code').map(({ id }) => id);

/** True for formats of programs. */
export const isCodeForm = (form: Form): boolean => formatOf(form).kind === 'code';

/** True for evidence: read as bytes, never held as text, never shown and never edited. */
export const isRecordingForm = (form: Form): boolean => formatOf(form).kind === 'recording';
