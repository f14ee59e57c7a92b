// Loads TypeScript in the processes that run tests, so that modules are those of the platform: these run a quarter faster
// than the copies that Vitest evaluates. Node.js 20 does not read TypeScript, later versions take hooks in the same thread.
import * as modules from 'node:module';
import { load } from './hooks.mjs';

if (modules.registerHooks) modules.registerHooks({ load });
else modules.register('./hooks.mjs', import.meta.url);
