import { sql } from 'kysely';
import type { AliasStanding } from '#contract/alias-standing.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { takesMail } from '#core/alias-rows/standing.ts';
import { readSpeaker, type Speaker } from '#core/aliases/standing/read-speaker.ts';
import type { CoreContext } from '#core/core-context.ts';
import { targetHash } from '#core/targets/target-value.ts';

/** What is known of whoever wrote to a reverse address. */
interface Author {
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

/** The alias of a reverse address, as it stands for whoever wrote. */
export interface ReplyAlias extends Author, Omit<Speaker, 'standing'> {
  readonly standing: Exclude<AliasStanding, 'leaving'>;
}

/**
 * Reads an alias, and whether `author` (as `parseMailboxes` gives it) is one of its confirmed targets; null when the
 * alias is gone or its account is leaving. @throws Error when the database does not answer.
 */
export async function findReplyAlias(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  aliasId: string,
  author: string,
): Promise<ReplyAlias | null> {
  const hash = targetHash(context.keys, parseEmailAddress(author)?.normalised ?? author);
  const alias = await readSpeaker<Author>(context, aliasId, {
    columns: sql`, own.id is not null as owns_target, coalesce(own.spf_replies, false) as spf_replies,
      coalesce(own.may_send, false) as may_send, coalesce(own.drop_keys, false) as drop_keys,
      coalesce(own.drop_signatures, false) as drop_signatures`,
    joins: sql`left join lateral (
      select t.id, t.spf_replies, t.may_send, t.drop_keys, t.drop_signatures from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and t.kind = 'email' and ${sql.raw(takesMail)} and t.value_hash = ${hash}) own on true`,
  });
  if (alias === null) return null;
  const { standing, ...rest } = alias;
  return standing === 'leaving' ? null : { ...rest, standing };
}
