import type { QueueContext } from '#mail/queue/state/queue-context.ts';

const freeStatement = {
  name: 'spool-free-leases',
  text: `
    update spool_deliveries set state = 'waiting', lease_id = null, lease_until = null, leased_by = null,
      next_attempt_at = case when attempts > 1 then next_attempt_at else now() end
    where leased_by = $1`,
};

/**
 * Gives the queue back what a process that is gone had in hand. What was tried for the first time is due at once; the rest
 * keeps the time that was set when it was claimed, so that a message that ends processes cannot end one after the other.
 * @throws Error when the database does not answer.
 */
export async function freeLeases({ database, wake, log }: QueueContext, holder: string): Promise<void> {
  const { rowCount } = await database.pool.query({ ...freeStatement, values: [holder] });
  if (rowCount === null || rowCount === 0) return;
  log.info('spool.leases_freed', { deliveries: rowCount });
  wake.notify();
}
