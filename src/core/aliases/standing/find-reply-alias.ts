import { sql } from 'kysely';
import type { AliasStanding } from '#contract/alias-standing.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { fromNameColumns, type FromNameRow, sendingName } from '#core/aliases/standing/from-name.ts';
import { isUseNoted, timeSql } from '#core/alias-rows/alias-life.ts';
import { takesMail, type StandingRow, withStanding } from '#core/alias-rows/standing.ts';
import { firstRoute } from '#core/aliases/standing/find-alias.ts';
import { sendingColumns } from '#core/aliases/standing/others-role.ts';
import type { CoreContext } from '#core/core-context.ts';
import { targetHash } from '#core/targets/target-value.ts';

/** The alias of a reverse address, as it stands for whoever wrote. */
export interface ReplyAlias {
  readonly standing: Exclude<AliasStanding, 'leaving'>;
  readonly id: string;
  /** Stands encrypted in its bounce addresses; bigint as text. */
  readonly number: string;
  readonly userId: string;
  /** Since when its owner's account exists. */
  readonly ownerSince: Date;
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
  /** There is nothing new to note of its use (`createNoteUse`). */
  readonly useNoted: boolean;
  /** Its owner has the mail of each day counted. */
  readonly counted: boolean;
  /** Who is known to write to it (`note-senders`). */
  readonly expectedSenders: Buffer | null;
  readonly autoReplies: boolean;
  readonly identityParts: boolean;
  /** What it sends may be encrypted. */
  readonly encryptedReplies: boolean;
  /** Its other inboxes get a copy of what is sent as it. */
  readonly copyReplies: boolean;
  readonly cutThrough: boolean;
  /** The name beside its address, in place of what its owner's program wrote; null: none. */
  readonly fromName: string | null;
  /** Its owner has locked everything. */
  readonly locked: boolean;
  /** The author is a confirmed target of this alias. */
  readonly ownsTarget: boolean;
  /** And may send. */
  readonly maySend: boolean;
  /** Keys and signatures are taken out of what comes from it. */
  readonly dropKeys: boolean;
  readonly dropSignatures: boolean;
  /** The owner lets SPF alone prove that target. */
  readonly spfReplies: boolean;
}

interface ReplyRow extends Omit<ReplyAlias, 'standing' | 'fromName'>, FromNameRow, StandingRow {
  readonly linkId: string | null;
}

/**
 * Reads an alias, and whether `author` (as `parseMailboxes` gives it) is one of its confirmed targets; null when the
 * alias is gone or its account is leaving. @throws Error when the database does not answer.
 */
export async function findReplyAlias(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  aliasId: string,
  author: string,
): Promise<ReplyAlias | null> {
  const hash = targetHash(keys, parseEmailAddress(author)?.normalised ?? author);
  const now = timeSql(clock.now());
  const { rows } = await sql<ReplyRow>`
    select a.id, a.number, a.user_id, u.created_at as owner_since, ${sql.raw(sendingColumns(now))},
      u.locked_at is not null as locked,
      a.local_part || '@' || d.name as address, d.name as domain, u.count_mail as counted, a.expected_senders,
      ${sql.raw(isUseNoted(now))} as use_noted,
      a.auto_replies, a.identity_parts, a.encrypted_replies, a.copy_replies, a.cut_through, ${sql.raw(fromNameColumns)}, ${sql.raw(firstRoute)} as link_id,
      own.id is not null as owns_target, coalesce(own.spf_replies, false) as spf_replies,
      coalesce(own.may_send, false) as may_send, coalesce(own.drop_keys, false) as drop_keys,
      coalesce(own.drop_signatures, false) as drop_signatures
    from aliases a join domains d on d.id = a.domain_id join users u on u.id = a.user_id
    left join lateral (
      select t.id, t.spf_replies, t.may_send, t.drop_keys, t.drop_signatures from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and t.kind = 'email' and ${sql.raw(takesMail)} and t.value_hash = ${hash}) own on true
    where a.id = ${aliasId} and a.binned_at is null`.execute(database.db);
  const [row] = rows;
  if (row === undefined) return null;
  const { linkId: _, standing, ...rest } = withStanding(row, row.linkId !== null);
  const { fromNameSealed, domainNameSealed, domainId, ...alias } = rest;
  const fromName = sendingName(keys, alias.id, { fromNameSealed, domainNameSealed, domainId });
  return standing === 'leaving' ? null : { ...alias, fromName, standing };
}
