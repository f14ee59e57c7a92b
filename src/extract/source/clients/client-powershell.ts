import type { ClientRow, OptionNames } from './client-row.ts';
import { NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

/** Parameters of commands; keys of a splatted hashtable are case-insensitive. */
const OPTIONS: OptionNames = {
  ...NO_OPTIONS,
  url: ['Uri', 'uri', 'URI', 'Url'],
  method: ['Method', 'method', 'METHOD', 'CustomMethod'],
  headers: ['Headers', 'headers', 'Header', 'HEADERS'],
  body: ['Body', 'body', 'BODY'],
  jsonFlag: ['ContentType', 'contentType', 'Contenttype', 'contenttype'],
};

/** Commands of PowerShell, and the .NET client that scripts use. */
export const POWERSHELL_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'Invoke-RestMethod',
    modules: ['ps:utility'],
    spellings: 'fold',
    calls: { 'invoke-restmethod': { args: ['url', 'options'], method: 'GET' } },
    options: OPTIONS,
    response: { parsed: true, properties: {}, methods: {} },
  },
  {
    ...ROW,
    name: 'Invoke-WebRequest',
    modules: ['ps:utility'],
    spellings: 'fold',
    calls: { 'invoke-webrequest': { args: ['url', 'options'], method: 'GET' } },
    options: OPTIONS,
    response: { properties: { Content: 'text', content: 'text' }, methods: {} },
  },
  {
    ...ROW,
    name: 'System.Net.Http.HttpClient',
    modules: ['ps:dotnet'],
    spellings: 'fold',
    instances: [{ path: 'httpclient' }],
    onlyInstances: true,
    calls: {
      ...verbs(['url'], '', []),
      GetAsync: { args: ['url'], method: 'GET' },
      GetStringAsync: { args: ['url'], method: 'GET' },
      DeleteAsync: { args: ['url'], method: 'DELETE' },
      PostAsync: { args: ['url', 'body'], method: 'POST' },
      PutAsync: { args: ['url', 'body'], method: 'PUT' },
      PatchAsync: { args: ['url', 'body'], method: 'PATCH' },
    },
    options: { ...NO_OPTIONS, base: ['BaseAddress'] },
    response: {
      properties: { Result: 'response', Content: 'response' },
      methods: { ReadAsStringAsync: 'text' },
    },
  },
];
