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
