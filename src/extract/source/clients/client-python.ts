import type { AnswerShape, ClientRow } from './client-row.ts';
import { NO_OPTIONS, ROW, verbs } from './client-shapes.ts';

const ANSWER: AnswerShape = {
  properties: { text: 'text', content: 'text' },
  methods: { json: 'body', read: 'text', text: 'text' },
};

const REQUESTS_OPTIONS = {
  ...NO_OPTIONS,
  url: ['url'],
  body: ['data', 'content'],
  json: ['json'],
  query: ['params'],
} as const;

const ALL = ['get', 'options', 'head', 'post', 'put', 'patch', 'delete'];
const calls = {
  ...verbs(['url', 'other', 'options'], '', ALL),
  ...verbs(['url', 'body', 'other', 'options'], '', ['post', 'put', 'patch']),
  request: { args: ['method', 'url', 'options'], method: 'GET' },
} as const;

/** Clients of Python; keyword arguments are their options. */
export const PYTHON_CLIENTS: readonly ClientRow[] = [
  {
    ...ROW,
    name: 'requests',
    modules: ['py:requests'],
    spellings: 'fold',
    instances: [{ path: 'Session' }, { path: 'session' }, { path: 'sessions.Session' }],
    calls,
    options: REQUESTS_OPTIONS,
    answer: ANSWER,
  },
];
