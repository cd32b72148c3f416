import { ConfigError } from '#config/start-error.ts';

/** What is wrong with the settings that `load` reads, a line each; none where it reads them. */
export function configFaults(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
