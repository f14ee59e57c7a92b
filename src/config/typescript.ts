import type { ImportedName } from './module-text.ts';
import { configIn, importText, urlOfImport } from '../io/config-code.ts';
import type { FoundConfig } from '../io/config.ts';
import { UsageError } from '../model/index.ts';

const refuse = (file: string, why: string): never => {
  throw new UsageError(`${file}: cannot be read as a configuration: ${why.replace(/\.$/, '')}.`);
};

/** The text with whole URLs in place of the names that resolve only from its own folder. */
const withUrls = ({ file, path }: FoundConfig, text: string, imports: readonly ImportedName[]): string =>
  imports
    .toSorted((a, b) => b.start - a.start)
    .reduce((so, { name, start, end }) => {
      const url = urlOfImport(path, name);
      if (url === undefined)
        return refuse(file, `it imports ${JSON.stringify(name)}, which is not there or is TypeScript too.`);
      return so.slice(0, start) + JSON.stringify(url) + so.slice(end);
    }, text);

/**
 * A configuration in TypeScript on a Node.js that does not run TypeScript: its types are taken away first. Throws
 * UsageError where it does not parse, or imports more TypeScript.
 */
export const compiledConfig = async (found: FoundConfig): Promise<FoundConfig> => {
  const { moduleText } = await import('./module-text.ts');
  const compiled = moduleText(found.path, String(found.value));
  if (compiled.kind === 'broken') return refuse(found.file, `line ${compiled.line}: ${compiled.message}`);
  const text = withUrls(found, compiled.text, compiled.imports);
  const { uncompiled: _uncompiled, ...rest } = found;
  try {
    return { ...rest, value: configIn(await importText(text)) };
  } catch (error) {
    return refuse(found.file, error instanceof Error ? error.message : String(error));
  }
};
