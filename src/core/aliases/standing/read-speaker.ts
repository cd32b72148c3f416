import { type RawBuilder, sql } from 'kysely';
import type { AliasStanding } from '#contract/alias-standing.ts';
import { isUseNoted, timeSql } from '#core/alias-rows/alias-life.ts';
import { type StandingRow, withStanding } from '#core/alias-rows/standing.ts';
import { firstRoute } from '#core/aliases/standing/find-alias.ts';
import { fromNameColumns, type FromNameRow, sendingName } from '#core/aliases/standing/from-name.ts';
import { sendingColumns } from '#core/aliases/standing/others-role.ts';
import type { CoreContext } from '#core/core-context.ts';

/** An alias that its owner wants to send as, as it stands for sending. */
export interface Speaker {
  readonly standing: AliasStanding;
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
  /** Parts that carry the owner's identity may go out. */
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
}

interface SpeakerRow extends Omit<Speaker, 'standing' | 'fromName'>, FromNameRow, StandingRow {
  readonly linkId: string | null;
}

/** SQL of `aliases a`, what else is to be known of whoever wants to send. */
interface Asked {
  /** Columns, each behind a comma. */
  readonly columns?: RawBuilder<unknown>;
  readonly joins?: RawBuilder<unknown>;
  /** What must hold. */
  readonly where?: RawBuilder<unknown>;
}

/**
 * Reads an alias for sending, whoever asks and however they prove who they are; null: it is gone, or `where` does not hold.
 * @throws Error when the database does not answer.
 */
export async function readSpeaker<More extends object = object>(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  aliasId: string,
  { columns = sql``, joins = sql``, where = sql`true` }: Asked,
): Promise<(Speaker & More) | null> {
  const now = timeSql(clock.now());
  const { rows } = await sql<SpeakerRow & More>`
    select a.id, a.number, a.user_id, u.created_at as owner_since, ${sql.raw(sendingColumns(now))},
      u.locked_at is not null as locked,
      a.local_part || '@' || d.name as address, d.name as domain, u.count_mail as counted, a.expected_senders,
      ${sql.raw(isUseNoted(now))} as use_noted, a.auto_replies, a.identity_parts, a.encrypted_replies, a.copy_replies,
      a.cut_through, ${sql.raw(fromNameColumns)}, ${sql.raw(firstRoute)} as link_id ${columns}
    from aliases a join domains d on d.id = a.domain_id join users u on u.id = a.user_id ${joins}
    where a.id = ${aliasId} and a.binned_at is null and ${where}`.execute(database.db);
  const [row] = rows;
  if (row === undefined) return null;
  const { linkId, fromNameSealed, domainNameSealed, domainId, ...rest } = row;
  const fromName = sendingName(keys, aliasId, { fromNameSealed, domainNameSealed, domainId });
  return { ...withStanding(rest, linkId !== null), fromName } as unknown as Speaker & More;
}
