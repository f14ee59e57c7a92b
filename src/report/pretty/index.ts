import { prettyBlocks } from './blocks-text.ts';
import { prettyFull } from './full.ts';
import type { Presentation, Render } from '../report.ts';
import { disarmed } from '../style.ts';

/**
 * Format `pretty`, for people: the findings of one call as one block, with its lines, one sentence each and one fix; with `--verbose`
 * each finding by itself, with its source lines.
 */
export const pretty: Render = (presentation: Presentation): string =>
  disarmed(presentation.verbose === true ? prettyFull(presentation) : prettyBlocks(presentation));
