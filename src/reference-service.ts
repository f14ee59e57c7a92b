export { UsageError } from './model/index.ts';
export type { Seed, SeedCluster } from './service/seed-file.ts';
export { startReferenceService } from './reference/start.ts';
export type { ReferenceService, ReferenceServiceOptions } from './reference/start.ts';
export { interceptAtlas } from './reference/intercept-atlas.ts';
export type { InterceptedCall, InterceptOptions, Interception } from './reference/intercept-atlas.ts';
