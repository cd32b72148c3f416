/** Faults in the environment, all of them at once. The program ends with exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** One line each: the variable, what it got, what it takes. Secrets are not quoted. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** What helps where the address is to blame, not the port. */
const todos: Readonly<Partial<Record<string, string>>> = {
  EAFNOSUPPORT: 'this machine has no IPv6: set BIND_ADDRESS=0.0.0.0',
  EADDRNOTAVAIL: 'this machine has no such address: set BIND_ADDRESS to one that it has',
};

/** A start that cannot go on, told to the operator in one line. The program ends with a non-zero exit code. */
export class StartError extends Error {
  override readonly name = 'StartError';

  /** A port that cannot be listened on. `variable`: the one that names the port. */
  static ofListener(variable: string, host: string, port: number, error: unknown): StartError {
    const code = errorCode(error);
    const place = `${variable} ${port} on ${host}`;
    if (code === 'EADDRINUSE')
      return new StartError(`${place} is taken by another program; stop it or set ${variable}.`);
    if (code === 'EACCES')
      return new StartError(`${place} needs more rights than this user has; set ${variable} above 1023.`);
    const todo = todos[code];
    return new StartError(`${place} cannot be listened on (${code})${todo === undefined ? '.' : `; ${todo}.`}`);
  }
}

/** The code of a system error (`EACCES`, `ENOSPC`, `ECONNREFUSED` …), else its name. Never its message. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
