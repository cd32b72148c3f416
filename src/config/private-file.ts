import { readFileSync, statSync, type Stats } from 'node:fs';
import { errorCode, StartError } from '#config/start-error.ts';

const maxBytes = 64 * 1024;

/** What nobody but the owner may: read and write. A group may read what is root's, as PostgreSQL has it for its keys. */
const forbidden = 0o066;
const forbiddenOfRoot = 0o026;

/**
 * Says in one line that others than its owner can read or change a file or folder, and how to mend it; null when they
 * cannot. To pass through a folder shows nothing of it.
 */
export function findExposure(path: string, { mode, uid }: Pick<Stats, 'mode' | 'uid'>): string | null {
  const bits = uid === 0 ? forbiddenOfRoot : forbidden;
  if ((mode & bits) === 0) return null;
  return `${path} can be read or changed by others; run: chmod ${(mode & 0o777 & ~bits).toString(8)} ${path}`;
}

/**
 * Reads a file with secrets.
 * @throws StartError when others can read it or it cannot hold settings; the system's error when it cannot be read.
 */
export function readPrivateFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > maxBytes) throw new StartError(`${path} is no file of at most 64 KiB`);
  const exposure = findExposure(path, stats);
  if (exposure !== null) throw new StartError(exposure);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    // Not of the system.
    if (error instanceof TypeError) throw new StartError(`${path} is no text in UTF-8`);
    throw error;
  }
}

/** Of whoever uses a server, not of one: it may stand in the environment of both. */
export const clientKeyVariable = 'KAUKE_API_KEY';

/**
 * The API key of whoever uses a server from here: of a file that nobody else can read, else of the environment; empty where
 * there is none. @throws StartError when the file cannot be read, or others can read it.
 */
export function readApiKey(file: string | null): string {
  if (file === null) return process.env[clientKeyVariable]?.trim() ?? '';
  try {
    return readPrivateFile(file).trim();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be read (${errorCode(error)}).`);
  }
}
