import { applyProcessSettings } from '#config/process-settings.ts';

applyProcessSettings();
// Loaded only now: where the process begins anew, all else would be loaded twice.
const { runProgram } = await import('#cli/run-program.ts');
await runProgram();
