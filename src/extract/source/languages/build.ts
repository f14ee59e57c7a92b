// Builders for the nodes of the common syntax tree: `build.call(…)`, `build.block(…)`.
export * from './builders.ts';
export * from './statements.ts';
