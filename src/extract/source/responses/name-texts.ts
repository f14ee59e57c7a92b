import type { NameFact, SilenceReason } from '../../../model/index.ts';
import { mentionReason } from '../syntax/mentions.ts';
import { nodesOf } from '../syntax/nodes.ts';
import { placeOf } from '../syntax/slots.ts';
import { ts } from '../syntax/tree.ts';
import { searchesWith } from './searches.ts';

/**
 * True for a string that is a property path, or a text that contains one: `configuration.providerSettings`,
 * `{ srvAddress }`.
 */
const takes = (text: string, name: string): boolean => {
  if (!/\s/.test(text.trim())) return new RegExp(String.raw`(?:^|\W)${name}(?:$|\W)(?!"?\s*:)`).test(text);
  return (
    new RegExp(String.raw`(?:[.[{]\s*["']?|^\s*)${name}\b(?!["']?\s*:)`).test(text) && /[.{|[]/.test(text)
  );
};

/** Literal parts of a string or template; its expressions are nodes of their own. */
export const textWithHoles = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('${}')
    : node.text;

/** Reasons for which even a text that is nothing but the name reads nothing. */
const READS_NOTHING: ReadonlySet<SilenceReason> = new Set(['type', 'log', 'recorded-answer']);

/** True for a text that is a key, a type, or prose. */
export const isInertText = (
  node: ts.StringLiteralLike | ts.TemplateExpression,
  isExact: boolean,
): boolean => {
  const { parent } = node;
  if (ts.isElementAccessExpression(parent) || ts.isBindingElement(parent) || ts.isTypeNode(parent))
    return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword) return true;
  const reason = mentionReason(node);
  if (reason === undefined || ts.isJsxAttribute(parent) || ts.isTaggedTemplateExpression(parent))
    return false;
  return READS_NOTHING.has(reason) || !isExact;
};

/** True for a text that is searched for in another one and quotes the name: `text.indexOf('"name":')`. */
const isSearchedKey = (node: ts.Node, text: string, name: string): boolean =>
  searchesWith(node) !== undefined && new RegExp(String.raw`\b${name}\b`).test(text);

const textRead = (node: ts.Node, name: string): NameFact => ({
  kind: 'name',
  origin: 'authored',
  ...placeOf(node),
  name,
  as: 'read',
  inText: true,
});

const stringFacts = (file: ts.SourceFile, names: ReadonlySet<string>): readonly NameFact[] =>
  nodesOf(file).texts.flatMap((node): readonly NameFact[] => {
    const text = textWithHoles(node);
    return [...names]
      .filter((name) => text.includes(name))
      .filter(
        (name) =>
          isSearchedKey(node, text, name) || (!isInertText(node, text.trim() === name) && takes(text, name)),
      )
      .map((name) => textRead(node, name));
  });

/** Regular expressions that search a text for one of the names: `/"srvAddress":"([^"]+)"/`. */
const patternFacts = (file: ts.SourceFile, names: ReadonlySet<string>): readonly NameFact[] =>
  nodesOf(file).patterns.flatMap((node) =>
    [...names]
      .filter((name) => new RegExp(String.raw`\b${name}\b`).test(node.text))
      .map((name) => textRead(node, name)),
  );

/** Decorators of packages that build objects from documents: class-transformer, typedjson, json2typescript, cerialize. */
const MAPS_FIELD =
  /^@(?:Expose|Transform|Type|Json\w+|json\w+|serializ\w+|(?:auto)?(?:de)?serialize(?:As)?|AutoMap)\b/;

/** Fields that a mapper fills by their names: `@Expose() mongoURI!: string`. */
const fieldFacts = (file: ts.SourceFile, names: ReadonlySet<string>): readonly NameFact[] =>
  nodesOf(file).members.flatMap((node): readonly NameFact[] => {
    if (!ts.isPropertyDeclaration(node) || !ts.isIdentifier(node.name) || !names.has(node.name.text))
      return [];
    const isMapped = (ts.getDecorators(node) ?? []).some((each) => MAPS_FIELD.test(each.getText()));
    return !isMapped
      ? []
      : [{ kind: 'name', origin: 'authored', ...placeOf(node.name), name: node.name.text, as: 'read' }];
  });

/** Reads of the names by a text, a regular expression, or a decorator. */
export const textFacts = (file: ts.SourceFile, names: ReadonlySet<string>): readonly NameFact[] => [
  ...stringFacts(file, names),
  ...patternFacts(file, names),
  ...fieldFacts(file, names),
];
