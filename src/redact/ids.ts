import type { Redacted } from '../model/index.ts';
import { masked } from './gate.ts';
import { SECRET_NAME } from './credential-shapes.ts';

/** An id of the API: 24 hex digits that begin with the time at which it was made. */
const ID = /(?<![0-9A-Za-z])[4-7][0-9a-f]{23}(?![0-9A-Za-z])/g;
/** The collections of the API whose items are named by ids in URLs. */
const IN_PATH = /\/(?:groups|orgs|teams|invoices|alerts|alertConfigs|snapshots)\/$/;
/** The name that a text is given to: `groupId: string = '`, `GROUPS = ["`, `${GROUP_ID:-`, `ORG_ID ?? '`. */
const NAMED =
  /([\w.-]{1,40})["'`]?\s?(?::\s?[A-Za-z[\]<>]{1,20}\s)?(?::=|[:=]|:-|\?\?|\|\|)\s{0,20}[[({]?\s{0,20}(?:- )?["'`]?$/;
const OF_ID = /(?:group|project|org|organi[sz]ation)s?(?:[-_]?ids?)?$/i;
/** What separates the items of a list, in code or in a sentence. */
const SEPARATOR = /^(?:[\s,"'`-]{1,40}|" or ")$/;
const LOOK_BACK = 120;

/** As long as an id, and made of plain words, so that it is shown where any name is shown. */
const STAND_IN = 'projectProjectProjectOrg';

const isId = (before: string): boolean => {
  if (IN_PATH.test(before)) return true;
  const name = NAMED.exec(before)?.[1];
  return name !== undefined && OF_ID.test(name) && !SECRET_NAME.test(name);
};

interface Ids {
  readonly text: string;
  /** The text with a stand-in for each id, at the same offsets. */
  readonly without: string;
  /** Offsets of the ids, ascending. */
  readonly starts: readonly number[];
}

let known: Ids = { text: '', without: '', starts: [] };

const idsOf = (text: string): Ids => {
  if (known.text === text) return known;
  const starts: number[] = [];
  let listed = -1;
  const without = text.replace(ID, (id, start: number) => {
    const inList = listed !== -1 && SEPARATOR.test(text.slice(listed, start).slice(0, 41));
    if (!inList && !isId(text.slice(Math.max(0, start - LOOK_BACK), start))) return id;
    starts.push(start);
    listed = start + id.length;
    return STAND_IN;
  });
  return (known = { text, without, starts });
};

/**
 * Result of `show` for a part of a text that people wrote, with the ids of the API in it: those of projects and organizations
 * are no secrets. They are recognized by the URL or by the name that they are given to; any other run of hex digits may be a key.
 */
export const withIds = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  show: (text: string) => Redacted,
): Redacted => {
  const { without, starts } = idsOf(text);
  const inside = starts.filter((at) => at >= start && at < end);
  if (inside.length === 0) return show(text);
  const parts = show(without).split(STAND_IN);
  // Where one of them was masked, it is unknown which.
  if (parts.length !== inside.length + 1) return show(text);
  return masked(
    parts
      .map(
        (part, index) => (index === 0 ? '' : text.slice(inside[index - 1], inside[index - 1]! + 24)) + part,
      )
      .join(''),
  );
};
