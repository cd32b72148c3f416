import type { KeyObject } from 'node:crypto';
import type { MailContext } from '#mail/mail-context.ts';
import type { ClaimedDelivery } from '#mail/spool/claim-deliveries.ts';
import { openPart } from '#mail/spool/seal-part.ts';

/**
 * Reads and opens a waiting message: header block and body, ready for the wire.
 * @throws Error when a part is missing or altered.
 */
export const loadContent = async (
  { database: { db } }: MailContext,
  key: KeyObject,
  { messageId, headerId, bodyBytes }: ClaimedDelivery,
): Promise<Buffer[]> => {
  const header = await db
    .selectFrom('spoolHeaders')
    .select('sealed')
    .where('id', '=', headerId)
    .executeTakeFirstOrThrow();
  const chunks = await db
    .selectFrom('spoolChunks')
    .select(['sequence', 'sealed'])
    .where('messageId', '=', messageId)
    .orderBy('sequence')
    .execute();
  const body = chunks.map(({ sequence, sealed }) => openPart(key, { messageId, part: `chunk:${sequence}` }, sealed));
  const loadedBytes = body.reduce((total, chunk) => total + chunk.length, 0);
  if (loadedBytes !== bodyBytes) throw new Error('a waiting message lacks a part of its body');
  return [openPart(key, { messageId, part: `header:${headerId}` }, header.sealed), ...body];
};
