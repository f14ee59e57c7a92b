import type { Selection } from '../io/changed.ts';
import type { Options } from '../config/options.ts';

/** What may stand for files. */
interface GivenInput {
  readonly options: Options;
  readonly stdin: string | undefined;
  readonly selection?: Selection | undefined;
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/** Texts that stand for files: standard input, the index of git, what an editor holds. */
export const givenTexts = ({ options, stdin, selection, texts }: GivenInput): ReadonlyMap<string, string> =>
  new Map([
    ...(stdin === undefined ? [] : [[options.stdin ?? 'stdin', stdin] as const]),
    ...(selection?.texts ?? []),
    ...(texts ?? []),
  ]);
