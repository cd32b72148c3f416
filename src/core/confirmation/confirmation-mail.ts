import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WaitingInbox } from '#contract/account/first-steps.ts';
import { countLinks } from '#core/alias-rows/alias-links.ts';
import type { CoreContext } from '#core/core-context.ts';
import { targetValueContext } from '#core/targets/target-value.ts';

/**
 * The id of the delivery that carries a link, made of the link itself: so the queue keeps nothing about links, links nothing
 * about the queue, and whoever holds one finds the other for as long as both are there.
 */
export function confirmationMailId(tokenHash: Buffer): string {
  const hex = createHash('sha256').update(tokenHash).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The same in the database, of a link `l`. */
const mailIdSql = sql`substr(encode(sha256(l.token_hash), 'hex'), 1, 32)::uuid`;

/**
 * The mail with a link will not arrive: the inbox counts as refusing until another one is sent to it, or it agrees. Does
 * nothing for any other mail of ours.
 */
export async function noteLostConfirmation(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  { userId, deliveryId }: { readonly userId: string; readonly deliveryId: string },
): Promise<void> {
  await sql`
    update targets set failing_since = ${new Date(clock.now())}
    from secret_links l
    where l.user_id = ${userId} and l.kind = 'confirm_target' and ${mailIdSql} = ${deliveryId}::uuid
      and targets.id = l.target_id and targets.confirmed_at is null`.execute(database.db);
}

interface WaitingRow {
  readonly id: string;
  readonly valueHash: Buffer;
  readonly valueSealed: Buffer;
  readonly refused: boolean;
  /** It has a link that still works. */
  readonly asked: boolean;
  /** Of the mail with the newest such link: it was tried in vain; null: it is no longer in the queue. */
  readonly delayed: boolean | null;
}

function mailOf({ asked, refused, delayed }: WaitingRow): WaitingInbox['mail'] {
  if (delayed !== null) return delayed ? 'delayed' : 'sending';
  if (refused) return 'refused';
  return asked ? 'taken' : 'none';
}

/**
 * The inboxes of an account that have not agreed yet, oldest first, and what became of the mail that asks them: those that
 * aliases use, and the account's own email. Nothing is kept of mail that was taken: it is what left the queue and was not refused.
 */
export async function listWaitingInboxes(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
  ownHash: Buffer | null,
): Promise<WaitingInbox[]> {
  const { rows } = await sql<WaitingRow>`
    select t.id, t.value_hash, t.value_sealed, t.failing_since is not null as refused, link.token_hash is not null as asked,
      not (d.attempts = 0 and d.state = 'waiting' or d.attempts <= 1 and d.state = 'in_flight') as delayed
    from targets t
    left join lateral (
      select l.token_hash, ${mailIdSql} as mail_id from secret_links l
      where l.target_id = t.id and l.kind = 'confirm_target' and l.used_at is null
        and l.expires_at > ${new Date(clock.now())}
      order by l.created_at desc limit 1) link on true
    left join spool_deliveries d on d.id = link.mail_id
    where t.user_id = ${userId} and t.kind = 'email' and t.confirmed_at is null
      and not exists (select from stopped_addresses s where s.address_hash = t.value_hash)
    order by t.created_at, t.id`.execute(database.db);
  if (rows.length === 0) return [];
  const used = await countLinks(database.db, 'targets', { userId, ids: rows.map(({ id }) => id) });
  const waiting = rows.filter(({ id, valueHash }) => ownHash?.equals(valueHash) === true || (used.get(id) ?? 0) > 0);
  return waiting.map((row) => ({
    id: row.id,
    value: keys.open(targetValueContext(row.id), row.valueSealed).toString(),
    mail: mailOf(row),
  }));
}
