import { firstLine, isForgivable, maxUnsteady, type Failure, type RunReport } from './failures.ts';

/** How one step ended. */
export interface StepEnd {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly exitCode: number;
  readonly seconds: number;
  /** Of a step that runs tests; null: it left none. */
  readonly report?: RunReport | null;
}

/** What came of a file that was run once more by itself. */
export interface SecondRun {
  readonly file: string;
  readonly isGreen: boolean;
}

/** The files that are worth a second run: each of their failures may be forgiven, and the run can still become green. */
export function findSecondRuns(
  steps: readonly StepEnd[],
): { readonly file: string; readonly command: StepEnd['command'] }[] {
  const found = steps.flatMap(({ command, report }) =>
    [...Map.groupBy(report?.failures ?? [], ({ file }) => file)]
      .filter(([, failures]) => failures.every(isForgivable))
      .map(([file]) => ({ file, command: [...command, file] as const })),
  );
  return found.slice(0, 10);
}

/** A step of tests failed by nothing but what was green the second time. */
function isExcused({ report }: StepEnd, unsteady: ReadonlySet<string>): boolean {
  return (
    report !== null &&
    report !== undefined &&
    report.failures.length > 0 &&
    report.failures.every(({ file }) => unsteady.has(file))
  );
}

function describe(failure: Failure): string {
  return `${failure.file} > ${failure.test ?? 'outside of any test'}: ${firstLine(failure)}`;
}

/** What a whole run says at its end, and whether it is green. */
export function judgeRun(
  steps: readonly StepEnd[],
  secondRuns: readonly SecondRun[],
): { readonly isGreen: boolean; readonly lines: readonly string[] } {
  const unsteady = new Set(secondRuns.filter(({ isGreen }) => isGreen).map(({ file }) => file));
  const failures = steps.flatMap(({ report }) => report?.failures ?? []);
  const red = failures.filter(({ file }) => !unsteady.has(file));
  const isRed = (step: StepEnd): boolean => step.exitCode !== 0 && !isExcused(step, unsteady);
  const isGreen = !steps.some(isRed) && unsteady.size <= maxUnsteady;
  const [first] = red.length > 0 ? red : failures;
  const sum = (part: 'passed' | 'failed'): number => steps.reduce((all, { report }) => all + (report?.[part] ?? 0), 0);
  return {
    isGreen,
    lines: [
      ...(first === undefined
        ? []
        : ['=== The first failure', describe(first), `load ${first.load.toFixed(1)}`, first.text, '']),
      '=== Summary',
      ...steps.map((step) => {
        const state = step.exitCode === 0 ? 'passed' : isRed(step) ? 'FAILED' : 'unsteady';
        return `${state.padEnd(8)} ${`${step.seconds.toFixed(1)} s`.padStart(9)}  ${step.name}`;
      }),
      ...red.map((failure) => `FAILED   ${describe(failure)}`),
      ...(unsteady.size > maxUnsteady
        ? [`FAILED   ${unsteady.size} files are unsteady: at most ${maxUnsteady} may be.`]
        : []),
      `${sum('passed')} passed, ${sum('failed')} failed`,
      isGreen ? 'passed' : 'FAILED',
      ...[...unsteady].map((file) => {
        const failure = failures.find((one) => one.file === file);
        return `UNSTEADY ${failure === undefined ? file : describe(failure)} (name it in tests/UNSTEADY.md)`;
      }),
    ],
  };
}
