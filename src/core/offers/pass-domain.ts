import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { endDomainCredential } from '#core/credentials/account-credentials.ts';
import { forgetChoices } from '#core/domains/forget-choices.ts';
import { endLinks } from '#core/links/secret-links.ts';
import { passAliases, type Passing } from '#core/offers/pass-aliases.ts';
import { eraseAliases } from '#core/own-domains/erase-aliases.ts';
import { labelContext, memberSince } from '#core/own-domains/members.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { checkDomainRoom } from '#core/own-domains/read-domains.ts';
import { isProvenNow, isTakenByRelated, lockName } from '#core/own-domains/settle-checks.ts';
import type { Db } from '#database/database.ts';
import { domainWords } from '#messages/server/domains.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface PassingDomain extends Passing {
  readonly domainId: string;
  readonly withAliases: boolean;
}

/** The row of a domain that may pass, held. @throws AppError link_unusable, domain_unproven, domain_exists, domain_taken. */
async function getPassing(db: Db, { domainId, giverId, takerId }: PassingDomain) {
  const found = await db.selectFrom('domains').select('name').where('id', '=', domainId).executeTakeFirst();
  const rows = found === undefined ? [] : await lockName(db, found.name);
  const row = rows.find(({ id }) => id === domainId);
  if (row?.ownerId !== giverId) throw new AppError('link_unusable');
  if (!isProvenNow(row)) throw new AppError('domain_unproven');
  if (rows.some(({ ownerId }) => ownerId === takerId)) throw new AppError('domain_exists');
  // A name above or below it that the giver keeps.
  if (row.kind === 'own' && (await isTakenByRelated(db, { name: row.name, userId: takerId }))) {
    throw new AppError('domain_taken');
  }
  return row;
}

/** Who may use it stays as it is, but for the two. */
async function passMembership(db: Db, context: OwnDomainContext, passing: PassingDomain): Promise<void> {
  const { domainId, giverId, takerId, withAliases } = passing;
  const createdAt = await memberSince(db, context, { domainId, userId: giverId });
  const members = db.deleteFrom('domainMembers').where('domainId', '=', domainId);
  const former = await members.where('userId', '=', takerId).returning('userId').executeTakeFirst();
  await db.deleteFrom('domainMembers').where('domainId', '=', domainId).where('userId', '=', giverId).execute();
  if (former === undefined) await checkDomainRoom(db, takerId);
  await db.insertInto('domainMembers').values({ domainId, userId: takerId, role: 'admin', createdAt }).execute();
  if (withAliases) return;
  const labelSealed = context.keys.seal(labelContext(domainId), domainWords.formerOwner);
  const maker = { domainId, userId: giverId, role: 'maker', labelSealed, createdAt } as const;
  await db.insertInto('domainMembers').values(maker).execute();
}

/** The giver's own aliases on it; those in the bin are erased, and their names stay closed. */
async function passOwnAliases(db: Db, context: OwnDomainContext, passing: PassingDomain): Promise<string[]> {
  const { domainId, giverId } = passing;
  const aliases = await readAliasRows(db, { userId: giverId, domainId, whereabouts: 'any' }, ['id', 'binnedAt']);
  const binned = aliases.filter(({ binnedAt }) => binnedAt !== null);
  await eraseAliases(
    db,
    context,
    binned.map(({ id: aliasId }) => ({ aliasId, userId: giverId })),
  );
  const live = aliases.filter(({ binnedAt }) => binnedAt === null).map(({ id }) => id);
  return passAliases(db, context, passing, live);
}

/**
 * Makes a domain another account's. What its former owner chose for it ends: rules, catch-all, inboxes of new aliases, invitations.
 * It takes mail all the time; its new owner has some days to publish a proof of their own. Members keep their aliases.
 * @throws AppError link_unusable, domain_unproven, domain_exists, domain_taken, too_many_domains, too_many_aliases.
 */
export async function passDomain(db: Db, context: OwnDomainContext, passing: PassingDomain): Promise<void> {
  const { domainId, takerId, withAliases } = passing;
  const { kind } = await getPassing(db, passing);
  const now = context.clock.now();
  await forgetChoices(db, [domainId]);
  await endLinks(db, 'domain_invitation', { domainId });
  await db
    .updateTable('domains')
    .set({
      ownerId: takerId,
      contradictedSince: null,
      ...(kind === 'own' && {
        proofDueAt: new Date(now + limits.proofDays * dayMs),
        checksSealed: null,
        checkedAt: null,
        nextCheckAt: new Date(now),
      }),
    })
    .where('id', '=', domainId)
    .execute();
  await passMembership(db, context, passing);
  if (!withAliases) return;
  await passOwnAliases(db, context, passing);
  await endDomainCredential(db, passing.giverId, domainId);
}
