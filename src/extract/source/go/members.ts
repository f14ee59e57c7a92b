/** Members of requests, headers, URLs and buffers by their names in the common syntax tree. */
const MEMBERS: Readonly<Record<string, string>> = {
  Header: 'headers',
  Path: 'pathname',
  Set: 'set',
  Add: 'append',
  Del: 'delete',
  String: 'toString',
  Bytes: 'toString',
};

/** Name of a field or method in the common syntax tree, for declarations and uses alike. */
export const memberName = (text: string): string => (Object.hasOwn(MEMBERS, text) ? MEMBERS[text]! : text);
