import { sql } from 'kysely';
import { readSpeaker, type Speaker } from '#core/aliases/standing/read-speaker.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { CredentialHolder } from '#core/credentials/credential-holders.ts';

/** An alias that an SMTP credential sends as. */
export type SendingAlias = Speaker;

/**
 * The alias somebody signed in with, by what stands in the database now; null once its password or address is another.
 * @throws Error when the database does not answer.
 */
export async function findSendingAlias(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  { passwordHash, aliasId, userId, address }: CredentialHolder,
): Promise<SendingAlias | null> {
  return readSpeaker(context, aliasId, {
    where: sql`a.user_id = ${userId} and a.local_part || '@' || d.name = ${address}
      and (exists (select from smtp_credentials where alias_id = a.id and password_hash = ${passwordHash})
        or exists (select from smtp_credentials s where s.user_id = a.user_id and s.password_hash = ${passwordHash}
          and (s.domain_id is null or s.domain_id = a.domain_id)))`,
  });
}
