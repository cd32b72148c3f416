import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { claimsRole, endOthersRole } from '#core/aliases/claim-role.ts';
import { endBinnedName } from '#core/aliases/delete-alias.ts';
import { findUsableDomain } from '#core/domains/usable-domain.ts';
import { liftTombstone, placeTombstone } from '#core/aliases/tombstones.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { type Db, isUniqueViolation } from '#database/database.ts';

type MoveContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'domains' | 'provider'>;

/** Whether a forwarding provider elsewhere has an alias from us, and whether it carried mail. */
async function findPast(db: Db, aliasId: string): Promise<{ readonly atProvider: boolean; readonly used: boolean }> {
  const [row] = await readAliasRows(db, { ids: [aliasId] }, ['improvmxId', 'everUsed']);
  if (row === undefined) throw new AppError('not_found');
  return { atProvider: row.improvmxId !== null, used: row.everUsed };
}

/** False when the address is taken. Looks before it writes, as a violated constraint would end the transaction. */
async function renameRow(
  db: NotedDb,
  name: { aliasId: string; domainId: string; localPart: string },
): Promise<boolean> {
  const { aliasId, domainId, localPart } = name;
  const others = await readAliasIds(db, { domainId, localPart, whereabouts: 'any' });
  const which = { ids: others.length === 0 ? [aliasId] : [], whereabouts: 'any' } as const;
  const moved = await changeAliasRows(db, which, { localPart, improvmxId: null, everUsed: false }).catch(
    (error: unknown) => {
      // Somebody else took the address between our look and our write.
      throw isUniqueViolation(error) ? new AppError('alias_unavailable') : error;
    },
  );
  return moved.length > 0;
}

/**
 * Gives an alias another address of its domain. The old one stays blocked for everybody else, and the SMTP credential,
 * which signs in with it, ends. Taken, tombstoned and retired run the same statements and end alike. Runs in the
 * caller's transaction.
 * @throws AppError alias_unavailable.
 */
export async function moveAlias(db: NotedDb, context: MoveContext, alias: Alias, localPart: string): Promise<void> {
  const { keys, clock, domains, provider } = context;
  const { userId, domain } = alias;
  const usable = await findUsableDomain(db, domains, { userId, name: domain });
  if (usable === null) throw new AppError('alias_unavailable');
  const { id: domainId, shared } = usable;
  await endBinnedName(db, context, { userId, domainId, localPart });
  await endOthersRole(db, context, { userId, domain: usable, localPart });
  const ofDomain = shared ? null : domainId;
  const former = { userId, address: `${alias.alias}@${domain}`, ofDomain, ...(await findPast(db, alias.id)) };
  await provider.changeCredentials(db, { aliasId: alias.id, userId }, () =>
    db.deleteFrom('smtpCredentials').where('aliasId', '=', alias.id).execute(),
  );
  const moved = await renameRow(db, { aliasId: alias.id, domainId, localPart });
  const address = `${localPart}@${domain}`;
  const { free } = await liftTombstone(db, keys, {
    userId,
    address,
    ofDomain,
    aliasId: alias.id,
    claimed: claimsRole({ domain: usable, localPart }),
  });
  if (!moved || !free || usable.retired) throw new AppError('alias_unavailable');
  await placeTombstone(db, keys, former, new Date(clock.now()));
}
