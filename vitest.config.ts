import { defineConfig } from 'vitest/config';

const globalSetup = ['tests/support/global-database.ts'];
const setupFiles = ['tests/support/console-guard.ts', 'tests/support/log-guard.ts'];

/** Starts whole programs, each with its own database. */
const wholeProgram = { setupFiles, testTimeout: 180_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    retry: 0,
    // One more than the cores of the smallest machine: they wait for databases and browsers, too.
    maxWorkers: 3,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'tests/{architecture,lint,protocol,support,integration,upgrade}/**/*.test.ts',
            '{bench,scripts}/**/*.test.ts',
          ],
          globalSetup,
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { ...wholeProgram, name: 'crash', fileParallelism: false, include: ['tests/crash/**/*.test.ts'] },
      },
      // Only by `npm run lab`: it needs what npm does not bring.
      { extends: true, test: { ...wholeProgram, name: 'lab', include: ['tests/labs/**/*.test.ts'], globalSetup } },
      { extends: true, test: { ...wholeProgram, name: 'e2e', include: ['tests/e2e/**/*.test.ts'] } },
    ],
  },
});
