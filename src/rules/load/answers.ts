import { validate } from '../../generated/discovery-answer.ts';
import type { Validator } from './validator.ts';

/** Validators of responses, precompiled from `rules/schema/<name>.schema.json`. */
export const ANSWER_VALIDATORS: Readonly<Record<'discovery-answer', Validator>> = {
  'discovery-answer': validate,
};
