import type { SourceFile } from '../../../model/index.ts';
import type { ExtractInput } from '../../extractor.ts';
import type { deployedVariables } from './deployed-variables.ts';
import { namedSettings, readersOfFiles, readersOfVariables } from './settings.ts';

/**
 * Lines that are only a comment in every language. Others that begin like one are code: private fields (`#base`),
 * generator methods (`*pages`), attributes (`#[Get]`).
 */
const COMMENT_LINE = /^[ \t]*(?:\/\/|\*[ \t]|#[ \t]|\/\*(?!.*\*\/[ \t]*\S)).*$/gm;

/** True for a text with a URL of the API that code may use: one in a comment has no users elsewhere. */
const isTarget = (text: string, mayBeApiUrl: ExtractInput['mayBeApiUrl']): boolean =>
  mayBeApiUrl(text) && mayBeApiUrl(text.replace(COMMENT_LINE, ''));

/** Files that contain a URL of the API, or read one from settings. */
export const targetsOf = (
  input: ExtractInput,
  candidates: readonly SourceFile[],
  deployed: ReturnType<typeof deployedVariables>,
): readonly string[] => [
  ...candidates.filter(({ text }) => isTarget(text, input.mayBeApiUrl)).map(({ path }) => path),
  ...namedSettings(input),
  ...readersOfFiles(input),
  ...readersOfVariables(input, deployed),
];
