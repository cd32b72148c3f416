import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { findBuilt } from '#cli/built-server.ts';
import type * as program from '#cli/run-program.ts';
import { applyProcessSettings } from '#config/process-settings.ts';

applyProcessSettings();
// Loaded only now: where the process begins anew, all else would be loaded twice.
const built = findBuilt(resolve(import.meta.dirname, '../..'), 'run-program');
// What was built is none of the sources that a release follows.
const load = createRequire(import.meta.url);
const { runProgram } = built === null ? await import('#cli/run-program.ts') : (load(built) as typeof program);
await runProgram();
