import { prefilterOf } from '../../../src/prefilter.ts';
import { vocabularyOf } from '../../../src/vocabulary.ts';
import { builtIn } from '../../ruleset/load.ts';

const vocabulary = vocabularyOf(builtIn);
const { addresses } = prefilterOf(vocabulary);

/** The words without which no part of a recording matters. */
export const words = vocabulary.addresses;

export const interest = (flat: string): boolean => addresses.test(flat);
