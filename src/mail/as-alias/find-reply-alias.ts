import { sql } from 'kysely';
import { parseEmailAddress } from '#contract/email-address.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { firstConfirmedLink } from '#mail/as-alias/first-confirmed-link.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';

/** The alias of a reverse address, as it stands for whoever wrote. */
export interface ReplyAlias {
  readonly id: string;
  readonly userId: string;
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
  readonly active: boolean;
  readonly autoReplies: boolean;
  readonly identityParts: boolean;
  readonly cutThrough: boolean;
  /** Its first confirmed link, by which bounces come back; bigint as text. Null: none is confirmed. */
  readonly linkId: string | null;
  /** The author is a confirmed target of this alias. */
  readonly ownsTarget: boolean;
  /** The owner lets SPF alone prove that target. */
  readonly spfReplies: boolean;
}

/**
 * Reads an alias, and whether `author` (as `parseMailboxes` gives it) is one of its confirmed targets; null when the
 * alias is gone. @throws when the database cannot be asked.
 */
export async function findReplyAlias(
  { database, keys }: Pick<AsAliasContext, 'database' | 'keys'>,
  aliasId: string,
  author: string,
): Promise<ReplyAlias | null> {
  const hash = targetHash(keys, parseEmailAddress(author)?.normalised ?? author);
  const { rows } = await sql<ReplyAlias>`
    select a.id, a.user_id, a.local_part || '@' || d.name as address, d.name as domain, a.active, a.auto_replies,
      a.identity_parts, a.cut_through,
      ${firstConfirmedLink} as link_id,
      own.id is not null as owns_target, coalesce(own.spf_replies, false) as spf_replies
    from aliases a join domains d on d.id = a.domain_id
    left join lateral (
      select t.id, t.spf_replies from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and t.kind = 'email' and t.confirmed_at is not null and t.value_hash = ${hash}) own on true
    where a.id = ${aliasId}`.execute(database.db);
  return rows[0] ?? null;
}
