import { readWords, sumRows } from '#cli/backup/run-backup.ts';
import { reachDatabase, type CommandContext } from '#cli/database.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import { limits } from '#contract/limits.ts';
import { inspectBackup, restoreBackup, type BackupReport, type SealedBackup } from '#core/backups/restore-backup.ts';
import { findSecretKey, formatSecretKey, secretKeyFiles } from '#core/keys/load-secret-key.ts';
import { readBackupKey } from '#database/backup/backup-key.ts';
import { checkSealedFile } from '#database/backup/sealed-file.ts';
import { openDatabase } from '#database/open-database.ts';
import { renameDurably, writeSecretFile } from '#database/write-secret-file.ts';
import { endQueueFreeze } from '#mail/queue/state/suspension.ts';
import type { Clock } from '#platform/clock.ts';

type Print = (line: string) => void;

export interface RestoreContext extends CommandContext {
  readonly config: Config;
  readonly clock: Clock;
}

const dayMs = 24 * 60 * 60 * 1000;
const failure = 'The backup could not be restored, and nothing was done';

function describeBackup(
  { clock }: RestoreContext,
  path: string,
  { manifest, counts }: BackupReport,
  print: Print,
): void {
  const mail = manifest.withMail ? 'with' : 'without';
  print(`${path} is whole. Made ${manifest.madeAt}, ${mail} the mail that waited: ${sumRows(counts)}.`);
  for (const [table, count] of Object.entries(counts)) print(`  ${table.padEnd(20)} ${count}`);
  if (clock.now() - Date.parse(manifest.madeAt) > limits.backupDays * dayMs) {
    print(`It is older than ${limits.backupDays} days: the journal of deletions does not reach back to it.`);
  }
}

/** The new place goes on with its own SECRET_KEY where it has one, else with that of the backup. */
async function restore(context: RestoreContext, backup: SealedBackup, journal: SealedBackup | null): Promise<void> {
  const { config, random } = context;
  const files = secretKeyFiles(config.dataDir);
  const { database, close } = await openDatabase(context);
  try {
    const secretKey = findSecretKey(config);
    const keepSecret = async (kept: Buffer): Promise<void> => {
      if (secretKey === null) await writeSecretFile(files.next, `${formatSecretKey(kept)}\n`);
    };
    // One that was written stays whatever happens then: the database may hold what it opens, and a start finds out.
    await restoreBackup({ database, backup, journal, secretKey, random, failure, beforeCommit: keepSecret });
    if (secretKey === null) await renameDurably(files.next, files.current);
  } finally {
    await close();
  }
}

/**
 * `restore FILE --key-file KEY [--journal FILE] [--verify]`: into an empty database, all or nothing. With `--verify` the
 * file is only opened and counted; without a key even that only checks that it is whole.
 * @throws StartError one clear line, with nothing done.
 */
export async function runRestore(context: RestoreContext, words: readonly string[], print: Print): Promise<void> {
  const { path, values } = readWords(words, {
    'key-file': { type: 'string' },
    journal: { type: 'string' },
    verify: { type: 'boolean' },
  });
  const keyFile = values['key-file'];
  if (keyFile === undefined) {
    if (values.verify !== true) throw new StartError('--key-file is missing: name the file that `backup key` made.');
    await checkSealedFile(path);
    return print(`${path} is whole. With --key-file it is opened and counted.`);
  }
  const privateKey = await readBackupKey(keyFile);
  const backup = { path, privateKey };
  const journal = values.journal === undefined ? null : { path: values.journal, privateKey };
  const report = await inspectBackup(backup);
  const deleted = journal === null ? null : await inspectBackup(journal, 'deletions');
  describeBackup(context, path, report, print);
  if (values.verify === true) return;
  await restore(context, backup, journal);
  print(
    deleted === null
      ? 'Restored. No journal of deletions was named: what was deleted since is there again.'
      : `Restored, without what was deleted until ${deleted.manifest.madeAt}.`,
  );
  print('No mail leaves until you run `release-mail`.');
}

/** `release-mail`: lets the mail of a restored database go. */
export async function releaseMail(context: CommandContext, print: Print): Promise<void> {
  const { database, close } = await reachDatabase(context);
  try {
    const waiting = await endQueueFreeze(database);
    print(waiting === null ? 'No mail was held.' : `Released: ${waiting} deliveries that waited are due now.`);
  } finally {
    await close();
  }
}
