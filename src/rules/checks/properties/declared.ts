import { judgedFix, entryNamed } from '../../../model/index.ts';
import type { DeclarationFact, Fix, Note, Place } from '../../../model/index.ts';
import type { Selected } from '../../load/jsonpath.ts';
import type { CheckContext, PendingFinding } from '../check.ts';
import { because, fill, findingAt, message } from '../message.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import { renaming } from './declared-edit.ts';
import type { Renaming } from './declared-edit.ts';
import { declarationsOfReads } from './declared-reads.ts';
import { declares, declaredMembers } from './declared-tree.ts';
import { ownName } from './options.ts';
import type { Property, PropertyRule } from './options.ts';
import { recognizedResources, selectUnder, wholeOf } from './resource.ts';
import { typesOfResource } from './typed-responses.ts';

/** A declared list may also be checked as its element. */
const variants = (path: string): readonly string[] => [...new Set([path, path.replaceAll('[*]', '')])];

/** A declared property, in the type that it belongs to. */
interface Found extends Selected {
  readonly property: Property;
  readonly fact: DeclarationFact;
}

const keyOf = ({ file, span }: Place): string => `${file}:${span.start}`;

/** Replacement, if it is exact. */
const successorOf = ({ path, reads = [] }: Property): string | undefined =>
  reads.find(({ from, safety }) => from === path && safety === 'safe')?.to;

/** The properties of the same type that go to the same new member: they change at once. */
const groupOf = (found: Found, all: readonly Found[]): readonly Found[] => {
  const first = successorOf(found.property)?.split('.')[0];
  return all.filter(
    ({ fact, parent, member, property }) =>
      fact === found.fact &&
      parent === found.parent &&
      member !== undefined &&
      successorOf(property)?.split('.')[0] === first,
  );
};

const renamingOf = (found: Found, group: readonly Found[], context: CheckContext): Renaming | undefined => {
  const { fact, parent, property } = found;
  const text = context.text(fact.file);
  if (!fact.isType || fact.uses === undefined || text === undefined) return undefined;
  if (successorOf(property) === undefined || parent === undefined) return undefined;
  const declared = group.map(({ member, property: own }) => ({ member: member!, to: successorOf(own)! }));
  return renaming(declared, parent, text);
};

/** The other locations in the project that name the property, and what changes them. */
interface References {
  /** Drafts with a fix of such a location, safe or not: the type compiles only if it changes with them. */
  readonly drafts: readonly PendingFinding[];
  /** Positions that no fix changes. */
  readonly others: readonly Place[];
}

const referencesOf = (
  group: readonly Found[],
  all: readonly Found[],
  drafts: ReadonlyMap<string, PendingFinding>,
  { settings }: CheckContext,
): References => {
  const { projectOf } = settings;
  const declared = new Set(all.flatMap(({ member }) => (member === undefined ? [] : keyOf(member.key))));
  const declaring = new Set(all.map((one) => `${projectOf(one.fact.file)}:${ownName(one.property)}`));
  const uses = group.flatMap(({ fact, property }) =>
    (entryNamed(fact.uses, ownName(property)) ?? []).filter((use) => {
      // A package that declares the name itself is about a type of its own; another one may use this type.
      const isOther =
        projectOf(use.file) !== projectOf(fact.file) &&
        declaring.has(`${projectOf(use.file)}:${ownName(property)}`);
      return !isOther && !declared.has(keyOf(use));
    }),
  );
  const changing = uses.map((use) => ({ use, draft: drafts.get(keyOf(use)) }));
  const isChanged = ({ draft }: (typeof changing)[number]): boolean => draft?.finding.fix?.safety === 'safe';
  return {
    drafts: changing.flatMap(({ draft }) => (draft?.finding.fix === undefined ? [] : draft)),
    others: changing.filter((use) => !isChanged(use)).map(({ use }) => use),
  };
};

const remarkOn = ({ others }: References, { exact }: Renaming, { names }: CheckContext): string => {
  if (others.length > 0) return message('namedElsewhere', { files: names.files(others) });
  return exact ? message('typeChangesToo') : message('optionalMember');
};

const doubtOf = ({ exact }: Renaming, { others }: References, at: Place): Note | undefined => {
  if (others[0] !== undefined) return because(others[0], message('otherNames'));
  return exact ? undefined : because(at, message('optionalMember'));
};

/** What stays in a type of which a fix changes a part: its members without an exact successor. */
const remainderOf = ({ fact, parent }: Found, all: readonly Found[]): readonly Note[] => {
  const left = all.filter(
    (one) => one.fact === fact && one.parent === parent && successorOf(one.property) === undefined,
  );
  const named = left.toSorted((a, b) => a.tree.span.start - b.tree.span.start);
  const names = [...new Set(named.map(({ property }) => ownName(property)))].join(', ');
  const at = named[0]?.member?.key;
  return at === undefined ? [] : [because(at, message('declaredInPart', { names }))];
};

const fixOf = (
  renamed: Renaming,
  references: References,
  to: string,
  at: Place,
  assumes: readonly Note[],
): Fix =>
  judgedFix(
    {
      title: message('fixDeclare', { to }),
      edits: renamed.edits,
      group: undefined,
      ...(assumes.length > 0 && { assumes }),
    },
    doubtOf(renamed, references, at),
  );

