import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';

/** Where people reach the program of this configuration. @throws StartError where nobody can know. */
export function publicUrlOf({ publicUrl, httpPort }: Pick<Config, 'publicUrl' | 'httpPort'>): string {
  if (publicUrl !== null) return publicUrl;
  if (httpPort === 0) throw new StartError('HTTP_PORT is 0, any free port: set PUBLIC_URL, with which links begin.');
  return `http://localhost:${httpPort}`;
}
