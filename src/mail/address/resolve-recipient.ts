import { smtpReplies, type SmtpReply } from '#contract/smtp-replies.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import { parseRecipient } from '#mail/address/parse-recipient.ts';
import type { LinkRoute, Recipient } from '#mail/address/recipient.ts';
import type { MailContext } from '#mail/mail-context.ts';
import type { RecipientDecision } from '#mail/smtp/mx-handler.ts';

interface AliasRow {
  readonly id: string;
  readonly user_id: string;
  readonly active: boolean;
  readonly created_at: Date;
  /** The rest is null for an alias without a confirmed inbox. */
  readonly link_id: string | null;
  readonly target_id: string | null;
  readonly value_sealed: Buffer | null;
}

/** The one question of the hot path: an alias with its confirmed inboxes. */
const aliasQuery = {
  name: 'resolve-recipient',
  text: `
    select a.id, a.user_id, a.active, a.created_at, t.link_id, t.target_id, t.value_sealed
    from aliases a left join lateral (
      select l.id as link_id, l.position, t.id as target_id, t.value_sealed
      from alias_targets l join targets t on t.id = l.target_id
      where l.alias_id = a.id and t.confirmed_at is not null and t.kind = 'email') t on true
    where a.local_part = $1 and a.domain_id = $2
    order by t.position`,
};

const refuse = (reply: SmtpReply): RecipientDecision<Recipient> => ({ accepted: false, reply });

/**
 * Decides about an address given in RCPT TO, by what stands in the database now. Unknown, deleted and never given
 * addresses are refused alike; a paused alias is accepted, and its mail dropped later.
 * @throws Error when the database does not answer.
 */
export const resolveRecipient = async (
  context: MailContext,
  address: string,
): Promise<RecipientDecision<Recipient>> => {
  const parsed = parseRecipient(address);
  const domain = findDomain(context, parsed.domain);
  if (domain === null) return refuse(smtpReplies.notOurDomain);
  switch (parsed.kind) {
    case 'role': {
      const { id, name } = domain;
      return {
        accepted: true,
        recipient: { kind: 'operator', address: `${parsed.local}@${name}`, domain: { id, name } },
      };
    }
    case 'alias':
      return resolveAlias(context, parsed.local, domain);
    default:
      return refuse(smtpReplies.unknownRecipient);
  }
};

/** A bare `postmaster` belongs to the first domain (RFC 5321 §4.5.1). */
const findDomain = ({ domains }: MailContext, name: string | null): MailDomain | null =>
  name === null ? (domains.all()[0] ?? null) : domains.find(name);

const resolveAlias = async (
  context: MailContext,
  local: string,
  domain: MailDomain,
): Promise<RecipientDecision<Recipient>> => {
  const { rows } = await context.database.pool.query<AliasRow>({ ...aliasQuery, values: [local, domain.id] });
  const [alias] = rows;
  if (alias === undefined) return refuse(smtpReplies.unknownRecipient);
  const links = alias.active ? rows.flatMap((row) => openLink(context, row)) : [];
  if (alias.active && links.length === 0) {
    const ageMs = context.clock.now() - alias.created_at.getTime();
    const isNew = ageMs < context.limits.confirmationGraceMs;
    return refuse(isNew ? smtpReplies.notConfirmedYet : smtpReplies.unknownRecipient);
  }
  return {
    accepted: true,
    recipient: {
      kind: 'alias',
      aliasId: alias.id,
      userId: alias.user_id,
      address: `${local}@${domain.name}`,
      domain: { id: domain.id, name: domain.name },
      paused: !alias.active,
      links,
    },
  };
};

const openLink = ({ keys }: MailContext, { link_id, target_id, value_sealed }: AliasRow): LinkRoute[] => {
  if (link_id === null || target_id === null || value_sealed === null) return [];
  const target = keys.open(targetValueContext(target_id), value_sealed).toString();
  return [{ linkId: link_id, targetId: target_id, target }];
};