/** What to write in a type in place of a removed property. */
const adviceFor = (property: Property): string => {
  const to = successorOf(property) ?? property.replacement ?? undefined;
  return to === undefined ? (property.read ?? property.sent ?? '') : message('declareInstead', { to });
};

const draftOf = (
  rule: PropertyRule,
  found: Found,
  all: readonly Found[],
  drafts: ReadonlyMap<string, PendingFinding>,
  context: CheckContext,
): PendingFinding => {
  const { tree, member, pointer, property, fact } = found;
  const data = {
    property: ownName(property),
    replacement: property.replacement,
    version: rule.options.version,
  };
  const to = successorOf(property);
  const group = groupOf(found, all);
  const renamed = renamingOf(found, group, context);
  const references = renamed && referencesOf(group, all, drafts, context);
  const fix =
    renamed && references && fixOf(renamed, references, to!, member?.key ?? tree, remainderOf(found, all));
  const remark = renamed && references ? remarkOn(references, renamed, context) : '';
  const own = adviceFor(property);
  const advice = [own, remark].join(' ').trim();
  const finding = findingAt(rule, member?.key ?? tree, {
    data,
    message: fill(rule.message, { ...data, advice }),
    anchor: `declared ${fact.name ?? ''} ${pointer}`,
    certainty: fact.used ? 'certain' : 'likely',
    severity: property.severity ?? rule.severity,
    pointer,
    fix,
  });
  // The type changes with the requests whose responses it is read from.
  const bound = fix === undefined ? [] : references!.drafts.filter(({ part }) => part === 'body');
  const requests = [...new Set(bound.flatMap((draft) => draft.requests))];
  return { finding, part: bound.length > 0 ? 'body' : 'alone', requests };
};

/** True for an optional member of a type that declares its successor too: the code takes either shape. */
const isOfBothShapes = ({ member, parent, property }: Found): boolean => {
  const path = property.replacement?.split(/(?:\[\])?(?:\.|$)/).filter((name) => name !== '') ?? [];
  // One that keeps its name is at both paths in the older shape as well.
  const isRenamed = path.length > 0 && path.at(-1) !== ownName(property);
  // A successor that legacy responses have as well says nothing of the shape.
  const isInBoth = property.reads?.some(({ inBoth }) => inBoth === true) === true;
  return member?.certain === false && isRenamed && !isInBoth && declares(parent, path);
};

/** The resource in a declared type: by its members, and by the responses that the type is written for. */
const foundIn = (
  fact: DeclarationFact,
  { options }: PropertyRule,
  typed: ReadonlySet<string>,
): readonly Found[] => {
  const anchors = [...options.anchors.request, ...options.anchors.response].flatMap(variants);
  const properties = options.properties.filter(
    ({ severity, lone }) => severity === undefined && lone === undefined,
  );
  const own = typed.has(keyOf(fact)) ? [wholeOf(fact.tree)] : [];
  return [...own, ...recognizedResources(fact.tree, anchors, options)].flatMap((root) =>
    properties.flatMap((property) =>
      variants(property.path)
        .flatMap((path) => selectUnder(root, path))
        .map((selected) => ({ ...selected, property, fact })),
    ),
  );
};

/** Members of a type that reads of responses use. */
const readIn = (
  fact: DeclarationFact,
  { options }: PropertyRule,
  declared: ReadonlySet<string>,
): readonly Found[] =>
  declaredMembers(fact.tree)
    .filter(({ member }) => member !== undefined && declared.has(keyOf(member.key)))
    .flatMap((selected) => {
      const property = options.properties.find(
        (one) => one.only !== 'request' && ownName(one) === selected.member!.key.value,
      );
      return property === undefined ? [] : [{ ...selected, property, fact }];
    });

const onePerMember = (all: readonly Found[]): readonly Found[] =>
  [
    ...new Map(
      all
        .toReversed()
        .map((found) => [`${keyOf(found.member?.key ?? found.tree)} ${found.property.path}`, found]),
    ).values(),
  ].toReversed();

/**
 * Findings on what types and validators of the resource still declare, in projects that call the API. A type is
 * renamed safely when each other location that names the property is changed by one of `changes` as well.
 */
export const declaredDrafts = (
  rule: PropertyRule,
  context: CheckContext,
  changes: readonly PendingFinding[],
): readonly PendingFinding[] => {
  const drafts = new Map(changes.map((draft) => [keyOf(draft.finding), draft]));
  const declared = new Set(
    [...declarationsOfReads(context)].flatMap(([read, { declared: at }]) =>
      typeof at !== 'string' && drafts.has(read) ? [keyOf(at)] : [],
    ),
  );
  const facts = factsOfKind(context.facts, 'declaration').filter(
    ({ origin, file }) => origin !== 'generated' && context.view.callsApi(file),
  );
  const typed = typesOfResource(rule.options, context);
  const found = onePerMember([
    ...facts.flatMap((fact) => foundIn(fact, rule, typed)),
    ...facts.flatMap((fact) => readIn(fact, rule, declared)),
  ]);
  return found.filter((one) => !isOfBothShapes(one)).map((one) => draftOf(rule, one, found, drafts, context));
};
