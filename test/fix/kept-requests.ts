import type { Signature } from '../../src/model/index.ts';

const isOurs = ({ urls }: Signature): boolean =>
  urls.some(({ to }) => to === 'legacy' || to === 'versioned' || to === 'beside');

const goesAway = ({ urls }: Signature): boolean => urls.some(({ to }) => to === 'elsewhere');

/** All that is sent, without where. */
const sent = ({ method, urls, headers, body, query }: Signature): string =>
  JSON.stringify([method, urls.map(({ text }) => text), headers, body, query]);

/** What a migration may not change of a request of ours. */
const kept = ({ sites, method, urls, headers }: Signature): string => {
  const { accept: _accept, 'content-type': _type, ...others } = headers;
  const paths = urls.map(({ text, moved }) => moved ?? text);
  // A Digest login names the path of its URL.
  const login = others['authorization']?.replace(
    /(?<=^Digest .*\buri=")\/api\/atlas\/v1\.0/,
    '/api/atlas/v2',
  );
  const rest = login === undefined ? others : { ...others, authorization: login };
  return JSON.stringify([sites[0]!.file, method, paths.map((url) => url.replace(/[?#].*/s, '')), rest]);
};

const halfDone = ({ urls, version }: Signature): boolean =>
  urls.some(({ to }) => to === 'versioned') && version !== 'proven' && version !== 'unneeded';

const minus = (all: readonly string[], others: readonly string[]): readonly string[] => {
  const left = [...others];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

const strangers = (all: readonly Signature[]): readonly string[] => all.filter(goesAway).map(sent);
const ours = (all: readonly Signature[]): readonly string[] => all.filter(isOurs).map(kept);
const half = (all: readonly Signature[]): readonly string[] => all.filter(halfDone).map(kept);

/**
 * What safe fixes may not make of requests, told without pairing them by place: one to elsewhere that is not sent as it
 * was, one of ours that is lost, new, or sent otherwise than the table of endpoints says, and one that they leave half
 * migrated.
 */
export const brokenRequests = (
  before: readonly Signature[],
  after: readonly Signature[],
): readonly string[] => {
  return [
    ...minus(strangers(before), strangers(after)).map((one) => `changed or lost, elsewhere: ${one}`),
    ...minus(strangers(after), strangers(before)).map((one) => `new or changed, elsewhere: ${one}`),
    ...minus(ours(before), ours(after)).map((one) => `lost or misdirected: ${one}`),
    ...minus(ours(after), ours(before)).map((one) => `new or misdirected: ${one}`),
    ...minus(half(after), half(before)).map((one) => `half migrated: ${one}`),
  ];
};
