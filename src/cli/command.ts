import type { Config } from '#config/config.ts';

/** A command of `npm run kauke`. */
export interface Command {
  /** What stands after the command's name; in brackets what may be left out. */
  readonly parameters: readonly string[];
  readonly summary: string;
  /** Works also with a SECRET_KEY that can be guessed. */
  readonly weakSecret?: 'allowed';
  run(config: Config, parameters: readonly string[]): Promise<void>;
}
