import type { Form } from '../model/index.ts';
import type { Extractor } from './extractor.ts';

/** Extractors by form, loaded when a file of the form is a candidate. To add one: one folder, one line. */
const EXTRACTORS: Readonly<Partial<Record<Form, () => Promise<Extractor>>>> = {
  typescript: async () => (await import('./typescript/index.ts')).typescript,
  json: async () => (await import('./json/index.ts')).jsonExtractor,
  'access-log': async () => (await import('./access-log/index.ts')).accessLogExtractor,
  bruno: async () => (await import('./bruno/index.ts')).brunoExtractor,
  cassette: async () => (await import('./cassette/index.ts')).cassetteExtractor,
  'curl-log': async () => (await import('./curl-log/index.ts')).curlLogExtractor,
  har: async () => (await import('./har/index.ts')).harExtractor,
  insomnia: async () => (await import('./insomnia/index.ts')).insomniaExtractor,
  mitmproxy: async () => (await import('./mitmproxy/index.ts')).mitmproxyExtractor,
  otlp: async () => (await import('./otlp/index.ts')).otlpExtractor,
  wiremock: async () => (await import('./wiremock/index.ts')).wiremockExtractor,
  yaml: async () => (await import('./yaml/index.ts')).yamlExtractor,
  'postman-yaml': async () => (await import('./postman-yaml/index.ts')).postmanYamlExtractor,
  postman: async () => (await import('./postman/index.ts')).postmanExtractor,
  shell: async () => (await import('./shell/index.ts')).shellExtractor,
  http: async () => (await import('./http/index.ts')).httpExtractor,
  nock: async () => (await import('./nock/index.ts')).nockExtractor,
  env: async () => (await import('./env/index.ts')).envExtractor,
};

/** Forms that can be read. */
export const readableForms = (): ReadonlySet<Form> => new Set(Object.keys(EXTRACTORS) as Form[]);

/** The extractor of a form; throws for a form that `readableForms` does not name. */
export const loadExtractor = async (form: Form): Promise<Extractor> => {
  const load = EXTRACTORS[form];
  if (load === undefined) throw new Error(`no extractor for the form ${form}`);
  return load();
};
