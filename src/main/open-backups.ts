import { access, constants } from 'node:fs/promises';
import type { Config } from '#config/config.ts';
import { errorCode, StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import { startDailyBackups } from '#core/backups/daily-backups.ts';

/**
 * How to begin to make backups each day, where the configuration asks for them.
 * @throws StartError when the folder is missing or cannot be written: it is not made, as it may be another disk's.
 */
export async function openBackups(
  { backup: { folder, publicKey, keep }, roles }: Pick<Config, 'backup' | 'roles'>,
  core: CoreContext,
  secretKey: Buffer,
): Promise<() => () => Promise<void>> {
  if (folder === null || publicKey === null || !roles.has('worker')) return () => async () => {};
  await access(folder, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new StartError(`BACKUP_DIR ${folder} cannot be written (${errorCode(error)}).`);
  });
  return () => startDailyBackups({ ...core, secretKey, folder, publicKey, keep });
}
