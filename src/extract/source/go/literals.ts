import * as build from '../languages/build.ts';
import { PLUS } from '../languages/operators.ts';
import { markWritten } from '../syntax/dialect.ts';
import { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, packageOf, textIn } from './lowering.ts';
import { memberName } from './members.ts';
import { requestWritten } from './requests.ts';
import { literalValue } from './strings.ts';
import { innerType, isList, isMap, isTypeParameter, plainType } from './types.ts';

const endsWithComma = (node: Cst): boolean => node.children.at(-2)?.type === ',';

/** Lowers the value of an element; an omitted type is the element type of the enclosing list or map. */
const elementValue = (ctx: Lowering, node: Cst, type: Cst | undefined): ts.Expression => {
  const [inner] = node.type === 'literal_element' ? namedIn(node) : [node];
  if (!inner) return build.opaque(node);
  return inner.type === 'literal_value' ? madeOf(ctx, inner, type, inner) : ctx.expression(inner);
};

const keyed = (body: Cst): readonly Cst[] => namedIn(body).filter(({ type }) => type === 'keyed_element');

const mapOf = (ctx: Lowering, body: Cst, type: Cst | undefined): ts.Expression =>
  build.object(
    keyed(body).flatMap((each) => {
      const [key, value] = [childIn(each, 'key'), childIn(each, 'value')];
      return key && value
        ? [
            build.property(
              build.propertyKey(elementValue(ctx, key, undefined)),
              elementValue(ctx, value, type),
              each,
            ),
          ]
        : [];
    }),
    body,
    endsWithComma(body),
  );

const listOf = (ctx: Lowering, body: Cst, type: Cst | undefined): ts.Expression =>
  build.array(
    namedIn(body).map((each) => {
      const value = each.type === 'keyed_element' ? childIn(each, 'value') : each;
      return value ? elementValue(ctx, value, type) : build.opaque(each);
    }),
    body,
    endsWithComma(body),
  );

/** Field name as the key of a named argument. */
const fieldKey = (ctx: Lowering, node: Cst): ts.Identifier =>
  markWritten(build.nameAt(memberName(textIn(ctx, node)), node), {
    span: { start: node.start, end: node.end },
    spelling: 'fixed',
  });

const fieldsOf = (ctx: Lowering, body: Cst): readonly ts.Expression[] => {
  const named = keyed(body).flatMap((each) => {
    const [key, value] = [childIn(each, 'key'), childIn(each, 'value')];
    return key && value
      ? [build.property(fieldKey(ctx, key), elementValue(ctx, value, undefined), each)]
      : [];
  });
  if (named.length > 0) return [build.keywords(named, body, endsWithComma(body))];
  return namedIn(body).map((each) => elementValue(ctx, each, undefined));
};

/** Class that a type names. */
export const classNamedBy = (ctx: Lowering, type: Cst): ts.Expression | undefined => {
  if (type.type === 'type_identifier') return build.nameAt(textIn(ctx, type), type);
  const [owner, name] = [childIn(type, 'package'), childIn(type, 'name')];
  return type.type === 'qualified_type' && owner && name
    ? build.member(build.nameAt(textIn(ctx, owner), owner), build.nameAt(textIn(ctx, name), name), type)
    : undefined;
};

const fieldNamed = (ctx: Lowering, body: Cst, name: string): Cst | undefined => {
  const found = keyed(body).find((each) => {
    const key = childIn(each, 'key');
    return key !== undefined && textIn(ctx, key) === name;
  });
  return found && childIn(found, 'value');
};

/** Text of `url.URL{Scheme: "https", Host: host, Path: path}`, or of a relative one: `url.URL{Path: path}`. */
const urlOf = (ctx: Lowering, body: Cst): ts.Expression => {
  const fixed = (value: string): ts.Expression => build.textAt(value, build.nowhere(body.start));
  const [scheme, host, path, query] = ['Scheme', 'Host', 'Path', 'RawQuery'].map((name) =>
    fieldNamed(ctx, body, name),
  );
  const value = (node: Cst): ts.Expression => elementValue(ctx, node, undefined);
  const isRelative = !scheme && !host;
  const isRooted =
    isRelative || !path || (literalValue(ctx, namedIn(path)[0] ?? path) ?? '/').startsWith('/');
  const parts = [
    ...(scheme ? [value(scheme)] : []),
    ...(isRelative ? [] : [fixed('://')]),
    ...(host ? [value(host)] : []),
    ...(path ? [...(isRooted ? [] : [fixed('/')]), value(path)] : []),
    ...(query ? [fixed('?'), value(query)] : []),
  ];
  const [first = fixed(''), ...others] = parts;
  return others.reduce((left, right) => build.binary(left, PLUS, right, body), first);
};

/** Package type by path and name: `net/url.URL`. */
const libraryType = (ctx: Lowering, type: Cst): string | undefined => {
  const [owner, name] = [childIn(type, 'package'), childIn(type, 'name')];
  return owner && name && `${packageOf(ctx, owner) ?? ''}.${textIn(ctx, name)}`;
};

/** Lowers the braces of a literal by its type. */
export const madeOf = (ctx: Lowering, body: Cst, type: Cst | undefined, node: Cst): ts.Expression => {
  const written = type && plainType(type);
  const named = keyed(body);
  const isText = named.some(
    (each) => literalValue(ctx, namedIn(childIn(each, 'key') ?? each)[0]) !== undefined,
  );
  if (isText || (written && isMap(ctx, written))) return mapOf(ctx, body, written && innerType(ctx, written));
  if (written && (isList(ctx, written) || /^slice_type|array/.test(written.type)))
    return listOf(ctx, body, innerType(ctx, written));
  const library = written && libraryType(ctx, written);
  if (library === 'net/url.URL') return urlOf(ctx, body);
  // A request without a URL is not sent.
  if (library === 'net/http.Request' && namedIn(body).length === 0) return build.nullAt(node);
  const request =
    library === 'net/http.Request' &&
    requestWritten(ctx, node, (name) => {
      const value = fieldNamed(ctx, body, name);
      return value && elementValue(ctx, value, undefined);
    });
  if (request) return request;
  const made = written && classNamedBy(ctx, written);
  if (made) return build.construct(made, fieldsOf(ctx, body), node);
  return named.length > 0
    ? build.opaque(
        node,
        named.flatMap((each) => elementValue(ctx, childIn(each, 'value') ?? each, undefined)),
      )
    : listOf(ctx, body, undefined);
};

/** `Client{base: x}`, `map[string]string{"a": "b"}`, `[]string{"a"}`. */
export const composite = (ctx: Lowering, node: Cst): ts.Expression => {
  const [type, body] = [childIn(node, 'type'), childIn(node, 'body')];
  return type && body ? madeOf(ctx, body, type, node) : build.opaque(node);
};

/** Zero value of a type: an empty map, an object of a class. */
export const zeroOf = (ctx: Lowering, type: Cst | undefined, span: Cst): ts.Expression | undefined => {
  if (!type || type.type === 'pointer_type') return undefined;
  const plain = plainType(type);
  if (isMap(ctx, plain)) return build.object([], build.nowhere(span.end));
  const known = ctx.types.get(textIn(ctx, plain))?.type;
  const isStruct =
    plain.type === 'qualified_type' ||
    known === 'struct_type' ||
    (known === undefined &&
      plain.type === 'type_identifier' &&
      !/^[a-z]+\d*$/.test(textIn(ctx, plain)) &&
      !isTypeParameter(ctx, plain));
  const made = isStruct ? classNamedBy(ctx, plain) : undefined;
  return made && build.construct(made, [], span);
};
