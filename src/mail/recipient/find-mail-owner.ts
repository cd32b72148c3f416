import { sql } from 'kysely';
import type { AbuseReportKind } from '#contract/operator.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { WhichAliases } from '#core/alias-rows/which-aliases.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import {
  parseRecipient,
  readBounceAddress,
  reverseTokenHash,
  type BouncedName,
} from '#mail/recipient/address-forms.ts';
import { findNamed } from '#mail/recipient/find-bounced.ts';
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

/** Of an alias, in the bin or not: where several accounts have had its domain, of whoever has it now. */
async function findOwner({ database }: OwnerContext, which: WhichAliases): Promise<string | null> {
  const rows = await readAliasRows(database.db, { ...which, whereabouts: 'any' }, ['userId', 'isLost']);
  return (rows.find(({ isLost }) => !isLost) ?? rows[0])?.userId ?? null;
}

function findByName(
  context: OwnerContext,
  { local, domain }: { readonly local: string; readonly domain: string },
): Promise<string | null> {
  return findOwner(context, { address: `${local}@${domain}` });
}

async function findByBounce({ database }: OwnerContext, name: BouncedName): Promise<string | null> {
  return (await findNamed(database.db, name, { whereabouts: 'any' }))?.userId ?? null;
}

function ownerOf(userId: string | null, evidence: AbuseReportKind): MailOwner | null {
  return userId === null ? null : { userId, evidence };
}

/**
 * The account behind an address of ours as it stands in a complaint: an alias, with or without tag and also in the bin, a
 * reverse address, or a bounce address of the last days. Whoever bins an alias after sending is found still. Null: nobody's.
 */
export async function findMailOwner(context: OwnerContext, address: string): Promise<MailOwner | null> {
  const { keys, clock } = context;
  const parsed = parseRecipient(address);
  switch (parsed.kind) {
    case 'alias':
    case 'send':
      return ownerOf(await findByName(context, parsed), 'named');
    case 'reverse': {
      // What was an alias before there were such addresses is one.
      const older = ownerOf(await findByName(context, parsed), 'named');
      if (older !== null) return older;
      const hash = reverseTokenHash(parsed.token);
      const id = sql<string>`(select c.alias_id from contacts c where c.token_hash = ${hash})`;
      return ownerOf(await findOwner(context, { id }), 'forwarded');
    }
    case 'bounce': {
      const made = readBounceAddress(keys, parsed, new Date(clock.now()));
      return made && ownerOf(await findByBounce(context, made), made.of === 'sent' ? 'sent' : 'forwarded');
    }
    case 'role':
    case 'invalid':
      return null;
  }
}
