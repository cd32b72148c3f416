import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import type { Failure, RunReport } from './failures.ts';

/** Named in the environment by whoever starts vitest and sums up. */
export const reportVariable = 'TEST_RUN_REPORT';

function textOf({
  stack,
  message,
  diff,
}: Pick<SerializedError, 'stack' | 'message'> & { readonly diff?: string }): string {
  // The stack of an assertion repeats its message in most cases, and its difference in none.
  const whole = stack?.includes(message) === true ? stack : `${message}\n${stack ?? ''}`;
  return diff === undefined ? whole : `${whole}\n${diff}`;
}

function failuresIn(module: TestModule, load: number): Failure[] {
  const place = { file: module.relativeModuleId, load };
  const outside = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  return [
    ...outside.map((error) => ({ ...place, test: null, text: textOf(error) })),
    ...[...module.children.allTests('failed')].map((test) => ({
      ...place,
      test: test.fullName,
      text: (test.result().errors ?? []).map(textOf).join('\n'),
    })),
  ];
}

/** Leaves a `RunReport` in the file that `TEST_RUN_REPORT` names; without it does nothing. */
export function createFailureReporter(): Reporter {
  const loads = new Map<string, number>();
  return {
    onTestModuleEnd: ({ id }) => void loads.set(id, loadavg()[0] ?? 0),
    onTestRunEnd: (modules, unhandled) => {
      const path = process.env[reportVariable];
      if (path === undefined) return;
      const stray = unhandled.map((error): Failure => ({
        file: typeof error['VITEST_TEST_PATH'] === 'string' ? error['VITEST_TEST_PATH'] : 'no file',
        test: null,
        text: textOf(error),
        load: loadavg()[0] ?? 0,
      }));
      const failures = modules.flatMap((module) => failuresIn(module, loads.get(module.id) ?? 0));
      const count = (state: 'passed' | 'failed') =>
        modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0);
      const report: RunReport = {
        passed: count('passed'),
        failed: count('failed'),
        failures: [...failures, ...stray],
      };
      writeFileSync(path, JSON.stringify(report));
    },
  };
}
