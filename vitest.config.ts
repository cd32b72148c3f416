import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { createFailureReporter } from './scripts/test-run/failure-reporter.ts';
import { useMemoryFolder } from './tests/support/memory-folder.ts';
import { patience } from './tests/support/patience.ts';

useMemoryFolder();

const globalSetup = ['tests/support/global-database.ts'];
const setupFiles = ['tests/support/console-guard.ts', 'tests/support/log-guard.ts'];

const limits = {
  testTimeout: patience.testMs,
  hookTimeout: patience.testMs,
  expect: { poll: { timeout: patience.pollMs } },
};

/** Starts whole programs, each with its own database. */
const wholeProgram = { ...limits, setupFiles };

export default defineConfig({
  test: {
    retry: 0,
    tags: [
      {
        name: 'proof',
        description: 'Lives of whole programs and generators at length: by `npm run proof`, not by `npm test`.',
        timeout: patience.programMs,
      },
    ],
    reporters: ['default', createFailureReporter()],
    // Two for each core of the smallest machine: half of the time they wait for databases, programs and timers.
    maxWorkers: 4,
    // Each file has a database, ports and folders of its own, and no module keeps what tests change: a new process for each
    // would only read the same modules again.
    isolate: false,
    // Node loads the modules, not Vite: calls between them cost what they cost in the program, and what is compiled is kept.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', fileURLToPath(new URL('tests/support/load-natively.ts', import.meta.url))],
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/{architecture,lint,protocol,support,integration,upgrade}/**/*.test.ts',
            '{bench,extension,scripts}/**/*.test.ts',
          ],
          globalSetup,
          ...limits,
          // Only here do tests draw.
          setupFiles: [...setupFiles, 'tests/support/same-draws.ts'],
        },
      },
      {
        extends: true,
        test: { ...wholeProgram, name: 'crash', include: ['tests/crash/**/*.test.ts'] },
      },
      // Only by `npm run lab`: it needs what npm does not bring.
      { extends: true, test: { ...wholeProgram, name: 'lab', include: ['tests/labs/**/*.test.ts'], globalSetup } },
      {
        extends: true,
        test: {
          ...wholeProgram,
          name: 'e2e',
          globalSetup,
          include: ['tests/e2e/**/*.test.ts'],
          // Each has a browser besides, which is several processes by itself.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
