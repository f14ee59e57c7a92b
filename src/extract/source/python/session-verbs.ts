import * as build from '../languages/build.ts';
import { SESSION_VERBS } from '../languages/session-verbs.ts';
import { markImplied } from '../syntax/dialect.ts';
import type { ts } from '../syntax/tree.ts';
import type { Lowering } from './lowering.ts';

// `requests.Session.get(url)` calls `self.request('GET', url)`: a subclass that overrides `request` changes every verb.

/** Sessions whose verbs call `request`, by their text; a bare name needs an import. */
const SESSION = /^(?:requests\.(?:sessions\.)?Session|httpx\.(?:Async)?Client)$/;
const IMPORTED = /^[ \t]*from[ \t]+(?:requests(?:\.sessions)?|httpx)[ \t]+import\b(.*(?:\([^)]*\))?)/gm;

/** Arguments behind the URL, `None` unless given. */
const BODIES: Readonly<Record<string, readonly string[]>> = {
  post: ['data', 'json'],
  put: ['data'],
  patch: ['data'],
};

const isSession = ({ text }: Lowering, base: string): boolean =>
  SESSION.test(base) ||
  (/^(?:Session|Client|AsyncClient)$/.test(base) &&
    [...text.matchAll(IMPORTED)].some(([, names = '']) =>
      new RegExp(`\\b${base}\\b(?!\\s+as\\b)`).test(names),
    ));

/** `def get(self, url, **kwargs): return self.request('GET', url, **kwargs)`. */
const verbOf = (verb: string, at: number): ts.ClassElement => {
  const here = build.nowhere(at);
  const name = (text: string): ts.Identifier => build.nameAt(text, here);
  const bodies = BODIES[verb] ?? [];
  const named = build.keywords(
    [
      ...bodies.map((each) => build.property(name(each), name(each), here)),
      build.spreadMember(name('kwargs'), here),
    ],
    here,
  );
  const sent = markImplied(
    build.call(
      build.member(build.thisAt(here), name('request'), here),
      [build.textAt(verb.toUpperCase(), here), name('url'), named],
      here,
    ),
  );
  const parameters = [
    build.parameter({ name: name('url') }, here),
    ...bodies.map((each) => build.parameter({ name: name(each), initial: build.nullAt(here) }, here)),
    build.parameter({ name: name('kwargs'), takesKeywords: true }, here),
  ];
  return build.method(
    { name: name(verb), parameters, body: build.block([build.giveBack(sent, here)], here) },
    here,
  );
};

/** Verbs that a subclass of a session inherits, where it overrides the `request` which they call. */
export const inheritedVerbs = (
  ctx: Lowering,
  base: string,
  members: readonly ts.ClassElement[],
  at: number,
): readonly ts.ClassElement[] => {
  const own = new Set(members.map(({ name }) => (name as ts.Identifier | undefined)?.text));
  if (!own.has('request') || !isSession(ctx, base)) return [];
  return SESSION_VERBS.filter((verb) => !own.has(verb)).map((verb) => verbOf(verb, at));
};
