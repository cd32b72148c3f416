import { parseCorrespondent } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import type { SenderBlock } from '#contract/operator.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { recordAct, recordLook } from '#core/operator-journal.ts';
import type { OperatorContext, OperatorName } from '#core/operator/operator-context.ts';
import { exactErrors } from '#messages/server/errors.ts';
import { splitAddress } from '#platform/addresses.ts';
import { runEvery } from '#platform/run-every.ts';

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
  const name = parseCorrespondent(address)?.normalised ?? address.toLowerCase();
  const labels = splitAddress(name).domain.split('.');
  return [name, ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))];
}

/** Each process holds all of them, and reads them so often. */
const blocksMax = 10_000;

/** Follows the database within `everyMs`, until `ending` runs. Where nothing is blocked it costs nothing. */
export async function createSenderBlocks(
  { database, keys, log }: Pick<CoreContext, 'database' | 'keys' | 'log'>,
  { ending, everyMs }: { readonly ending: { push(step: () => Promise<void>): unknown }; readonly everyMs: number },
): Promise<SenderBlocks> {
  let blocked: ReadonlySet<string> = new Set();
  const read = async (): Promise<void> => {
    const rows = await database.db.selectFrom('senderBlocks').select('nameHash').execute();
    blocked = new Set(rows.map(({ nameHash }) => nameHash.toString('base64')));
  };
  await read();
  ending.push(runEvery(everyMs, read, (error) => log.error('sender_blocks_not_read', error)));
  return {
    names: (addresses) =>
      blocked.size > 0 &&
      addresses.flatMap(namesOf).some((name) => blocked.has(hashName(keys, name).toString('base64'))),
  };
}

/** An address or a domain as it is compared; null: it is neither. */
function readName(text: string): string | null {
  const email = parseCorrespondent(text.includes('@') ? text : `x@${text}`);
  if (email === null) return null;
  return text.includes('@') ? email.normalised : email.domain;
}

function nameOrThrow(text: string): string {
  const name = readName(text.trim());
  if (name === null) throw new AppError('invalid_input');
  return name;
}

/**
 * Lets nobody here get mail of an address, or of a domain and those below. False: it is blocked already.
 * @throws AppError invalid_input, also beyond 10,000.
 */
export function blockSender(context: OperatorContext, by: OperatorName, text: string): Promise<boolean> {
  const { clock, keys } = context;
  const name = nameOrThrow(text);
  const nameHash = hashName(keys, name);
  return recordAct(context, { by, act: 'sender_blocked', sender: name }, async (db) => {
    const row = { nameHash, nameSealed: keys.seal(blockContext(nameHash), name), createdAt: new Date(clock.now()) };
    const added = await db
      .insertInto('senderBlocks')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('nameHash')
      .executeTakeFirst();
    const { count } = await db
      .selectFrom('senderBlocks')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) > blocksMax)
      throw new AppError('invalid_input', { message: exactErrors.tooManyBlocks(blocksMax) });
    return added !== undefined;
  });
}

/** Ends that. @throws AppError invalid_input, not_found. */
export async function unblockSender(context: OperatorContext, by: OperatorName, text: string): Promise<void> {
  const { keys } = context;
  const name = nameOrThrow(text);
  await recordAct(context, { by, act: 'sender_unblocked', sender: name }, (db) =>
    db
      .deleteFrom('senderBlocks')
      .where('nameHash', '=', hashName(keys, name))
      .returning('nameHash')
      .executeTakeFirstOrThrow(() => new AppError('not_found')),
  );
}

/** The newest senders that are blocked, and how many there are. The look is written down. */
export async function listBlocks(
  context: OperatorContext,
  by: OperatorName,
  max = blocksMax,
): Promise<{ readonly blocks: SenderBlock[]; readonly total: number }> {
  const { database, keys } = context;
  const rows = await database.db
    .selectFrom('senderBlocks')
    .selectAll()
    .select(({ fn }) => fn.countAll<string>().over().as('total'))
    .orderBy('createdAt', 'desc')
    .orderBy('nameHash')
    .limit(max)
    .execute();
  await recordLook(context, { by, act: 'blocks_seen' });
  const blocks = rows.map(({ nameHash, nameSealed, createdAt }) => ({
    name: keys.open(blockContext(nameHash), nameSealed).toString(),
    since: createdAt.toISOString(),
  }));
  return { blocks, total: Number(rows[0]?.total ?? 0) };
}
