/** Number of syntax errors of a file with this text; none for one that is no program. */
export type CountErrors = (path: string, text: string) => number | Promise<number>;

/** True unless `after` parses worse than `before`. */
export type SyntaxCheck = (file: string, before: string, after: string) => Promise<boolean>;

const WITHOUT_BOM = /^\ufeff/;

/**
 * A JSON text may have comments and trailing commas after an edit only where it had some that strict JSON refuses
 * before.
 */
const jsonParses = async (before: string, after: string): Promise<boolean> => {
  const { parse } = await import('jsonc-parser');
  const errors = (text: string, strict: boolean): number => {
    const found: { error: number }[] = [];
    parse(text.replace(WITHOUT_BOM, ''), found as Parameters<typeof parse>[1] & object, {
      disallowComments: strict,
      allowTrailingComma: !strict,
    });
    return found.length;
  };
  if (errors(before, true) === 0) return errors(after, true) === 0;
  return errors(after, false) <= errors(before, false);
};

/** An alias whose anchor is gone is an error of meaning that the parser itself lets pass. */
const yamlParses = async (before: string, after: string): Promise<boolean> => {
  const { isAlias, parseAllDocuments, visit } = await import('yaml');
  const errors = (text: string): number => {
    let count = 0;
    for (const document of parseAllDocuments(text, { prettyErrors: false })) {
      count += document.errors.length;
      const anchors = new Set<string>();
      visit(document, {
        Node: (_, node) => {
          if (!isAlias(node)) anchors.add(node.anchor ?? '');
          else if (!anchors.has(node.source)) count += 1;
        },
      });
    }
    return count;
  };
  const left = errors(after);
  return left === 0 || left <= errors(before);
};

const JSON_TEXT = /\.(?:json[c5]?|webmanifest)$/i;
const YAML_TEXT = /\.ya?ml$/i;

/**
 * Syntax check that every changed text must pass (contract §7: a fix never leaves a file that parses worse). Source code
 * is counted by `sourceErrors`, which knows the languages; text without a grammar always passes.
 */
export const syntaxCheck =
  (sourceErrors: CountErrors): SyntaxCheck =>
  async (file, before, after) => {
    if (JSON_TEXT.test(file)) return jsonParses(before, after);
    if (YAML_TEXT.test(file)) return yamlParses(before, after);
    const errors = await sourceErrors(file, after);
    return errors === 0 || errors <= (await sourceErrors(file, before));
  };
