import { stat } from 'node:fs/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { reachDatabase, type CommandContext } from '#cli/database.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import type { RowCounts } from '#core/backups/backup-contents.ts';
import { writeBackup } from '#core/backups/write-backup.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { makeBackupKeyPair } from '#database/backup/backup-key.ts';

type Print = (line: string) => void;

/** `backup key`: prints a new pair and keeps neither half. */
export function printBackupKey(print: Print): void {
  const { publicKey, privateKey } = makeBackupKeyPair();
  print('# Keep this file away from the server, and more than one copy of it: nothing else opens your backups.');
  print('# The server gets this line:');
  print(`# BACKUP_PUBLIC_KEY=${publicKey}`);
  print(privateKey.trimEnd());
}

/** The file that a command names, and its options. @throws StartError that names what is wrong. */
export function readWords<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  const { values, positionals } = parseWords(words, options);
  const [path, ...more] = positionals;
  if (path === undefined || path === '' || more.length > 0) throw new StartError('Name one FILE.');
  return { path, values };
}

/** Words and options of a command. @throws StartError that names what is wrong. */
export function parseWords<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const line = error instanceof Error ? error.message.replace(/\.? To specify.*/su, '') : 'An option is not known';
    throw new StartError(`${line}.`);
  }
}

export function sumRows(counts: RowCounts): string {
  const filled = Object.values(counts).filter((count) => count > 0);
  return `${filled.reduce((sum, count) => sum + count, 0)} rows of ${filled.length} tables`;
}

/**
 * `backup FILE [--with-mail]`: all that the service knows, sealed, while it runs. Mail that waits, and its keys, only if asked.
 * @param mayReplace A file of that name stays until the new one is whole, and then makes room for it.
 * @throws StartError one clear line, with no file left behind.
 */
export async function runBackup(
  context: CommandContext & { readonly config: Pick<Config, 'backup' | 'secretKey'> },
  words: readonly string[],
  print: Print,
  mayReplace = false,
): Promise<void> {
  const { config, random } = context;
  const { path, values } = readWords(words, { 'with-mail': { type: 'boolean' } });
  const withMail = values['with-mail'] === true;
  const { publicKey } = config.backup;
  if (publicKey === null) throw new StartError('BACKUP_PUBLIC_KEY is not set: make a pair with `backup key` first.');
  const isThere = (await stat(path).catch(() => null)) !== null;
  if (isThere && !mayReplace) throw new StartError(`${path} is there already: name a new file.`);
  const { database, close } = await reachDatabase(context);
  try {
    const secretKey = await loadSecretKey({ config, database, random });
    const counts = await writeBackup(database, { kind: 'backup', withMail, secretKey }, { path, publicKey });
    print(`${path} holds ${sumRows(counts ?? {})}, ${withMail ? 'with' : 'without'} the mail that waits.`);
  } finally {
    await close();
  }
}
