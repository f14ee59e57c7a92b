import { UsageError } from '../model/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables in which a CI engine gives a job its index and the number of jobs. */
interface Engine {
  readonly name: string;
  readonly index: string;
  readonly count: string;
  /** The first job's index; a variable that holds it. */
  readonly first: 0 | 1 | string;
}

/** The first row whose variables are both set wins; those of our own come first. */
const ENGINES: readonly Engine[] = [
  {
    name: 'a matrix of GitHub, Kubernetes and others',
    index: 'MIGRATE_SHARD_INDEX',
    count: 'MIGRATE_SHARD_COUNT',
    first: 0,
  },
  { name: 'GitLab', index: 'CI_NODE_INDEX', count: 'CI_NODE_TOTAL', first: 1 },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', count: 'CIRCLE_NODE_TOTAL', first: 0 },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', count: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { name: 'Bitbucket', index: 'BITBUCKET_PARALLEL_STEP', count: 'BITBUCKET_PARALLEL_STEP_COUNT', first: 0 },
  { name: 'Azure Pipelines', index: 'SYSTEM_JOBPOSITIONINPHASE', count: 'SYSTEM_TOTALJOBSINPHASE', first: 1 },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', count: 'AWS_BATCH_JOB_ARRAY_SIZE', first: 0 },
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    count: 'SLURM_ARRAY_TASK_COUNT',
    first: 'SLURM_ARRAY_TASK_MIN',
  },
  { name: 'a Kubernetes Job', index: 'JOB_COMPLETION_INDEX', count: 'JOB_COMPLETIONS', first: 0 },
];

const numberIn = (env: Environment, name: string): number => {
  const value = env[name] ?? '';
  if (!/^\d{1,6}$/.test(value)) throw new UsageError(`--shard auto: ${name} is not a number.`);
  return Number(value);
};

/** `--shard auto`: the share of a job, as `I/N`, by the variables of the engine that runs it. Throws UsageError without any. */
export const shardOf = (env: Environment): string => {
  const isSet = (name: string): boolean => env[name] !== undefined && env[name] !== '';
  const engine = ENGINES.find(({ index, count }) => isSet(index) && isSet(count));
  if (engine === undefined)
    throw new UsageError(
      '--shard auto: no variables of a CI engine are set. Set MIGRATE_SHARD_INDEX (from 0) and MIGRATE_SHARD_COUNT, or give --shard I/N.',
    );
  const { index, count, first } = engine;
  const begin = typeof first === 'number' ? first : isSet(first) ? numberIn(env, first) : 0;
  return `${numberIn(env, index) - begin + 1}/${numberIn(env, count)}`;
};
