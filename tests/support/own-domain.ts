import type { CoreContext } from '#core/core-context.ts';
import type { CatchAll, DomainRole, DomainState } from '#database/domains/domain-tables.ts';
import { addTarget } from '#support/add-target.ts';

interface OwnDomainOptions {
  readonly userId: string;
  readonly name: string;
  readonly catchAll?: CatchAll;
  readonly state?: DomainState;
  /** Addresses of confirmed inboxes that its new aliases forward to. */
  readonly forwardTo?: readonly string[];
}

/** A domain of an account, as it stands once its DNS was proven. */
export async function addOwnDomain(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock' | 'random'>,
  { userId, name, catchAll = 'off', state = 'verified', forwardTo = [] }: OwnDomainOptions,
): Promise<{ readonly id: string; readonly name: string }> {
  const { db } = context.database;
  const id = context.random.uuid();
  await db
    .insertInto('domains')
    .values({ id, name, kind: 'own', state, ownerId: userId, catchAll, changedAt: new Date(context.clock.now()) })
    .execute();
  await db.insertInto('domainMembers').values({ domainId: id, userId, role: 'admin' }).execute();
  for (const [position, target] of forwardTo.entries()) {
    const targetId = await addTarget(context, { userId, target, confirmed: true });
    await db.insertInto('domainTargets').values({ domainId: id, targetId, position }).execute();
  }
  return { id, name };
}

/** Makes accounts members of a domain, as an invitation does. */
export async function addMembers(
  { database }: Pick<CoreContext, 'database'>,
  domainId: string,
  userIds: readonly string[],
  role: DomainRole = 'maker',
): Promise<void> {
  const rows = userIds.map((userId) => ({ domainId, userId, role }));
  await database.db.insertInto('domainMembers').values(rows).execute();
}

/** Aliases as they stand since before a rule about their names, without targets. */
export async function addAliasRows(
  { database, random }: Pick<CoreContext, 'database' | 'random'>,
  { names, ...row }: { readonly userId: string; readonly domainId: string; readonly names: readonly string[] },
): Promise<void> {
  const rows = names.map((localPart) => ({ ...row, id: random.uuid(), localPart }));
  await database.db.insertInto('aliases').values(rows).execute();
}
