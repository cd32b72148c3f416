import { loadConfig } from '#config/load-config.ts';
import type { Config } from '#config/config.ts';

/**
 * The Config of this process: from its environment, its user and its working directory.
 * @throws ConfigError with one line per fault.
 */
export function readConfig(): Config {
  return loadConfig(process.env, { isRoot: process.getuid?.() === 0, workingDirectory: process.cwd() });
}
