/** Commands that send requests. */
export const WEB_COMMANDS: ReadonlySet<string> = new Set(['invoke-restmethod', 'invoke-webrequest']);

/** Parameters by name; PowerShell accepts an unambiguous prefix. */
const PARAMETERS = [
  'Uri',
  'Method',
  'Headers',
  'Body',
  'ContentType',
  'CustomMethod',
  'Credential',
  'Authentication',
  'OutFile',
  'InFile',
  'WebSession',
  'UserAgent',
  'TimeoutSec',
  'Token',
];

/** Full name of an abbreviated parameter: `-Head` is `Headers`. */
export const canonical = (written: string): string => {
  const lower = written.toLowerCase();
  const exact = PARAMETERS.find((name) => name.toLowerCase() === lower);
  const possible = PARAMETERS.filter((name) => name.toLowerCase().startsWith(lower));
  return exact ?? (possible.length === 1 ? possible[0]! : written);
};

/** Parameters that take no value. */
export const isSwitch = (name: string): boolean =>
  /^(?:usebasicparsing|skip\w+|disable\w+|usedefaultcredentials|proxyusedefaultcredentials|allow\w+|passthru|followrellink|resume|preserve\w+|noproxy|verbose|debug)$/i.test(
    name,
  );

const isParameter = (word: string): boolean => {
  const name = word.replace(/^-/, '').replace(/:$/, '').toLowerCase();
  return word.startsWith('-') && (isSwitch(name) || PARAMETERS.some((each) => each.toLowerCase() === name));
};

/**
 * True for a program, which takes no parameters of PowerShell: `curl.exe --digest …`. `curl` alone is a
 * program or the cmdlet, depending on version and system; only parameters of the cmdlet decide.
 */
export const isProgram = (command: string, words: readonly string[]): boolean =>
  /\.(?:exe|cmd|bat)$/.test(command) || (/^(?:curl|wget)$/.test(command) && !words.some(isParameter));
