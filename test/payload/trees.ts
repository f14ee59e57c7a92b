import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { applyEdits } from '../../src/fix/edits/apply.ts';
import { loadJsonReader } from '../../src/extract/documents/json/reader.ts';
import { plainText } from '../../src/extract/documents/json/spelled-text.ts';
import { loadYamlReader } from '../../src/extract/documents/yaml/reader.ts';
import { payloadValidators } from '../../src/generated/payload-validators.ts';
import type { Member, ObjectTree, Place, Slot, Tree } from '../../src/model/index.ts';
import { loadSteps } from '../../src/payload/mapping.ts';
import type { PayloadUse } from '../../src/payload/mapping.ts';
import type { Reshaped } from '../../src/payload/outcome.ts';
import { reshape } from '../../src/payload/reshape.ts';

export const root = new URL('../../', import.meta.url);
export const steps = loadSteps((path) => readFileSync(new URL(path, root), 'utf8'));
export const validators = payloadValidators;

const readJson = await loadJsonReader();

/** The object that a JSON or JSONC text is. */
export const jsonTree = (text: string): ObjectTree => {
  const { tree, problem } = readJson('payload.json', plainText(text), 'json-string');
  if (problem !== undefined || tree?.kind !== 'object') throw new Error(problem?.problem ?? 'not an object');
  return tree;
};

const readYaml = await loadYamlReader();

/** The object that a YAML text is. */
export const yamlTree = (text: string): ObjectTree => {
  const parsed = readYaml('payload.yaml', text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const [tree] = parsed.trees;
  if (tree?.kind !== 'object') throw new Error('not an object');
  return tree;
};

const FILE = 'payload.ts';

const place = (node: ts.Node): Place => ({
  file: FILE,
  span: { start: node.getStart(), end: node.getEnd() },
});

const isPure = (node: ts.Node): boolean =>
  ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && isPure(node.expression));

const scalarOf = (node: ts.Expression): Tree | undefined => {
  if (ts.isStringLiteralLike(node))
    return { kind: 'scalar', ...place(node), value: node.text, slot: undefined };
  if (ts.isNumericLiteral(node))
    return { kind: 'scalar', ...place(node), value: Number(node.text), slot: undefined };
  const words = { true: true, false: false, null: null } as const;
  const word = node.getText();
  return word in words
    ? { kind: 'scalar', ...place(node), value: words[word as keyof typeof words], slot: undefined }
    : undefined;
};

const keyOf = (name: ts.PropertyName): Slot => ({
  ...place(name),
  value: ts.isStringLiteral(name) ? name.text : name.getText(),
  spelling: 'js-name',
});

const objectOf = (node: ts.ObjectLiteralExpression): ObjectTree => {
  const siblings = node.properties.map((property) => place(property).span);
  const members = node.properties.flatMap((property, index): Member[] => {
    const removal = { kind: 'member', container: place(node).span, siblings, index } as const;
    const rest = { place: place(property), removal, certain: true };
    if (ts.isShorthandPropertyAssignment(property)) {
      const key: Slot = { ...keyOf(property.name), spelling: 'js-shorthand' };
      return [{ key, value: { kind: 'opaque', ...place(property.name), pure: true }, ...rest }];
    }
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return [];
    return [{ key: keyOf(property.name), value: treeOf(property.initializer), ...rest }];
  });
  const complete = members.length === node.properties.length;
  return { kind: 'object', ...place(node), members, complete, gap: undefined };
};

const treeOf = (node: ts.Expression): Tree => {
  if (ts.isObjectLiteralExpression(node)) return objectOf(node);
  if (ts.isArrayLiteralExpression(node))
    return { kind: 'list', ...place(node), items: node.elements.map(treeOf), complete: true };
  return scalarOf(node) ?? { kind: 'opaque', ...place(node), pure: isPure(node) };
};

/** The first object literal of a TypeScript text. */
export const jsTree = (text: string): ObjectTree => {
  const file = ts.createSourceFile(FILE, text, ts.ScriptTarget.Latest, true);
  const search = (node: ts.Node): ObjectTree | undefined =>
    ts.isObjectLiteralExpression(node) ? objectOf(node) : ts.forEachChild(node, search);
  const tree = search(file);
  if (tree === undefined) throw new Error('no object literal');
  return tree;
};

/** Number of syntax errors of a TypeScript text. */
export const syntaxErrors = (text: string): number => {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  return diagnostics.length;
};

interface Options {
  readonly use?: PayloadUse;
  readonly target?: string;
}

/** Reshapes the payload of a text with the built-in steps. */
export const reshapeTree = (tree: ObjectTree, text: string, options: Options = {}): Reshaped =>
  reshape(tree, text, { use: 'create', target: '2023-02-01', ...options, steps, validators });

/** The text after the edits; the outcome itself where there are none. */
export const after = (text: string, outcome: Reshaped): string | Reshaped =>
  outcome.kind === 'edits' ? applyEdits(text, outcome.edits) : outcome;
