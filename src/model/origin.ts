/** What kind of text a fact comes from; it decides what may be edited and how sure a finding is. */
export type Origin =
  /** written by people: source code, configuration */
  | 'authored'
  /** written by people as a collection, fixture or mock of traffic */
  | 'collection'
  /** evidence: never edited */
  | 'recording'
  /** generated or bundled: never edited, reported as "rebuild" */
  | 'generated';
