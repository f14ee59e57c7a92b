import type { Form } from '../model/index.ts';
import type { Extractor } from '../extract/extractor.ts';

/** Extractors by form, loaded when a file of the form is a candidate. To add one: one folder, one line. */
const EXTRACTORS: Readonly<Partial<Record<Form, () => Promise<Extractor>>>> = {
  typescript: async () => (await import('../extract/source/index.ts')).typescript,
  json: async () => (await import('../extract/documents/json/index.ts')).jsonExtractor,
  'access-log': async () => (await import('../extract/recordings/access-log/index.ts')).accessLogExtractor,
  bruno: async () => (await import('../extract/collections/bruno/index.ts')).brunoExtractor,
  cassette: async () => (await import('../extract/recordings/cassette/index.ts')).cassetteExtractor,
  'curl-log': async () => (await import('../extract/recordings/curl-log/index.ts')).curlLogExtractor,
  har: async () => (await import('../extract/recordings/har/index.ts')).harExtractor,
  insomnia: async () => (await import('../extract/collections/insomnia/index.ts')).insomniaExtractor,
  mitmproxy: async () => (await import('../extract/recordings/mitmproxy/index.ts')).mitmproxyExtractor,
  otlp: async () => (await import('../extract/recordings/otlp/index.ts')).otlpExtractor,
  wiremock: async () => (await import('../extract/collections/wiremock/index.ts')).wiremockExtractor,
  yaml: async () => (await import('../extract/documents/yaml/index.ts')).yamlExtractor,
  'postman-yaml': async () =>
    (await import('../extract/collections/postman-yaml/index.ts')).postmanYamlExtractor,
  postman: async () => (await import('../extract/collections/postman/index.ts')).postmanExtractor,
  shell: async () => (await import('../extract/shell/index.ts')).shellExtractor,
  http: async () => (await import('../extract/collections/http/index.ts')).httpExtractor,
  nock: async () => (await import('../extract/collections/nock/index.ts')).nockExtractor,
  env: async () => (await import('../extract/documents/env/index.ts')).envExtractor,
};

/** Forms that can be read. */
export const readableForms = (): ReadonlySet<Form> => new Set(Object.keys(EXTRACTORS) as Form[]);

/** The extractor of a form; throws for a form that `readableForms` does not name. */
export const loadExtractor = async (form: Form): Promise<Extractor> => {
  const load = EXTRACTORS[form];
  if (load === undefined) throw new Error(`no extractor for the form ${form}`);
  return load();
};
