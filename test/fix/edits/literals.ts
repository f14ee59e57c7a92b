import { ts } from 'ts-morph';
import { isMap, isPair, isScalar, parseDocument, visit } from 'yaml';
import type { Removal, Span } from '../../../src/model/index.ts';

/** A member of any literal of a text, found by a real parser, with what `removeMember` takes. */
export interface FoundMember {
  readonly name: string;
  readonly removal: Extract<Removal, { kind: 'member' }>;
}

const removals = (container: Span, siblings: readonly Span[], names: readonly string[]): FoundMember[] =>
  names.map((name, index) => ({ name, removal: { kind: 'member', container, siblings, index } }));

type WithMembers = ts.ObjectLiteralExpression | ts.InterfaceDeclaration | ts.TypeLiteralNode;

const withMembers = (node: ts.Node): node is WithMembers =>
  ts.isObjectLiteralExpression(node) || ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node);

export const parseJs = (text: string): ts.SourceFile =>
  ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);

/** Types end their members with the separator; the span of a member must not hold it. */
const bare = (node: ts.Node, source: ts.SourceFile): Span => {
  const text = source.text.slice(node.getStart(source), node.end);
  return { start: node.getStart(source), end: node.end - (/[;,]$/.test(text) ? 1 : 0) };
};

export const jsMembers = (text: string): FoundMember[] => {
  const source = parseJs(text);
  const found: FoundMember[] = [];
  const walk = (node: ts.Node): void => {
    if (withMembers(node)) {
      const nodes: readonly ts.Node[] = ts.isObjectLiteralExpression(node) ? node.properties : node.members;
      const names = nodes.map((member) =>
        'name' in member ? (member.name as ts.Node).getText(source) : '...',
      );
      const spans = nodes.map((member) => bare(member, source));
      const unquoted = names.map((name) => name.replace(/^["'](.*)["']$/, '$1'));
      found.push(...removals({ start: node.getStart(source), end: node.end }, spans, unquoted));
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
};

export const yamlMembers = (text: string): FoundMember[] => {
  const found: FoundMember[] = [];
  visit(parseDocument(text), (_, node) => {
    if (!isMap(node)) return;
    const pairs = node.items.filter(isPair);
    const spans = pairs.map(({ key, value }) => ({
      start: isScalar(key) ? key.range![0] : 0,
      end: (value as { range: [number, number, number] }).range[1],
    }));
    const names = pairs.map(({ key }) => String(isScalar(key) ? key.value : key));
    found.push(...removals({ start: node.range![0], end: node.range![1] }, spans, names));
  });
  return found;
};
