/** Short names of commands. */
const ALIASES: Readonly<Record<string, string>> = {
  irm: 'invoke-restmethod',
  iwr: 'invoke-webrequest',
  curl: 'invoke-webrequest',
  wget: 'invoke-webrequest',
  '%': 'foreach-object',
  foreach: 'foreach-object',
  '?': 'where-object',
  where: 'where-object',
  select: 'select-object',
  sort: 'sort-object',
  echo: 'write-output',
  write: 'write-output',
};

/** What shows or keeps what it is given, and sends nothing. */
export const SHOWS =
  /^(?:write-|out-|format-|export-|set-content$|add-content$|measure-|group-object|compare-object|test-path|join-path|get-date|start-sleep|throw|set-strictmode|get-content|remove-variable)/;

/** The name of a command as it is written, in lower case and without its module, and that which it is short for. */
export const commandNamed = (written: string): { readonly lower: string; readonly command: string } => {
  const lower = written.toLowerCase().replace(/^microsoft\.powershell\.\w+\\/, '');
  return { lower, command: Object.hasOwn(ALIASES, lower) ? ALIASES[lower]! : lower };
};
