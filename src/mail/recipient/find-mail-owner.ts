import { sql } from 'kysely';
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

/**
 * The account behind an address of ours as it stands in a complaint: an alias, with or without tag and also in the bin, a
 * reverse address, or a bounce address of the last days. Null: nobody's.
 */
export async function findMailOwner({ database, keys, clock }: OwnerContext, address: string): Promise<string | null> {
  const parsed = parseRecipient(address);
  switch (parsed.kind) {
    case 'alias':
    case 'send': {
      const { rows } = await sql<{ userId: string }>`
        select user_id from aliases a join domains d on d.id = a.domain_id
        where a.local_part = ${parsed.local} and d.name = ${parsed.domain}`.execute(database.db);
      return rows[0]?.userId ?? null;
    }
    case 'reverse': {
      const { rows } = await sql<{ userId: string }>`
        select a.user_id from contacts c join aliases a on a.id = c.alias_id
        where c.token_hash = ${reverseTokenHash(parsed.token)}`.execute(database.db);
      return rows[0]?.userId ?? null;
    }
    case 'bounce': {
      const made = readBounceAddress(keys, { token: parsed.token, domain: parsed.domain }, new Date(clock.now()));
      return made === null ? null : ((await findBounced(database, made))?.userId ?? null);
    }
    case 'role':
    case 'invalid':
      return null;
  }
}
