import { posix } from 'node:path';
import type { Tree } from '../../../model/index.ts';
import type { ProjectHost } from '../../extractor.ts';
import type { JsonReader } from '../../documents/json/reader.ts';
import { plainText } from '../../documents/json/spelled-text.ts';
import { withoutSecrets, withoutPlaceholders } from '../../documents/authored-body.ts';

/** Tree of a JSON file of the project that a call sends; `undefined` when it cannot be read or is not JSON. */
export const fileBody = (
  sender: string,
  name: string,
  host: ProjectHost,
  read: JsonReader,
): Tree | undefined => {
  if (name === '' || posix.isAbsolute(name) || /[\0\n]/.test(name)) return undefined;
  const beside = posix.join(posix.dirname(sender), name);
  const path = [beside, posix.normalize(name)].find(
    (one) => !one.startsWith('..') && host.read(one) !== undefined,
  );
  const text = path === undefined ? undefined : host.read(path);
  if (path === undefined || text === undefined || !/^\uFEFF?\s*[{[]/.test(text)) return undefined;
  const { tree, problem } = read(path, plainText(withoutPlaceholders(text)), 'json-string');
  return problem === undefined && tree !== undefined ? withoutSecrets(tree) : undefined;
};
