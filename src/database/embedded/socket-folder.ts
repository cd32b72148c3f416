import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerAccount } from '#database/embedded/server-account.ts';

/** In the name of a socket; it is no port of the machine. */
export const socketPort = 5432;

const socketName = `/.s.PGSQL.${socketPort}`;
/** Of a socket's path, in octets, on macOS; Linux has four more. */
const maxPath = 103;

/**
 * Makes the private folder (0700) of the server's Unix socket, empty: a lock that a killed server left there would block the
 * next one. Null where there can be none: the path is too long, or holds what PostgreSQL takes for a list.
 */
export async function makeSocketFolder(dataDir: string, account: ServerAccount | null): Promise<string | null> {
  const folder = join(dataDir, 'socket');
  if (Buffer.byteLength(folder + socketName) > maxPath || !/^[\w./-]+$/u.test(folder)) return null;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  if (account !== null) await chown(folder, account.uid, account.gid);
  return folder;
}
