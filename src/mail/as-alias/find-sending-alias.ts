import { sql } from 'kysely';
import { submissionReplies, type SmtpReply } from '#contract/smtp-replies.ts';
import type { CredentialHolder } from '#core/credentials/check-credential.ts';
import { firstConfirmedLink } from '#mail/as-alias/first-confirmed-link.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';

/** An alias that may send now. */
export interface SendingAlias {
  readonly id: string;
  readonly userId: string;
  /** `name@domain` in lower case. */
  readonly address: string;
  /** A-label. */
  readonly domain: string;
  /** Its first confirmed link, by which bounces come back. bigint as text. */
  readonly linkId: string;
  /** Parts that carry the owner's identity may go out. */
  readonly identityParts: boolean;
}

export type SendingAliasDecision =
  | { readonly accepted: true; readonly alias: SendingAlias }
  | { readonly accepted: false; readonly reply: SmtpReply };

function refuse(reply: SmtpReply): SendingAliasDecision {
  return { accepted: false, reply };
}

/**
 * Whether the alias somebody signed in with may send, by what stands in the database now: its password is the same, it is
 * active, and it has a confirmed target. @throws Error when the database does not answer.
 */
export async function findSendingAlias(
  { database }: Pick<AsAliasContext, 'database'>,
  { passwordHash, aliasId, userId, address, domain }: CredentialHolder,
): Promise<SendingAliasDecision> {
  const { rows } = await sql<{
    readonly active: boolean;
    readonly identityParts: boolean;
    readonly linkId: string | null;
  }>`
    select a.active, a.identity_parts, ${firstConfirmedLink} as link_id
    from smtp_credentials s
    join aliases a on a.id = s.alias_id
    join domains d on d.id = a.domain_id
    where a.id = ${aliasId} and s.password_hash = ${passwordHash} and a.local_part || '@' || d.name = ${address}`.execute(
    database.db,
  );
  const [row] = rows;
  if (row === undefined) return refuse(submissionReplies.credentialGone);
  if (!row.active) return refuse(submissionReplies.aliasPaused);
  if (row.linkId === null) return refuse(submissionReplies.aliasUnconfirmed);
  const { identityParts, linkId } = row;
  return { accepted: true, alias: { id: aliasId, userId, address, domain, linkId, identityParts } };
}
