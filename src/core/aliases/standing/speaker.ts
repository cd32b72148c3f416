import type { AliasStanding } from '#contract/alias-standing.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { isUseNoted, timeSql } from '#core/alias-rows/alias-life.ts';
import { type StandingRow, takesMail, withStanding } from '#core/alias-rows/standing.ts';
import { firstRoute } from '#core/aliases/standing/find-alias.ts';
import { fromNameColumns, type FromNameRow, sendingName } from '#core/aliases/standing/from-name.ts';
import { sendingColumns } from '#core/aliases/standing/others-role.ts';
import type { CoreContext } from '#core/core-context.ts';
import { type CredentialHolder, findAccountHolder, holdAs } from '#core/credentials/credential-holders.ts';
import { targetHash } from '#core/targets/target-value.ts';
import { aliasFaultTexts } from '#messages/faults.ts';
import { type RawBuilder, sql } from 'kysely';

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
async function readSpeaker<More extends object = object>(
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

/**
 * The alias somebody signed in with, by what stands in the database now; null once its password or address is another.
 * @throws Error when the database does not answer.
 */
export async function findSendingAlias(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  { passwordHash, aliasId, userId, address }: CredentialHolder,
): Promise<Speaker | null> {
  return readSpeaker(context, aliasId, {
    where: sql`a.user_id = ${userId} and a.local_part || '@' || d.name = ${address}
      and (exists (select from smtp_credentials where alias_id = a.id and password_hash = ${passwordHash})
        or exists (select from smtp_credentials s where s.user_id = a.user_id and s.password_hash = ${passwordHash}
          and (s.domain_id is null or s.domain_id = a.domain_id)))`,
  });
}

/**
 * The alias as we spell it, if a credential of this account that sends as more than one could send as it at the moment. What is of others, of another
 * domain, off or nobody's is answered alike. @throws AppError not_found, invalid_input.
 */
export async function checkSender(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  { userId, id, address }: { readonly userId: string; readonly id: string; readonly address: string },
): Promise<string> {
  const holder = await findAccountHolder(context, userId, id);
  const name = parseEmailAddress(address)?.normalised;
  const alias = name === undefined ? 'no_alias' : await holdAs(context, holder, name);
  const sending = typeof alias === 'string' ? null : await findSendingAlias(context, alias);
  if (sending !== null && sending.standing === 'live' && !sending.locked) return sending.address;
  throw new AppError('invalid_input', { errors: { sender: [aliasFaultTexts.sendsAsNone] } });
}
