/** What members of requests, headers, URLs and buffers are called in the one tree. */
const MEMBERS: Readonly<Record<string, string>> = {
  Header: 'headers',
  Path: 'pathname',
  Set: 'set',
  Add: 'append',
  Del: 'delete',
  String: 'toString',
  Bytes: 'toString',
};

/** A field or method by its name in the one tree, wherever it is declared or used. */
export const memberName = (text: string): string => (Object.hasOwn(MEMBERS, text) ? MEMBERS[text]! : text);
