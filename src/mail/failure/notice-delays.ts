import { renderMail } from '#core/render-mail.ts';
import { tellOwner } from '#mail/failure/tell-owner.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { failureMails } from '#messages/mails.ts';

/** Deliveries taken at once; the next sweep takes the rest. */
const atOnce = 1000;
/** Aliases that one mail names. */
const maxNamed = 20;

interface DelayedRow {
  readonly user_id: string;
  readonly address: string;
  readonly count: number;
}

/** Each delivery is marked once, by one process only. */
const delayedQuery = {
  name: 'notice-delays',
  text: `
    with late as (
      select id from spool_deliveries
      where noticed_at is null and user_id is not null and alias_id is not null
        and created_at < now() - $1 * interval '1 millisecond'
      limit $2 for update skip locked),
    marked as (
      update spool_deliveries d set noticed_at = now() from late where d.id = late.id
      returning d.user_id, d.alias_id, d.message_id)
    select marked.user_id, a.local_part || '@' || domains.name as address, count(distinct message_id)::int as count
    from marked join aliases a on a.id = marked.alias_id join domains on domains.id = a.domain_id
    group by 1, 2 order by 1, 2`,
};

/**
 * Tells owners of mail that has waited long: one mail for all that was found late at once, a few a day at most.
 * @throws Error when the database does not answer.
 */
export async function noticeDelays(context: MailContext): Promise<void> {
  const { database, limits, log, settings } = context;
  const { rows } = await database.pool.query<DelayedRow>({ ...delayedQuery, values: [limits.noticeAfterMs, atOnce] });
  const byOwner = Map.groupBy(rows, (row) => row.user_id);
  for (const [userId, own] of byOwner) {
    const waiting = own.slice(0, maxNamed).map(({ address: alias, count }) => ({ alias, count }));
    try {
      const mail = failureMails.delayed(`${settings.publicUrl}/dashboard`, waiting, limits);
      await tellOwner(context, userId, renderMail(mail));
    } catch (error) {
      log.error('spool.notice_failed', error);
    }
  }
}
