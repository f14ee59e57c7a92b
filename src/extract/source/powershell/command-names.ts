/** Aliases of commands. */
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

/** Commands that print or store their arguments, and send nothing. */
export const SHOWS =
  /^(?:write-|out-|format-|export-|set-content$|add-content$|measure-|group-object|compare-object|test-path|get-date|start-sleep|throw|set-strictmode|get-content|remove-variable)/;

/** Name of a command in lower case without its module, and the command that it is an alias of. */
export const commandNamed = (written: string): { readonly lower: string; readonly command: string } => {
  const lower = written.toLowerCase().replace(/^microsoft\.powershell\.\w+\\/, '');
  return { lower, command: Object.hasOwn(ALIASES, lower) ? ALIASES[lower]! : lower };
};
