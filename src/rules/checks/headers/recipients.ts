import type { Call } from '../fact-index.ts';

/** Tokens take the vendor type too (specification §7.2); nothing is known of discovery and of other services. */
export const mayGetHeader = (call: Call): boolean =>
  !call.foreign &&
  call.located.every(({ address }) => !address.area.endsWith('discovery')) &&
  call.located.length > 0;
