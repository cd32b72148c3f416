import type { Db } from '#database/database.ts';

/** Whether the owner of an address wants no mail from us. */
export async function isStopped(db: Db, addressHash: Buffer): Promise<boolean> {
  const query = db.selectFrom('stoppedAddresses').select('addressHash').where('addressHash', '=', addressHash);
  return (await query.executeTakeFirst()) !== undefined;
}
