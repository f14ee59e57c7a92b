/** Methods of HTTP, as IANA lists them (RFC 9110 §16.1). */
const METHODS: ReadonlySet<string> = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY LABEL ' +
    'LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE ORDERPATCH PRI PROPFIND PROPPATCH ' +
    'REBIND REPORT SEARCH UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL'
  ).split(' '),
);

/** True for a method in upper case. */
export const isMethod = (text: string): boolean => METHODS.has(text);

/** HTTP method of a call in upper case. `•••` replaces a text that is not a method, which may be a token. */
export const methodNamed = <T extends string | undefined>(text: T): string | (T & undefined) => {
  if (text === undefined) return text as T & undefined;
  const method = text.toUpperCase();
  return isMethod(method) ? method : '•••';
};
