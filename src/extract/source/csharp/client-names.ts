import type { Exists, SourceTree } from '../languages/language.ts';

// Clients of IHttpClientFactory: registered under a name in one file, and created by that name in others.

/** Name that is a text or a constant of another type: `"atlas"`, `ClientNames.Atlas`. */
const NAME = String.raw`(?:"[\w .:/-]{1,80}"|[A-Z]\w*(?:\.\w+)+|nameof\(\w+\))`;
const OF_WHOLE = new RegExp(String.raw`^${NAME}$`);
const REGISTERS = new RegExp(String.raw`\bAddHttpClient\s*\(\s*(${NAME})\s*,`, 'g');
const CREATES = new RegExp(String.raw`\bCreateClient\s*\(\s*(${NAME})\s*\)`, 'g');

const PREFIX = '$client_';

/** Function that returns the client of a name; `undefined` for a name that is calculated. */
export const clientFunction = (name: string): string | undefined =>
  OF_WHOLE.test(name)
    ? PREFIX + name.replaceAll(/\W/g, (unit) => `_${unit.codePointAt(0)!.toString(16)}_`)
    : undefined;

const functionsIn = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => clientFunction(name) ?? '')),
];

/** Functions of the clients that a text creates by name. */
export const clientsCreated = (text: string): readonly string[] =>
  text.includes('CreateClient') ? functionsIn(text, CREATES) : [];

const registers = (text: string | undefined, name: string): boolean =>
  text?.includes('AddHttpClient') === true && functionsIn(text, REGISTERS).includes(name);

/** True for the function of a client that has a name. */
export const isClientFunction = (name: string): boolean => name.startsWith(PREFIX);

/** File names by which programs register their services: only these are read. */
const CONFIGURES =
  /(?:^|\/)(?:Program|Startup|[^/]*(?:Extensions?|Injection|Module|Installer|Registration|Services|Setup|Clients?|Configuration|Bootstrapp?er|Container))\.cs$/;

/** The only file that registers a client by this name; none where several do. */
export const registeringFile = (
  from: string,
  name: string,
  exists: Exists,
  tree: SourceTree,
): string | undefined => {
  const candidates = tree.files().filter((path) => CONFIGURES.test(path) && path !== from);
  const found = candidates.filter((path) => exists(path) && registers(tree.read(path), name));
  return found.length === 1 ? found[0] : undefined;
};

/** True where a file registers clients by name, which files that create clients may use. */
export const registersClients = (text: string | undefined): boolean =>
  text?.includes('AddHttpClient') === true && functionsIn(text, REGISTERS).length > 0;
