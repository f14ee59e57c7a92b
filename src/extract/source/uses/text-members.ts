import { dottedName } from '../syntax/dialect.ts';
import { isChanged } from '../syntax/references.ts';
import { ts } from '../syntax/tree.ts';
import { type Access, callOnAccess } from './flow.ts';
import { both, compared, NOTHING, other, type StateStep, to, value } from './state.ts';

/** Methods that return the same text, or one that contains it. */
const KEEPS =
  /^(?:toString|valueOf|trim|trimEnd|trimStart|concat|normalize|toLowerCase|padEnd|format|substitute|safe_substitute|lower|strip|lstrip|rstrip|encode|decode)$/;
const REPLACES = /^replace(?:All)?$/;
const TESTS = /^(?:startsWith|endsWith|startswith|endswith|includes|at|charAt)$/;

/** Arguments of `GetLeftPart` for which the part of a URL ends before its path. */
const LEFT_OF_PATH = /\bUriPartial\.(?:Scheme|Authority)$/;

/** Matches a pattern for a named part of a path: `/:(\w+)/g`, `/\{([^}]+)\}/g`. */
const NAMED_PART = /^\/(?:\\?[:{<$%])+\(?(?:\\w|\[[^\]]+\])\+\)?[\\}>%]*\/[a-z]*$/;

/** True for a text without version: `'/'`, `/\/+$/`, `'https://'`, `':id'`. */
const isNeutral = (node: ts.Node | undefined): boolean => {
  if (!node) return true;
  if (ts.isNumericLiteral(node) || ts.isPrefixUnaryExpression(node)) return true;
  if (ts.isTemplateExpression(node)) return /^[:{<$%[]+$/.test(node.head.text);
  const text = ts.isRegularExpressionLiteral(node) || ts.isStringLiteralLike(node) ? node.text : undefined;
  if (text === undefined) return false;
  if (ts.isRegularExpressionLiteral(node) && NAMED_PART.test(text)) return true;
  return (
    /^\W*(?:https?)?\W*$/.test(text) || (ts.isStringLiteralLike(node) && /^[:{<$%[]\W*\w+\W*$/.test(text))
  );
};

const textMethod = (call: ts.CallExpression, name: string): StateStep => {
  const [first] = call.arguments;
  if (KEEPS.test(name) || (REPLACES.test(name) && isNeutral(first))) return to(value(call, []));
  // The remaining text is checked at the request.
  if (REPLACES.test(name)) return both(to(value(call, [])), other(call, `in .${name}()`));
  if (TESTS.test(name) && isNeutral(first)) return NOTHING;
  if (name === 'GetLeftPart')
    return first && LEFT_OF_PATH.test(dottedName(first)) ? NOTHING : to(value(call, []));
  return compared(call, `in .${name}()`);
};

/** Parts of a URL that do not contain its path. */
const NO_PATH =
  /^(?:host|hostname|protocol|origin|port|username|password|search|hash|searchParams|length|auth|query)$/;

/** Parts of a URL that determine where it goes. */
const ELSEWHERE = /^(?:host|hostname|href|port|protocol)$/;

/** Step to the result of a member of a text. */
export const ofText = (access: Access, name: string): StateStep => {
  const call = callOnAccess(access);
  if (call) return textMethod(call, name);
  // `url.host = 'example.com'`: the same object is then a URL of another host.
  if (ELSEWHERE.test(name) && isChanged(access)) return other(access, `as .${name} that is replaced`);
  return NO_PATH.test(name) ? NOTHING : to(value(access, []));
};
