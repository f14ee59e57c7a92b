import { wordSearch } from '../multi-string-search.ts';

/** True for a script that may source a file, which may hold the base of its URLs or the function that calls them. */
export const maySourceFiles = wordSearch([
  'source ',
  'source\t',
  '. ./',
  '. ..',
  '. "',
  ". '",
  '. $',
  '.env',
]);
