/** Compares what a program sends before and after a fix: requests of method, url, headers (lists of values) and body. */

const DATED = /^application\/vnd\.atlas\.\d{4}-\d\d-\d\d\+\w+$/;
const withoutAdded = ({ Accept: _accept, 'Content-Type': _type, ...headers }) => headers;

/** Why a request is not the other one, migrated; `undefined` where it is. */
const difference = (before, after) => {
  const url = new URL(before.url);
  const isApi = url.host === 'cloud.mongodb.com' && /^\/api\/atlas\/(?:v1\.0|v2)/.test(url.pathname);
  if (!isApi) return JSON.stringify(before) === JSON.stringify(after) ? undefined : 'another request changed';
  if (after.url !== before.url.replace('/api/atlas/v1.0', '/api/atlas/v2')) return `goes to ${after.url}`;
  const accepts = after.headers.Accept ?? [];
  if (accepts.length !== 1 || !DATED.test(accepts[0])) return `sends Accept: ${accepts.join(', ') || 'none'}`;
  const [was, is] = [withoutAdded(before.headers), withoutAdded(after.headers)];
  return JSON.stringify(was) === JSON.stringify(is) && before.method === after.method
    ? undefined
    : 'changed otherwise';
};

/** Problems with what is sent after a fix; `isMended` where every finding has a safe one. */
export const problemsOf = (was, is, isMended) => [
  ...(was.length === is.length ? [] : [`${was.length} requests became ${is.length}`]),
  ...was.flatMap((request, at) => {
    const same = JSON.stringify(request) === JSON.stringify(is[at]);
    const unmended = same ? undefined : 'changed';
    const why = is[at] === undefined ? 'is gone' : isMended ? difference(request, is[at]) : unmended;
    return why === undefined ? [] : [`${request.method} ${request.url}: ${why}`];
  }),
];
