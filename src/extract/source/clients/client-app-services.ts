import type { ClientRow } from './client-row.ts';
import { NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

const APP_SERVICES: Pick<ClientRow, 'options' | 'listValues' | 'response'> = {
  options: {
    ...NO_OPTIONS,
    url: ['url'],
    host: ['host'],
    path: ['path'],
    body: ['body'],
    jsonFlag: ['encodeBodyAsJSON'],
  },
  listValues: true,
  response: { properties: { body: 'text' }, methods: { text: 'text', json: 'body' } },
};

/** Clients that functions of App Services receive. */
export const APP_SERVICES_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    ...APP_SERVICES,
    name: 'context.http',
    modules: [''],
    calls: {
      'context.http.request': { args: ['options'], method: 'GET' },
      ...verbs(['options'], 'context.http.'),
    },
  },
  {
    ...ROW,
    ...APP_SERVICES,
    name: 'http service',
    modules: [''],
    instances: [{ path: 'context.services.get', defaults: undefined }],
    onlyInstances: true,
    calls: { request: { args: ['options'], method: 'GET' }, ...verbs(['options']) },
  },
];
