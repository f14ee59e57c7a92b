import type { Place, UsesFact } from '../model/index.ts';

/** Use of a text, written at `of`, that is not followed further: its fix is unsafe, for this reason. */
export const unfollowedUse = (name: string, of: Place, at: Place, why: string): UsesFact => ({
  kind: 'uses',
  origin: 'authored',
  name,
  uses: [{ at: { file: at.file, span: at.span }, as: 'other', why }],
  file: of.file,
  span: of.span,
});
