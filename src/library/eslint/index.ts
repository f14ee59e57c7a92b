import { eslintPlugin } from './plugin.ts';

/** The ESLint plug-in: `export default [atlas.configs.recommended]` in `eslint.config.js`. */
const plugin = eslintPlugin(new URL('./eslint-worker.cjs', import.meta.url));

export default plugin;
