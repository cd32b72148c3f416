import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { writeJournal } from '#core/operator/journal.ts';
import type { OperatorContext, OperatorName } from '#core/operator/operator-context.ts';

/** Senders whose mail nobody here gets, in the memory of one process. */
export interface SenderBlocks {
  /** Whether one of these addresses, its domain or a domain above that is blocked. */
  names(addresses: readonly string[]): boolean;
}

function hashName(keys: KeyRing, name: string): Buffer {
  return keys.lookupHash('sender_blocks.name', name);
}

function blockContext(nameHash: Buffer) {
  return { field: 'sender_blocks.name', rowId: nameHash.toString('hex') };
}

/** An address, its domain and the domains above, without the last label alone. */
function namesOf(address: string): string[] {
  const name = parseEmailAddress(address)?.normalised ?? address.toLowerCase();
  const labels = name.slice(name.lastIndexOf('@') + 1).split('.');
  return [name, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))];
}

const readEveryMs = 5_000;

/** Follows the database within five seconds, until `ending` runs. Where nothing is blocked it costs nothing. */
export async function createSenderBlocks(
  { database, keys, log }: Pick<CoreContext, 'database' | 'keys' | 'log'>,
  ending: { push(step: () => void): unknown },
): Promise<SenderBlocks> {
  let blocked: ReadonlySet<string> = new Set();
  const read = async (): Promise<void> => {
    const rows = await database.db.selectFrom('senderBlocks').select('nameHash').execute();
    blocked = new Set(rows.map(({ nameHash }) => nameHash.toString('base64')));
  };
  await read();
  const timer = setInterval(() => {
    read().catch((error: unknown) => log.error('sender_blocks_not_read', error));
  }, readEveryMs);
  timer.unref();
  ending.push(() => clearInterval(timer));
  return {
    names: (addresses) =>
      blocked.size > 0 &&
      addresses.flatMap(namesOf).some((name) => blocked.has(hashName(keys, name).toString('base64'))),
  };
}

/** An address or a domain as it is compared; null: it is neither. */
function readName(text: string): string | null {
  const email = parseEmailAddress(text.includes('@') ? text : `x@${text}`);
  if (email === null) return null;
  return text.includes('@') ? email.normalised : email.domain;
}

function nameOrThrow(text: string): string {
  const name = readName(text.trim());
  if (name === null) throw new AppError('invalid_input');
  return name;
}

/** Lets nobody here get mail of an address, or of a domain and those below. False: it is blocked already. @throws AppError invalid_input. */
export function blockSender(context: OperatorContext, by: OperatorName, text: string): Promise<boolean> {
  const { clock, database, keys } = context;
  const name = nameOrThrow(text);
  const nameHash = hashName(keys, name);
  return database.db.transaction().execute(async (transaction) => {
    const row = { nameHash, nameSealed: keys.seal(blockContext(nameHash), name), createdAt: new Date(clock.now()) };
    const added = await transaction
      .insertInto('senderBlocks')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('nameHash')
      .executeTakeFirst();
    await writeJournal(transaction, context, { by, act: 'sender_blocked', sender: name });
    return added !== undefined;
  });
}

/** Ends that. @throws AppError invalid_input, not_found. */
export async function unblockSender(context: OperatorContext, by: OperatorName, text: string): Promise<void> {
  const { database, keys } = context;
  const name = nameOrThrow(text);
  await database.db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('senderBlocks')
      .where('nameHash', '=', hashName(keys, name))
      .returning('nameHash')
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await writeJournal(transaction, context, { by, act: 'sender_unblocked', sender: name });
  });
}

/** Who is blocked, the first one first. */
export async function listBlocks({ database, keys }: OperatorContext): Promise<{ name: string; since: Date }[]> {
  const rows = await database.db.selectFrom('senderBlocks').selectAll().orderBy('createdAt').execute();
  return rows.map(({ nameHash, nameSealed, createdAt: since }) => ({
    name: keys.open(blockContext(nameHash), nameSealed).toString(),
    since,
  }));
}
