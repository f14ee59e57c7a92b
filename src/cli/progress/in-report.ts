import type { Options } from '../../config/options.ts';
import { DEFAULT_TARGET } from '../../config/settings.ts';
import { openHistory } from '../../io/git/history.ts';
import { isHistoricCode } from '../../io/git/historic-tree.ts';
import { toolVersion } from '../../io/package.ts';
import { UsageError } from '../../model/index.ts';
import type { ProgressReport } from '../../report/progress/index.ts';
import { headOf } from '../../report/report-head.ts';
import { progressOfHistory } from './from-history.ts';

/** A chart in a report is beside the point: of larger trees and longer paths only "migrate progress" draws it. */
const MAX_FILES = 1500;
const EVERY = '1m';

/** True where a few scans of the history take about as long as the scan of the tree. */
const isSmall = (cwd: string): boolean => {
  const { commits, files, isShallow } = openHistory(cwd);
  return !isShallow && commits.length > 1 && files(commits[0]!.id).filter(isHistoricCode).length <= MAX_FILES;
};

/** The burn-down for an HTML report; `undefined` where there is no history, or where it would take long to read. */
export const progressInReport = async (
  options: Options,
  cwd: string,
): Promise<ProgressReport | undefined> => {
  try {
    if (!isSmall(cwd)) return undefined;
    const parts = await progressOfHistory(options, cwd, { since: undefined, every: EVERY });
    const head = headOf({
      tool: toolVersion(),
      target: options.target ?? DEFAULT_TARGET,
      today: options.today,
    });
    return parts.points.length < 2 ? undefined : { version: 1, ...head, ...parts };
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
};
