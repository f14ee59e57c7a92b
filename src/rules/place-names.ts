import type { Place } from '../model/index.ts';

/** The name of a file, or of a line of it, in a text that people read. Only `placeNames` makes one. */
export type PlaceName = string & { readonly isPlaceName: true };

/** Names locations as people know them: code inside a file by that file, `.github/workflows/ci.yml:12`. */
export interface PlaceNames {
  readonly file: (place: Place) => PlaceName;
  readonly line: (place: Place) => PlaceName;
  /** The files of some locations, each once: `a.ts, b.ts`. */
  readonly files: (places: readonly Place[]) => PlaceName;
}

const MAX_NAMED = 3;

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** `placeOf` maps a position in an embedded text to its file, whose text `text` returns. */
export const placeNames = (
  text: (file: string) => string | undefined,
  placeOf: (place: Place) => Place,
): PlaceNames => ({
  file: (place) => placeOf(place).file as PlaceName,
  line: (place) => {
    const { file, span } = placeOf(place);
    const written = text(file);
    return (written === undefined ? file : `${file}:${lineAt(written, span.start)}`) as PlaceName;
  },
  files: (places) =>
    [...new Set(places.map((place) => placeOf(place).file))].slice(0, MAX_NAMED).join(', ') as PlaceName,
});
