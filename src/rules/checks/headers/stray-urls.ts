import { BY_FILE_NAME, isInside, programFiles } from '../../../model/index.ts';
import type { Place, Text, TextUse } from '../../../model/index.ts';
import type { CheckContext } from '../check.ts';
import { factsOfKind } from '../facts-of-kind.ts';
import type { ApiCall, ResolvedUrl, UrlLiteral } from '../fact-index.ts';
import { message } from '../message.ts';
import { slotKey } from '../places.ts';
import type { VersionPlace } from '../version-places.ts';

const CODE = /\.[cm]?[jt]sx?$/;

/** Programs, in which the uses of a text are followed. */
const PROGRAM = programFiles(['ipynb']);

/** URL, or use of a base, whose request is unknown. */
export interface StrayUrl {
  readonly at: Place;
  readonly located: ResolvedUrl;
  /** Sentence that states what is unknown. */
  readonly text: string;
  /** True where a program reads the file of the URL by itself, and sends its own headers. */
  readonly reads?: boolean;
}

const isKnown = (part: Text['parts'][number]): part is Extract<typeof part, { kind: 'known' }> =>
  part.kind === 'known';

/** True where a known request uses the path of a URL after its base. */
const isSent = ({ url, located }: UrlLiteral, calls: readonly ApiCall[]): boolean => {
  const base = new Set(located.address.baseRanges.map(({ slot }) => slotKey(slot)));
  const keys = url.text.parts.filter(isKnown).map(({ slot }) => slotKey(slot));
  const own = keys.filter((key) => !base.has(key));
  const wanted = new Set(own.length > 0 ? own : keys);
  return calls.some(({ located: all }) =>
    all.some(({ text }) => text.parts.some((part) => isKnown(part) && wanted.has(slotKey(part.slot)))),
  );
};

/** Uses, by the texts that they are of. */
type UsesBySlot = ReadonlyMap<
  string,
  { readonly name: string | undefined; readonly uses: readonly TextUse[] }
>;

/** Uses that a test takes, by the texts that they are of. */
const usesWhere = ({ facts }: CheckContext, isWanted: (use: TextUse, of: Place) => boolean): UsesBySlot =>
  new Map(
    factsOfKind(facts, 'uses').flatMap(({ file, span, name, uses: all }) => {
      const uses = all.filter((use) => isWanted(use, { file, span }));
      return uses.length === 0 ? [] : [[`${file}:${span.start}`, { name, uses }] as const];
    }),
  );

/** True in calls that send, and in those that may. */
const isSending = ({ sends, handedOver }: TextUse): boolean => sends === true || handedOver === true;

/**
 * True in another part of scripts or settings, whose requests are not followed, and in a program that reads the file by
 * itself; not where a text is written itself.
 */
const isUnfollowed = ({ as, at, why }: TextUse, of: Place): boolean =>
  as === 'other' && (why === BY_FILE_NAME || !PROGRAM.test(at.file)) && !isInside(of, at);

const ofText = ({ parts }: Text, sending: UsesBySlot) =>
  parts.flatMap((part) =>
    isKnown(part) ? (sending.get(`${part.slot.file}:${part.slot.span.start}`) ?? []) : [],
  );

const isWritten = ({ url }: UrlLiteral): boolean => url.origin === 'authored' && url.follows !== true;

/** Uses of texts, searched once for every URL. */
interface KnownUses {
  readonly sending: UsesBySlot;
  /** Uses that are neither harmless nor followed to a request. */
  readonly open: UsesBySlot;
  /** Files with a request of whose URL nothing is known: `(url) => fetch(url)`. */
  readonly openSenders: ReadonlySet<string>;
}

const isOpenUrl = ({ parts }: Text): boolean => parts.every((part) => !isKnown(part));

/** True where the URL may reach a request of its file whose URL is unknown: `compose((url) => fetch(url))(URL)`. */
const mayReachSender = ({ url }: UrlLiteral, { open, openSenders }: KnownUses): boolean =>
  openSenders.has(url.file) && ofText(url.text, open).length > 0;

/** A URL with its path, to which no request is seen to go: `[{ url: `${BASE}/groups` }].map(({ url }) => fetch(url))`. */
const ofLink = (link: UrlLiteral, calls: readonly ApiCall[], known: KnownUses): readonly StrayUrl[] => {
  const { url, located } = link;
  if (located.address.path === '' || !CODE.test(url.file) || isSent(link, calls)) return [];
  if (mayReachSender(link, known)) return [{ at: url, located, text: message('noRequest') }];
  const uses = ofText(url.text, known.sending).flatMap((of) => of.uses);
  const isTaken = uses.some(
    ({ sends, handedOver, at }) => sends === true || (handedOver === true && isInside(at, url)),
  );
  const isGiven = url.unseen === true && (calls.length === 0 || isTaken);
  if (!isGiven && !uses.some(({ sends }) => sends === true)) return [];
  return [{ at: url, located, text: message('noRequest') }];
};

const fromThere = ({ url, located }: UrlLiteral, wanted: UsesBySlot): readonly StrayUrl[] =>
  ofText(url.text, wanted).flatMap(({ name, uses }) =>
    uses.map(({ at, why }) => {
      const text = name === undefined ? message('theText') : `\`${name}\``;
      return { at, located, text: message('sentFromThere', { text, why }), reads: why === BY_FILE_NAME };
    }),
  );

/** Base of known requests that is also passed to another sending call, for an unknown purpose. */
const ofBase = (link: UrlLiteral, sending: UsesBySlot): readonly StrayUrl[] =>
  link.located.address.path === '' ? fromThere(link, sending) : [];

/**
 * Base of a script or of settings that known requests use, where another program gets it as well:
 * `wget "$BASE/groups"`, or a step in another language.
 */
const ofSetting = (
  link: UrlLiteral,
  unfollowed: UsesBySlot,
  isSentElsewhere: (file: string) => boolean,
): readonly StrayUrl[] => [
  ...(link.url.unseen === true && !isSentElsewhere(link.url.file)
    ? [{ at: link.url, located: link.located, text: message('noRequest') }]
    : []),
  ...fromThere(link, unfollowed),
];

/** True for a part of another place, such as the URL in an argument that is reported itself. */
const isWithin = (at: Place, around: Place): boolean => isInside(around, at) && !isInside(at, around);

/**
 * URLs and bases that people wrote and that are passed to a call that sends, or may send, unknown requests;
 * `isSentElsewhere` takes files of projects in which a program writes a media type.
 */
export const strayUrls = (
  places: readonly VersionPlace[],
  context: CheckContext,
  isSentElsewhere: (file: string) => boolean,
): readonly StrayUrl[] => {
  const written = places.flatMap(({ links, calls }) =>
    links.filter(isWritten).map((link) => ({ link, calls })),
  );
  if (written.length === 0) return [];
  const sending = usesWhere(context, isSending);
  const senders = factsOfKind(context.facts, 'foreign').filter(({ urls }) => urls.some(isOpenUrl));
  const known: KnownUses = {
    sending,
    open: usesWhere(context, ({ as }) => as === 'other'),
    openSenders: new Set(senders.map(({ file }) => file)),
  };
  const unfollowed = usesWhere(context, isUnfollowed);
  const found = written.flatMap(({ link, calls }) => {
    const isShared = calls.length > 0;
    if (!PROGRAM.test(link.url.file)) return isShared ? ofSetting(link, unfollowed, isSentElsewhere) : [];
    return [...ofLink(link, calls, known), ...(isShared ? ofBase(link, sending) : [])];
  });
  return found.filter(({ at }) => !found.some((around) => isWithin(at, around.at)));
};
