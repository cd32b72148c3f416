import type { SecurityEventFacts } from '#contract/account.ts';
import { findTargetIds } from '#core/alias-rows/alias-links.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { type Warning, warningContext } from '#core/notices/write-warning.ts';
import { findWarnedInboxes, type WarnedInbox } from '#core/security/warned-inboxes.ts';
import { andMore } from '#messages/security-events.ts';
import type { Db } from '#database/database.ts';

/** What happened to an account that its owner should hear of. Details hold no secrets; they are sealed. */
export type SecurityEvent =
  | {
      readonly kind:
        | 'password_changed'
        | 'second_factor_on'
        | 'second_factor_off'
        | 'second_factor_reset_asked'
        | 'data_exported'
        | 'deletion_begun'
        | 'five_failures'
        | 'locked'
        | 'unlocked'
        | 'resumed'
        | 'recovery_link_made'
        | 'inbox_key_set'
        | 'inbox_key_removed'
        | 'inbox_subject_hidden'
        | 'inbox_subject_shown';
    }
  | { readonly kind: 'suspended'; readonly scope: string }
  | { readonly kind: 'method_added' | 'method_removed'; readonly method: 'password' | 'google' | 'wallet' | 'passkey' }
  | { readonly kind: 'key_made'; readonly name: string; readonly scope: string }
  | { readonly kind: 'credential_made' | 'alias_in_clear'; readonly aliasId: string }
  /** One that sends as all aliases of the account, or as those on the domain of this name. */
  | { readonly kind: 'account_credential_made'; readonly scope: 'all' | 'domain'; readonly name?: string }
  | { readonly kind: 'new_device'; readonly device: string }
  | {
      readonly kind: 'alias_sent_elsewhere';
      readonly aliasId: string;
      /** How many beside it went the same way at once, all from the same targets. */
      readonly more?: number;
      readonly formerTargetIds: readonly string[];
    }
  | { readonly kind: 'inbox_removed'; readonly targetId: string }
  /** Where new aliases go, all or those on the domain of this name; `names`: which names on it mail makes. */
  | { readonly kind: 'default_inbox_changed'; readonly scope: 'account' | 'domain' | 'names'; readonly name?: string }
  | {
      readonly kind:
        | 'domain_failing'
        | 'domain_lost'
        | 'offer_made'
        | 'passed_on'
        | 'taken_over'
        | 'role_left'
        | 'role_came';
      readonly name: string;
    };

/** What is stored for the owner: the same, with names in place of ids. */
type StoredEvent = SecurityEventFacts;

export function securityEventContext(id: string) {
  return { field: 'security_events.event', rowId: id };
}

/** What happens a moment later goes in the same mail. */
const promptMs = 5_000;
/** What is rarely an attack by itself waits for more of the same. */
const joinedMs = 10 * 60_000;
const unhurried: ReadonlySet<SecurityEvent['kind']> = new Set([
  'second_factor_on',
  'credential_made',
  'five_failures',
  'alias_sent_elsewhere',
  'default_inbox_changed',
]);

async function findAlias(db: Db, aliasId: string): Promise<string | undefined> {
  // An event names the alias that it is about wherever it lies.
  const [alias] = await readAliasRows(db, { ids: [aliasId], whereabouts: 'any' }, ['address']);
  return alias?.address;
}

/** The targets that may learn the alias of an event. */
async function findServed(db: Db, event: SecurityEvent): Promise<readonly string[]> {
  if (event.kind === 'alias_sent_elsewhere') return event.formerTargetIds;
  if (event.kind !== 'credential_made' && event.kind !== 'alias_in_clear') return [];
  return findTargetIds(db, [event.aliasId]);
}

async function describe(db: Db, event: SecurityEvent): Promise<StoredEvent> {
  switch (event.kind) {
    case 'credential_made':
    case 'alias_in_clear':
    case 'alias_sent_elsewhere': {
      const alias = await findAlias(db, event.aliasId);
      const more = event.kind === 'alias_sent_elsewhere' ? (event.more ?? 0) : 0;
      return { kind: event.kind, ...(alias !== undefined && { alias: andMore(alias, more) }) };
    }
    case 'inbox_removed':
      return { kind: event.kind };
    default:
      return event;
  }
}

/** What an inbox may learn of an event: no name that an owner chose, and an alias only where it forwards to that inbox. */
function tellingOf(
  event: SecurityEvent,
  { name: _name, alias, ...stored }: StoredEvent,
  { inbox, served }: { readonly inbox: WarnedInbox; readonly served: readonly string[] },
): Omit<Warning, 'atMs'> {
  const isServed = inbox.targetId !== null && served.includes(inbox.targetId);
  const isOwn = event.kind === 'inbox_removed' && event.targetId === inbox.targetId;
  return {
    ...stored,
    recipient: inbox.address,
    ...(isServed && alias !== undefined && { alias }),
    ...(isOwn && { own: true }),
  };
}

/**
 * Writes an event into the transaction of the change it tells of, and notes whom to tell: every inbox of the account that
 * is confirmed now. So it comes before what the change does to inboxes and to the aliases they serve. That somebody asked
 * for the second factor to be turned off has mails of its own.
 */
export async function recordSecurityEvent(
  db: Db,
  context: Pick<CoreContext, 'keys' | 'clock' | 'random'>,
  userId: string,
  event: SecurityEvent,
): Promise<void> {
  const { keys, clock, random } = context;
  const atMs = clock.now();
  const createdAt = new Date(atMs);
  const stored = await describe(db, event);
  const id = random.uuid();
  const eventSealed = keys.seal(securityEventContext(id), JSON.stringify(stored));
  await db.insertInto('securityEvents').values({ id, userId, eventSealed, createdAt }).execute();
  if (event.kind === 'second_factor_reset_asked') return;
  const inboxes = await findWarnedInboxes(db, keys, userId);
  if (inboxes.length === 0) return;
  const served = await findServed(db, event);
  const dueAt = new Date(atMs + (unhurried.has(event.kind) ? joinedMs : promptMs));
  const rows = inboxes.map((inbox) => {
    const mailId = random.uuid();
    const warning: Warning = { ...tellingOf(event, stored, { inbox, served }), atMs };
    const wordsSealed = keys.seal(warningContext(mailId), JSON.stringify(warning));
    return { id: mailId, form: 'warning' as const, userId, inboxHash: inbox.hash, wordsSealed, dueAt, createdAt };
  });
  await db.insertInto('outgoingNotices').values(rows).execute();
}
