import * as build from '../languages/build.ts';
import { arrayType, typeOfPackage } from '../languages/types.ts';
import type { ts } from '../syntax/tree.ts';
import { childIn, type Cst, namedIn } from '../languages/tree-sitter.ts';
import { type Lowering, packageOf, textIn } from './lowering.ts';

/** A type without pointers, parentheses and type arguments. */
export const plainType = (node: Cst): Cst => {
  if (/^(?:pointer_type|parenthesized_type)$/.test(node.type)) {
    const [inner] = namedIn(node);
    return inner ? plainType(inner) : node;
  }
  const generic = node.type === 'generic_type' ? childIn(node, 'type') : undefined;
  return generic ? plainType(generic) : node;
};

/** Lowers a type: type names, and lists of them. */
export const typeOf = (ctx: Lowering, node: Cst | undefined): ts.TypeNode | undefined => {
  if (!node) return undefined;
  const plain = plainType(node);
  if (plain.type === 'type_identifier') return build.typeNamed(build.nameAt(textIn(ctx, plain), plain));
  if (plain.type === 'qualified_type') {
    const [owner, name] = [childIn(plain, 'package'), childIn(plain, 'name')];
    return owner && name
      ? typeOfPackage(build.nameAt(textIn(ctx, owner), owner), build.nameAt(textIn(ctx, name), name), plain)
      : undefined;
  }
  const item = /^(?:slice|array)_type$/.test(plain.type) ? childIn(plain, 'element') : undefined;
  const inner = typeOf(ctx, item);
  return inner && arrayType(inner, plain);
};

/** True for a type of named members: `map[string]string`, `http.Header`. */
export const isMap = (ctx: Lowering, node: Cst): boolean => {
  const plain = plainType(node);
  if (plain.type === 'map_type') return true;
  if (plain.type === 'qualified_type') {
    const [owner, name] = [childIn(plain, 'package'), childIn(plain, 'name')];
    const path = owner && packageOf(ctx, owner);
    const type = `${path}.${name ? textIn(ctx, name) : ''}`;
    return /^(?:net\/http\.Header|net\/url\.Values|net\/textproto\.MIMEHeader|go\.mongodb\.org\/mongo-driver\/bson\.M)$|\/gin\.H$/.test(
      type,
    );
  }
  const declared = plain.type === 'type_identifier' ? ctx.types.get(textIn(ctx, plain)) : undefined;
  return declared !== undefined && declared !== node && isMap(ctx, declared);
};

/** True for a type parameter: `T` of `func get[T any](…)`. */
export const isTypeParameter = (ctx: Lowering, node: Cst): boolean => {
  const plain = plainType(node);
  const name = plain.type === 'type_identifier' ? textIn(ctx, plain) : '';
  if (!/^[A-Z]\w*$/.test(name) || ctx.types.has(name)) return false;
  return new RegExp(String.raw`\b(?:func\s+\w+|type\s+\w+)\[(?:[^\]]*,)?\s*${name}\s+[^\]]*\]`).test(
    ctx.text,
  );
};

/** True for a list type. */
export const isList = (ctx: Lowering, node: Cst): boolean => {
  const plain = plainType(node);
  if (/^(?:slice|array|implicit_length_array)_type$/.test(plain.type)) return true;
  const declared = plain.type === 'type_identifier' ? ctx.types.get(textIn(ctx, plain)) : undefined;
  return declared !== undefined && declared !== node && isList(ctx, declared);
};

/** Type of the items or members of a type. */
export const innerType = (ctx: Lowering, node: Cst): Cst | undefined => {
  const plain = plainType(node);
  if (plain.type === 'map_type') return childIn(plain, 'value');
  if (/^(?:slice|array|implicit_length_array)_type$/.test(plain.type)) return childIn(plain, 'element');
  const declared = plain.type === 'type_identifier' ? ctx.types.get(textIn(ctx, plain)) : undefined;
  return declared && declared !== node ? innerType(ctx, declared) : undefined;
};
