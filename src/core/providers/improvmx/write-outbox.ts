import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { type AliasFacts, joinAliases, readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { isHeld } from '#core/alias-rows/standing.ts';
import type { WhichAliases } from '#core/alias-rows/which-aliases.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { AliasScope, NotedDb } from '#core/forwarding-provider.ts';
import type { SealContext } from '#core/keys/key-ring.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

function targetsOf(scope: Extract<AliasScope, { targetId: string } | { valueHash: Buffer }>): RawBuilder<unknown> {
  return 'targetId' in scope ? sql`t.id = ${scope.targetId}` : sql`t.value_hash = ${scope.valueHash}`;
}

/** In the bin or not. */
function matching(scope: AliasScope): WhichAliases {
  const whereabouts = 'any';
  if ('aliasId' in scope) return { ids: [scope.aliasId], userId: scope.userId, whereabouts };
  if ('aliasIds' in scope) return { ids: scope.aliasIds, userId: scope.userId, whereabouts };
  if ('userId' in scope) return { userId: scope.userId, whereabouts };
  return { forwardsTo: sql`select t.id from targets t where ${targetsOf(scope)}`, whereabouts };
}

/**
 * Holds the accounts whose targets are about to change: an alias that is just being linked to one of them would else
 * escape the note, and keep a target that was stopped.
 */
async function lockOwners(db: Db, scope: AliasScope): Promise<void> {
  if (!('targetId' in scope) && !('valueHash' in scope)) return;
  await sql`select u.id from users u where u.id in (select t.user_id from targets t where ${targetsOf(scope)})
    order by u.id for update`.execute(db);
}

const again = sql`on conflict (kind, address) do update set
  revision = provider_changes.revision + 1, ours = provider_changes.ours or excluded.ours,
  password_sealed = excluded.password_sealed, next_attempt_at = now()`;

async function noteRows(db: Db, rows: readonly Pick<AliasFacts, 'address' | 'improvmxId'>[]): Promise<void> {
  await sql`insert into provider_changes (kind, address, ours)
    select 'alias', address, ours
    from unnest(${rows.map(({ address }) => address)}::text[], ${rows.map(({ improvmxId }) => improvmxId !== null)}::boolean[])
      as touched (address, ours) ${again}`.execute(db);
}

/** Puts into the outbox that the provider's side of these aliases must be made equal to the rows, as they will be then. */
async function noteAliases(db: Db, scope: AliasScope): Promise<void> {
  await lockOwners(db, scope);
  await noteRows(db, await readAliasRows(db, matching(scope), ['address', 'improvmxId'], 'update'));
  await changeAliasRows(db, matching(scope), { providerState: 'setting_up' });
  await noteCatchAlls(db, scope);
}

/** A catch-all goes where its owner's targets are: what is true of those is true of it. */
async function noteCatchAlls(db: Db, scope: AliasScope): Promise<void> {
  if ('aliasId' in scope || 'aliasIds' in scope) return;
  const owner =
    'userId' in scope
      ? sql`d.owner_id = ${scope.userId}`
      : sql`d.owner_id in (select t.user_id from targets t where ${targetsOf(scope)})`;
  await sql`insert into provider_changes (kind, address)
    select 'domain', d.name from domains d where d.catch_all = 'all' and ${sql.raw(isHeld)} and ${owner} order by d.name
    ${again}`.execute(db);
}

/** Notes a domain of an account, and its aliases: what gets no mail must be known before a catch-all takes the rest. */
export async function noteDomain(db: Db, domainId: string): Promise<void> {
  const named = await readAliasRows(db, { domainId, whereabouts: 'any' }, ['address', 'improvmxId', 'domainHeld']);
  await noteRows(
    db,
    named.filter(({ domainHeld }) => domainHeld),
  );
  await sql`insert into provider_changes (kind, address)
    select 'domain', d.name from domains d where d.id = ${domainId} and ${sql.raw(isHeld)} ${again}`.execute(db);
}

/** An alias nobody answers for must not send. */
async function checkSender(db: Db, { aliasId }: { readonly aliasId: string }): Promise<void> {
  const confirmed = await readAliasIds(db, { ids: [aliasId], takesMail: true, whereabouts: 'any' });
  if (confirmed.length > 0) return;
  throw new AppError('target_unconfirmed', { message: exactErrors.targetFirst });
}

/**
 * Changes aliases or their targets with the entry in the outbox, which comes before the change: it locks, and knows the
 * addresses of what goes. What is new or has moved is known by its address only afterwards. By an alias alone nobody
 * waits for the locks of this second look, for the first one holds them.
 */
export async function changeAliases<Result>(
  db: Db,
  scope: AliasScope,
  write: (db: NotedDb) => Promise<Result>,
): Promise<Result> {
  await noteAliases(db, scope);
  const result = await write(db as NotedDb);
  if ('aliasId' in scope) await noteAliases(db, scope);
  return result;
}

/**
 * The same for the SMTP credentials of aliases. A password is kept, sealed, until the provider has it.
 * @throws AppError target_unconfirmed for a new password of an alias without confirmed target.
 */
async function noteCredentials(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  scope: AliasScope,
  password?: string,
): Promise<void> {
  if (password !== undefined && 'aliasId' in scope) await checkSender(db, scope);
  const aliasIds = await readAliasIds(db, matching(scope));
  const { rows } = await sql<{ aliasId: string; ours: boolean }>`
    with touched as (
      select id, alias_id, at_provider as ours from smtp_credentials where alias_id = ${anyOf(aliasIds)} order by id for update),
    marked as (update smtp_credentials set provider_state = 'setting_up' where id in (select id from touched))
    select alias_id, ours from touched`.execute(db);
  for (const { alias, ours } of await joinAliases(db, rows, { whereabouts: 'any' }, ['address'])) {
    const { address } = alias;
    const sealed = password === undefined ? null : keys.seal(credentialPasswordContext(address), password);
    await sql`insert into provider_changes (kind, address, ours, password_sealed)
      values ('credential', ${address}, ${ours}, ${sealed}) ${again}`.execute(db);
  }
}

interface CredentialChange<Result> {
  readonly scope: AliasScope;
  readonly write: (db: NotedDb) => Promise<Result>;
  readonly password: string | undefined;
}

/** Changes SMTP credentials with the entry in the outbox. A new password is told of a row that stands, all else before. */
export async function changeCredentials<Result>(
  db: Db,
  context: Pick<CoreContext, 'keys'>,
  { scope, write, password }: CredentialChange<Result>,
): Promise<Result> {
  if (password === undefined) await noteCredentials(db, context, scope);
  const result = await write(db as NotedDb);
  if (password !== undefined) await noteCredentials(db, context, scope, password);
  return result;
}

/** What a password that the provider is still to be told is bound to (`provider_changes.password_sealed`). */
export function credentialPasswordContext(address: string): SealContext {
  return {
    field: 'provider_changes.password',
    rowId: address,
  };
}
