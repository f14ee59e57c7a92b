import { findingAt, fill } from '../message.ts';
import type { CheckContext, Draft } from '../check.ts';
import type { DeclarationFact } from '../../model/index.ts';
import { factsOf } from '../view.ts';
import { nameOf } from './options.ts';
import type { Property } from './options.ts';
import { recognised, selectUnder } from './resource.ts';
import type { Selected } from '../../ruleset/jsonpath.ts';
import type { PropertyRule } from './sent.ts';

/** A declared list may be seen as its element. */
const variants = (path: string): readonly string[] => [...new Set([path, path.replaceAll('[*]', '')])];

const draftOf = (
  rule: PropertyRule,
  { tree, member, pointer }: Selected,
  property: Property,
  fact: DeclarationFact,
): Draft => {
  const data = {
    property: nameOf(property),
    replacement: property.replacement,
    version: rule.options.version,
  };
  const place = member?.key ?? tree;
  const finding = findingAt(rule, place, {
    data,
    message: fill(rule.message, { ...data, advice: property.read ?? property.sent ?? '' }),
    anchor: `declared ${fact.name ?? ''} ${pointer}`,
    certainty: fact.used ? 'certain' : 'likely',
    severity: property.severity ?? rule.severity,
    pointer,
  });
  return { finding, part: 'alone', requests: [] };
};

/** What types and validators of the resource still declare, in projects that call the API. */
export const declaredDrafts = (rule: PropertyRule, context: CheckContext): readonly Draft[] => {
  const { options } = rule;
  const anchors = [...options.anchors.request, ...options.anchors.response].flatMap(variants);
  const properties = options.properties.filter(
    ({ severity, lone }) => severity === undefined && lone === undefined,
  );
  return factsOf(context.facts, 'declaration')
    .filter(({ origin, file }) => origin !== 'generated' && context.view.callsApi(file))
    .flatMap((fact) =>
      recognised(fact.tree, anchors, options).flatMap((root) =>
        properties.flatMap((property) =>
          variants(property.path)
            .flatMap((path) => selectUnder(root, path))
            .map((found) => draftOf(rule, found, property, fact)),
        ),
      ),
    );
};
