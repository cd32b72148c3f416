/** One test that failed, or what failed in its file outside of any test. */
export interface Failure {
  /** Relative to the repository. */
  readonly file: string;
  /** Its describes and its own, joined by ` > `; null: outside of any test. */
  readonly test: string | null;
  /** The whole text of the error, with its stack. */
  readonly text: string;
  /** Of the machine over the last minute, when the file ended. */
  readonly load: number;
}

/** What a run of one project leaves for whoever sums up. */
export interface RunReport {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
}

/** At most so many files may be unsteady in a run that counts as green. */
export const maxUnsteady = 3;

/** Where a lost or doubled message, a leak, a crash or a broken order of locks would show: red once is red. */
export const neverForgiven: readonly RegExp[] = [
  /^tests\/(?:architecture|crash|lint)\//u,
  /lock-order\.test\.ts$/u,
  /(?:leaks?|unlinkable|stored-secrets)\.test\.ts$/u,
  /(?:lost-mail|outages|backup-killed|never-out-of-step)\.test\.ts$/u,
];

/** What the guards of every test throw, and the ends of programs and threads. */
const neverForgivenText = /a log line holds an address|killed by SIG|Worker exited unexpectedly/u;

/** Whether a second run that is green makes it an unsteady test. */
export function isForgivable({ file, test, text }: Failure): boolean {
  return test !== null && !neverForgivenText.test(text) && !neverForgiven.some((pattern) => pattern.test(file));
}

/** The first line of its text, as a summary shows it. */
export function firstLine({ text }: Failure): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 300);
}
