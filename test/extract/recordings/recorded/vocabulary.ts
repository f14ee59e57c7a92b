import { prefilterOf } from '../../../../src/extract/prefilter.ts';
import { vocabularyOf } from '../../../../src/rules/keywords.ts';
import { builtIn } from '../../../rules/load/load.ts';

const vocabulary = vocabularyOf(builtIn);
const { addresses } = prefilterOf(vocabulary);

/** The words without which no part of a recording matters. */
export const words = vocabulary.addresses;

export const mayBeApiUrl = (flat: string): boolean => addresses.test(flat);
