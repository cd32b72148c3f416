import { AppError } from '#contract/errors.ts';
import { roleMailboxes } from '#contract/reserved-names/role-mailboxes.ts';
import { eraseAliases } from '#core/aliases/delete-alias.ts';
import { findBinnedRole } from '#core/aliases/standing/others-role.ts';
import { isGiver, type Tombstone } from '#core/aliases/tombstones.ts';
import type { UsableDomain } from '#core/domains/usable-domain.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

interface WantedName {
  readonly userId: string;
  readonly domain: UsableDomain;
  readonly localPart: string;
}

/** Whether a name is one by which others ask whose a domain is, and wanted by whoever manages that: nobody who had it before keeps it from them. */
export function claimsRole({ domain, localPart }: Pick<WantedName, 'domain' | 'localPart'>): boolean {
  return !domain.shared && domain.managed && roleMailboxes.has(localPart);
}

/**
 * Whether a name that `giver` gave up (null: nobody did) makes no alias any more by mail for it. One of a role on a domain of an account: only
 * where its owner gave it up, whatever others had it for.
 */
export function staysGivenUp(
  keys: KeyRing,
  {
    userId,
    domainName,
    localPart,
  }: { readonly userId: string; readonly domainName: string; readonly localPart: string },
  giver: Tombstone['ownerHash'] | null,
): boolean {
  if (giver === null) return false;
  return !roleMailboxes.has(localPart) || isGiver(keys, { userId, address: `${localPart}@${domainName}` }, giver);
}

/**
 * Ends what another account of the domain has deleted of such a name, and could take out of its bin. Runs in the caller's transaction, before
 * the name is taken. Waits for nobody's account, as it holds one.
 * @throws AppError alias_unavailable while something else changes that account.
 */
export async function endOthersRole(
  db: Db,
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>,
  name: WantedName,
): Promise<void> {
  if (!claimsRole(name)) return;
  const row = await findBinnedRole(db, { userId: name.userId, domainId: name.domain.id, name: name.localPart });
  if (row === null) return;
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', row.holderId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (held === undefined) throw new AppError('alias_unavailable');
  await eraseAliases(db, context, { userId: row.holderId, aliasIds: [row.id] });
}
