import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '#config/start-error.ts';
import { writeSecretFile } from '#database/write-secret-file.ts';

const noticeSchema = z.object({
  /** Of the program that moves. */
  pid: z.int().min(1),
  /** Major versions. */
  from: z.int(),
  to: z.int(),
});

/**
 * What a program says of a move to another major version that it works on. Whoever waits for it is of the release before:
 * what is here keeps its name and meaning.
 */
export type MoveNotice = z.infer<typeof noticeSchema>;

function noticeFile(dataDir: string): string {
  return join(dataDir, 'postgres.moving');
}

export function announceMove(dataDir: string, notice: MoveNotice): Promise<void> {
  return writeSecretFile(noticeFile(dataDir), `${JSON.stringify(notice)}\n`);
}

/** Also for what a program left that was killed: whoever holds DATA_DIR knows that nobody else moves. */
export function withdrawMove(dataDir: string): Promise<void> {
  return rm(noticeFile(dataDir), { force: true });
}

/** Null: nobody says so. The process may have been killed since. */
export async function readMove(dataDir: string): Promise<MoveNotice | null> {
  try {
    return noticeSchema.parse(JSON.parse(await readFile(noticeFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Whether somebody says so who lives. */
export async function isMoving(dataDir: string): Promise<boolean> {
  const move = await readMove(dataDir);
  return move !== null && lives(move.pid);
}
