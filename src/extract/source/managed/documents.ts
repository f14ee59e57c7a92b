import type { Span } from '../../../model/index.ts';
import * as build from '../languages/build.ts';
import { markWritten } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import { isClient } from './client-kinds.ts';
import type { Cst } from '../languages/tree-sitter.ts';
import { type Lowering, plainType, textIn } from './lowering.ts';
import { newObject } from './names.ts';

// Deserialization: each class has a function that reads its fields from a document.

/** Types of values without fields. */
const PLAIN =
  /^(?:string|String|bool|boolean|Boolean|byte|short|int|Integer|long|Long|float|Float|double|Double|decimal|char|BigDecimal|DateTime(?:Offset)?|Instant|OffsetDateTime|Date|Guid|UUID|Uri|URI|[us]?(?:byte|short|int|long))$/;
/** Types that keep all fields of a document under their names. */
const OPEN =
  /^(?:object|Object|dynamic|ExpandoObject|J(?:Object|Token|Array|son(?:Element|Document|Node|Object|Array))|I?(?:ReadOnly)?Dictionary|(?:Linked|Hash|Tree)*Map)$/;
const LIST =
  /^(?:I?(?:ReadOnly)?(?:List|Collection)|IEnumerable|IAsyncEnumerable|ArrayList|LinkedList|Set|HashSet)$/;

const argumentsOfType = (type: string): readonly string[] => {
  const inner = /^[^<]*<(.*)>[?]?$/s.exec(type.trim())?.[1];
  if (inner === undefined) return [];
  let depth = 0;
  const found = [''];
  for (const unit of inner) {
    if (unit === '<') depth++;
    if (unit === '>') depth--;
    if (unit === ',' && depth === 0) found.push('');
    else found[found.length - 1] += unit;
  }
  return found.map((each) => each.trim());
};

/** Element type of a list type: `List<Cluster>`, `Cluster[]`. */
const elementOf = (type: string): string | undefined => {
  const array = /^(.*)\[\][?]?$/s.exec(type.trim())?.[1];
  if (array !== undefined) return array;
  const [element] = argumentsOfType(type);
  return LIST.test(plainType(type)) ? (element ?? 'object') : undefined;
};

/** Parameter of a reader with the function that reads a type parameter of its class. */
const readerOf = (typeParameter: string): string => `read$${typeParameter}`;

/** Names of the type parameters of a class: `Page<T>`, `Page<T extends Item>`. */
export const typeParametersOf = (ctx: Lowering, node: Cst): readonly string[] => {
  const list = node.children.find(({ type }) => /^type_parameter(?:s|_list)$/.test(type));
  return list
    ? [...textIn(ctx, list).matchAll(/[<,]\s*(?:(?:in|out|reified)\s+)?(\w+)/g)].map(([, name]) => name!)
    : [];
};

/**
 * Document as read into a type, perhaps by the type `parameters` of the class around; fields that a type outside the
 * tree reads are unknown.
 */
export const documentAs = (
  ctx: Lowering,
  type: string,
  given: ts.Expression,
  parameters: readonly string[] = [],
): ts.Expression => {
  const at = build.nowhere(given.pos);
  const element = elementOf(type);
  const reading = (inner: string): ts.Expression =>
    build.arrow(
      [build.parameter({ name: build.nameAt('each', at) }, at)],
      documentAs(ctx, inner, build.nameAt('each', at), parameters),
      at,
    );
  if (element !== undefined)
    return PLAIN.test(plainType(element))
      ? given
      : build.call(build.member(given, build.nameAt('map', at), at), [reading(element)], at);
  const name = plainType(type);
  if (PLAIN.test(name)) return given;
  if (parameters.includes(name)) return build.call(build.nameAt(readerOf(name), at), [given], at);
  const values = argumentsOfType(type);
  if (OPEN.test(name))
    return values.every((value) => PLAIN.test(plainType(value)) || OPEN.test(plainType(value)))
      ? given
      : build.opaque(at, [given]);
  if (!/^[A-Z][\w.]*$/.test(name)) return build.opaque(at, [given]);
  return build.call(
    build.member(newObject(ctx, name, at, [], at), build.nameAt('fromJSON', at), at),
    [given, ...values.map(reading)],
    at,
  );
};

/** Document that a text contains. */
export const documentOfText = (text: ts.Expression, span: Span): ts.Expression => {
  const at = build.nowhere(span.start);
  return build.call(build.member(build.nameAt('JSON', at), build.nameAt('parse', at), at), [text], at);
};

/** Body of a response as text, also where the code gets it parsed by its media type. */
export const responseText = (
  response: ts.Expression,
  span: Span,
  method: 'body' | 'bodyByType' = 'body',
): ts.Expression => {
  const at = build.nowhere(span.end);
  return build.call(build.member(response, build.nameAt(method, at), span), [], span);
};

/** A field that is read from a document. */
export interface DocumentField {
  readonly name: string;
  readonly type: string;
  /** Its name in the document, and where that name is written. */
  readonly wire: string;
  readonly span: Span;
}

const ACRONYMS: readonly (readonly [RegExp, string])[] = [
  [/Uri(?=[A-Z]|$)/g, 'URI'],
  [/Gb(?=[A-Z]|$)/g, 'GB'],
  [/Db(?=[A-Z]|$)/g, 'DB'],
  [/Iops(?=[A-Z]|$)/g, 'IOPS'],
  [/Ebs(?=[A-Z]|$)/g, 'EBS'],
];

/** Document field that a property reads where names are compared case-insensitively: `MongoUri` reads `mongoURI`. */
export const wireOfProperty = (name: string): string =>
  ACRONYMS.reduce(
    (text, [short, long]) => text.replaceAll(short, long),
    name[0]!.toLowerCase() + name.slice(1),
  );

/** Function that reads a class from a document, with the fields of its base class; no document holds a client. */
export const documentReader = (
  ctx: Lowering,
  fields: readonly DocumentField[],
  inherits: boolean,
  node: Cst,
): readonly ts.ClassElement[] => {
  const read = fields.filter(({ type }) => !isClient(ctx, plainType(type)));
  if (read.length === 0 && !inherits) return [];
  const at = build.nowhere(node.end);
  const parameters = typeParametersOf(ctx, node);
  const answer = (): ts.Expression => build.nameAt('answer', at);
  const above = inherits
    ? [
        build.spreadMember(
          build.call(build.member(build.superAt(at), build.nameAt('fromJSON', at), at), [answer()], at),
          at,
        ),
      ]
    : [];
  const own = read.map(({ name, type, wire, span }) => {
    const key = markWritten(build.nameAt(wire, span), {
      span: { start: span.start, end: span.end },
      spelling: 'fixed',
    });
    const given = build.member(answer(), key, span);
    return build.property(build.nameAt(name, at), documentAs(ctx, type, given, parameters), at);
  });
  const body = build.block([build.giveBack(build.object([...above, ...own], at), at)], at);
  return [
    build.method(
      {
        name: build.nameAt('fromJSON', at),
        parameters: ['answer', ...parameters.map(readerOf)].map((name) =>
          build.parameter({ name: build.nameAt(name, at) }, at),
        ),
        body,
      },
      at,
    ),
  ];
};
