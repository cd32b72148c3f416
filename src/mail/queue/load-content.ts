import type { KeyObject } from 'node:crypto';
import type { MailContext } from '#mail/mail-context.ts';
import type { ClaimedDelivery } from '#mail/queue/claim-deliveries.ts';
import { openPart } from '#mail/queue/seal-part.ts';

/** The header block first, then the body in its order. */
const contentStatement = {
  name: 'spool-content',
  text: `
    select -1 as sequence, sealed from spool_headers where id = $1
    union all select sequence, sealed from spool_chunks where message_id = $2
    order by sequence`,
};

/**
 * Reads and opens a waiting message: header block and body, ready for the wire.
 * @throws Error when a part is missing or altered.
 */
export async function loadContent(
  { database }: MailContext,
  key: KeyObject,
  { messageId, headerId, bodyBytes }: ClaimedDelivery,
): Promise<Buffer[]> {
  const { rows } = await database.pool.query<{ sequence: number; sealed: Buffer }>({
    ...contentStatement,
    values: [headerId, messageId],
  });
  const content = rows.map(({ sequence, sealed }) =>
    openPart(key, { messageId, part: sequence < 0 ? `header:${headerId}` : `chunk:${sequence}` }, sealed),
  );
  const [header, ...body] = content;
  const loadedBytes = body.reduce((total, chunk) => total + chunk.length, 0);
  if (header === undefined || loadedBytes !== bodyBytes) throw new Error('a waiting message lacks a part');
  return content;
}
