import { runProgram } from '#cli/run-program.ts';

/** The program from its sources, whatever was built of them: to be watched, or changed by what is loaded before it. */
await runProgram();
