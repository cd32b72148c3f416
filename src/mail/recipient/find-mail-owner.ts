import { sql, type RawBuilder } from 'kysely';
import type { AbuseReportKind } from '#contract/operator.ts';
import { aliasRows, type WhichAliases } from '#core/alias-rows/read-rows.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Database } from '#database/database.ts';
import {
  parseRecipient,
  readBounceAddress,
  reverseTokenHash,
  type BouncedName,
} from '#mail/recipient/address-forms.ts';
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

/** `from`: what leads to an alias `a`, in the bin or not. */
async function findOwner(
  { database }: OwnerContext,
  which: WhichAliases,
  from: RawBuilder<unknown> = sql``,
): Promise<string | null> {
  const aliases = aliasRows({ ...which, whereabouts: 'any' }, ['id', 'userId', 'domainId']);
  const { rows } = await sql<{ readonly userId: string }>`select a.user_id from ${aliases} a ${from}`.execute(
    database.db,
  );
  return rows[0]?.userId ?? null;
}

function findByName(
  context: OwnerContext,
  { local, domain }: { readonly local: string; readonly domain: string },
): Promise<string | null> {
  return findOwner(
    context,
    { localPart: local },
    sql`join domains d on d.id = a.domain_id where d.name = ${domain} order by d.state = 'lost' limit 1`,
  );
}

async function findByBounce(context: OwnerContext, { names, id }: BouncedName): Promise<string | null> {
  return names === 'alias'
    ? findOwner(context, { number: id })
    : findOwner(context, {}, sql`join alias_targets r on r.alias_id = a.id where r.id = ${id}`);
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
      const from = sql`join contacts c on c.alias_id = a.id where c.token_hash = ${hash}`;
      return ownerOf(await findOwner(context, {}, from), 'forwarded');
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
