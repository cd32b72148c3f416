import { sql } from 'kysely';
import type { AbuseReportKind } from '#contract/operator.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import { findBounced } from '#mail/recipient/find-bounced.ts';
import { parseRecipient, readBounceAddress, reverseTokenHash } from '#mail/recipient/address-forms.ts';
import type { Clock } from '#platform/clock.ts';

interface OwnerContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly clock: Clock;
}

export interface MailOwner {
  readonly userId: string;
  /** What the address alone proves of the account. */
  readonly evidence: AbuseReportKind;
}

async function findByName({ database }: OwnerContext, local: string, domain: string): Promise<string | null> {
  const { rows } = await sql<{ readonly userId: string }>`
    select user_id from aliases a join domains d on d.id = a.domain_id
    where a.local_part = ${local} and d.name = ${domain}`.execute(database.db);
  return rows[0]?.userId ?? null;
}

async function findByReverse({ database }: OwnerContext, token: string): Promise<string | null> {
  const { rows } = await sql<{ readonly userId: string }>`
    select a.user_id from contacts c join aliases a on a.id = c.alias_id
    where c.token_hash = ${reverseTokenHash(token)}`.execute(database.db);
  return rows[0]?.userId ?? null;
}

function ownerOf(userId: string | null, evidence: AbuseReportKind): MailOwner | null {
  return userId === null ? null : { userId, evidence };
}

async function findByBounce({ database, keys, clock }: OwnerContext, token: string, domain: string) {
  const made = readBounceAddress(keys, { token, domain }, new Date(clock.now()));
  if (made === null) return null;
  const bounced = await findBounced(database, made);
  return ownerOf(bounced?.userId ?? null, made.of === 'sent' ? 'sent' : 'forwarded');
}

/**
 * The account behind an address of ours as it stands in a complaint: an alias, with or without tag and also in the bin, a
 * reverse address, or a bounce address of the last days. Null: nobody's.
 */
export async function findMailOwner(context: OwnerContext, address: string): Promise<MailOwner | null> {
  const parsed = parseRecipient(address);
  switch (parsed.kind) {
    case 'alias':
    case 'send':
      return ownerOf(await findByName(context, parsed.local, parsed.domain), 'named');
    case 'reverse':
      return ownerOf(await findByReverse(context, parsed.token), 'forwarded');
    case 'bounce':
      return findByBounce(context, parsed.token, parsed.domain);
    case 'role':
    case 'invalid':
      return null;
  }
}
