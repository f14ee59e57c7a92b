import { withPlaces } from '../../model/index.ts';
import type { CodePiece, EmbeddedCode, Fact, Place, Slot } from '../../model/index.ts';

interface Part {
  readonly kind: 'known';
  readonly slot: Slot;
  readonly from: number;
  readonly to: number;
}

const isKnownPart = (value: object): value is Part =>
  'kind' in value && value.kind === 'known' && 'slot' in value && 'from' in value;

const sharedAt = (pieces: readonly CodePiece[], { span }: Place): CodePiece | undefined =>
  pieces.find(
    ({ at, length, shared }) =>
      shared !== undefined && at <= span.start && span.end <= at + length && length > 0,
  );

/** Position in a shared value, in the file that contains it; a part of a value cannot be edited separately. */
const inFile = (place: Place, { at, length, from, shared }: CodePiece): object => {
  const { file, span, value, spelling } = shared!;
  const isWhole =
    place.span.start === at && place.span.end === at + length && from === 0 && length === value.length;
  if (!('spelling' in place)) return { file, span };
  return isWhole ? { file, span, value, spelling } : { file, span, spelling: 'fixed' };
};

/** Facts of embedded code; texts built on a value that several scripts share refer to its one position in the file. */
export const withSharedValues = (facts: readonly Fact[], code: readonly EmbeddedCode[]): readonly Fact[] => {
  const shared = new Map(
    code
      .map(({ path, pieces }) => [path, pieces.filter((piece) => piece.shared !== undefined)] as const)
      .filter(([, pieces]) => pieces.length > 0),
  );
  if (shared.size === 0) return facts;
  const pieceOf = (place: Place): CodePiece | undefined => sharedAt(shared.get(place.file) ?? [], place);
  const seen = new Set<string>();
  const partOf = (part: Part): Part | undefined => {
    const piece = pieceOf(part.slot);
    if (piece === undefined) return undefined;
    const shift = piece.from + part.slot.span.start - piece.at;
    return { ...part, slot: piece.shared!, from: part.from + shift, to: part.to + shift };
  };
  return facts.flatMap((fact) => {
    if (!shared.has(fact.file)) return [fact];
    const own = withParts(fact, partOf);
    const mapped = withPlaces(own, (place) => {
      const piece = pieceOf(place);
      return piece === undefined ? undefined : inFile(place, piece);
    });
    if (mapped.file === fact.file) return [mapped];
    // Facts about the value alone are reported once.
    const key = JSON.stringify(mapped);
    if (seen.has(key)) return [];
    seen.add(key);
    return [mapped];
  });
};

/** Fact with the known parts of its texts changed. */
const withParts = (fact: Fact, change: (part: Part) => Part | undefined): Fact => {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    if (isKnownPart(value)) return change(value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each)]));
  };
  return visit(fact) as Fact;
};
