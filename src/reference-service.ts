export { UsageError } from './model/index.ts';
export type { Seed, SeedCluster } from './service/seed-file.ts';
export { startReferenceService } from './reference/start.ts';
export type { ReferenceService, ReferenceServiceOptions } from './reference/start.ts';
