import { flatten } from '../../../model/index.ts';
import type { Tree } from '../../../model/index.ts';
import type { YamlReader } from '../../documents/yaml/reader.ts';
import type { ExtractInput } from '../../extractor.ts';
import * as build from '../languages/build.ts';
import type { LoadedLanguage } from '../languages/language.ts';
import { type Dialect, JAVASCRIPT } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';

const YAML = /\.ya?ml$/;

/** Values of a document are replaced where they are written; nothing is inserted between them. */
const DIALECT: Dialect = { ...JAVASCRIPT, name: 'YAML', builds: true };

const valueOf = (tree: Tree): ts.Expression => {
  const { span } = tree;
  if (tree.kind === 'list') return build.array(tree.items.map(valueOf), span);
  if (tree.kind === 'object') {
    const members = tree.members.map(({ key, value, place }) =>
      build.property(build.textAt(key.value, key.span, key), valueOf(value), place.span),
    );
    return build.object(
      tree.complete ? members : [build.spreadMember(build.opaque(span), span), ...members],
      span,
    );
  }
  if (tree.kind === 'opaque' || typeof tree.value === 'number') return build.opaque(span);
  if (tree.value === null) return build.nullAt(span);
  return typeof tree.value === 'boolean'
    ? build.booleanAt(tree.value, span)
    : build.textAt(tree.value, span, tree.slot);
};

/** The one document of a YAML file as an expression, as that of a JSON file is one; no statement for any other file. */
const documentFile = (path: string, text: string, read: YamlReader | undefined): ts.SourceFile => {
  const found = read?.(path, text);
  const [tree, ...others] = found && 'trees' in found ? found.trees : [];
  const statements = tree && others.length === 0 ? [build.asStatement(valueOf(tree), tree.span)] : [];
  return build.fileOf(path, text, statements, [], DIALECT, []);
};

/** Language whose programs open YAML files of settings, those with a URL of the API: they are read as documents. */
export const withYamlDocuments = async (
  language: LoadedLanguage,
  { settings = [], mayBeApiUrl }: ExtractInput,
): Promise<LoadedLanguage> => {
  const urls = settings.filter(({ file, text }) => YAML.test(file) && mayBeApiUrl(flatten(text)));
  const files = new Set(urls.map(({ file }) => file));
  // Its module belongs to documents, which are read without a parser of code.
  const read =
    files.size === 0 ? undefined : await (await import('../../documents/yaml/reader.ts')).loadYamlReader();
  return {
    ...language,
    parse: (path, text) =>
      YAML.test(path)
        ? documentFile(path, text, files.has(path) ? read : undefined)
        : language.parse(path, text),
  };
};
