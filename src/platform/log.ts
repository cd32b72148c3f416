/** What a log line may carry beside its event name: counts, codes, durations, ids. Never an address, a subject, a body or an IP. */
export type LogFields = Record<string, string | number | boolean | null>;

/** The structured log: one JSON object a line. */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** For faults of ours. `error` adds its name, code and stack, but not its message, which may quote user data. */
  error(event: string, error: unknown, fields?: LogFields): void;
}

function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return { error: error.name, code, stack: frames.slice(0, 8).join('\n') };
}

/** A log that writes each line through `write` (stderr in the program, a list in tests). */
export function createLog(write: (line: string) => void, now: () => number): Log {
  const line = (level: string, event: string, fields: LogFields = {}): void =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...fields })}\n`);
  return {
    info: (event, fields) => line('info', event, fields),
    warn: (event, fields) => line('warn', event, fields),
    error: (event, error, fields) => line('error', event, { ...describeError(error), ...fields }),
  };
}

/**
 * Whoever reads what we print may go, and the disk that it is written to be full: that ends nothing of what we do. A line that
 * cannot be written is lost; Node would end the process for it.
 */
export function outliveReaders(streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) stream.on('error', () => {});
}
