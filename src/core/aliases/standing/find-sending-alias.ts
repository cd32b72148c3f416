import { sql } from 'kysely';
import type { AliasStanding } from '#contract/alias-standing.ts';
import { fromNameColumns, type FromNameRow, sendingName } from '#core/aliases/standing/from-name.ts';
import { isUseNoted, timeSql } from '#core/alias-rows/alias-life.ts';
import { type StandingRow, withStanding } from '#core/alias-rows/standing.ts';
import { firstRoute } from '#core/aliases/standing/find-alias.ts';
import { sendingColumns } from '#core/aliases/standing/others-role.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { CredentialHolder } from '#core/credentials/credentials.ts';

/** An alias that an SMTP credential sends as, as it stands for sending. */
export interface SendingAlias {
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
  /** Parts that carry the owner's identity may go out. */
  readonly identityParts: boolean;
  /** What it sends may be encrypted. */
  readonly encryptedReplies: boolean;
  /** Its other inboxes get a copy of what is sent as it. */
  readonly copyReplies: boolean;
  /** The name beside its address, in place of what its owner's program wrote; null: none. */
  readonly fromName: string | null;
  /** Its owner has locked everything. */
  readonly locked: boolean;
}

/**
 * The alias somebody signed in with, by what stands in the database now; null once its password or address is another.
 * @throws Error when the database does not answer.
 */
export async function findSendingAlias(
  { database, keys, clock }: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  { passwordHash, aliasId: id, userId, address, domain }: CredentialHolder,
): Promise<SendingAlias | null> {
  const now = timeSql(clock.now());
  const { rows } = await sql<
    FromNameRow &
      StandingRow & {
        readonly useNoted: boolean;
        readonly counted: boolean;
        readonly expectedSenders: Buffer | null;
        readonly number: string;
        readonly ownerSince: Date;
        readonly identityParts: boolean;
        readonly encryptedReplies: boolean;
        readonly copyReplies: boolean;
        readonly locked: boolean;
        readonly linkId: string | null;
      }
  >`
    select ${sql.raw(sendingColumns(now))}, u.locked_at is not null as locked,
      a.expected_senders, a.number, u.count_mail as counted, ${sql.raw(isUseNoted(now))} as use_noted,
      u.created_at as owner_since, a.identity_parts, a.encrypted_replies, a.copy_replies, ${sql.raw(fromNameColumns)}, ${sql.raw(firstRoute)} as link_id
    from aliases a
    join domains d on d.id = a.domain_id
    join users u on u.id = a.user_id
    where a.id = ${id} and a.user_id = ${userId} and a.binned_at is null and a.local_part || '@' || d.name = ${address}
      and (exists (select from smtp_credentials where alias_id = a.id and password_hash = ${passwordHash})
        or exists (select from smtp_credentials s where s.user_id = a.user_id and s.password_hash = ${passwordHash}
          and (s.domain_id is null or s.domain_id = a.domain_id)))`.execute(database.db);
  const [row] = rows;
  if (row === undefined) return null;
  const { linkId: _, standing, ...rest } = withStanding(row, row.linkId !== null);
  const { fromNameSealed, domainNameSealed, domainId, ...facts } = rest;
  const fromName = sendingName(keys, id, { fromNameSealed, domainNameSealed, domainId });
  return { standing, id, userId, address, domain, fromName, ...facts };
}
