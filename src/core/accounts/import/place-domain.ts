import type { PlannedDomain } from '#core/accounts/import/plan-row.ts';
import { fromNameColumn } from '#core/aliases/standing/from-name.ts';
import { descriptionColumn } from '#core/own-domains/description.ts';
import { claimWithin, setForwardTo } from '#core/own-domains/own-domains.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { readDomainName } from '#core/own-domains/read-domain-name.ts';
import { checkPatterns, writeRules } from '#core/rules/domain-rules.ts';
import type { TargetRecord } from '#core/targets/target-views.ts';
import type { Db } from '#database/database.ts';
import { importWords } from '#messages/server/answers.ts';

interface PlacedDomain {
  readonly outcome: 'created' | 'exists';
  readonly message: string;
  /** It was not the account's before. */
  readonly claimed: boolean;
  readonly targets: readonly TargetRecord[];
}

/** The domain of that name that is the account's. */
function findOwned(db: Db, userId: string, name: string) {
  return db
    .selectFrom('domains')
    .select(['id', 'catchAll', 'rulesRevision'])
    .where('name', '=', name)
    .where('ownerId', '=', userId)
    .where('state', '!=', 'lost')
    .executeTakeFirst();
}

/** What its owner chose already stays. */
async function isSettled(db: Db, { id, catchAll, rulesRevision }: NonNullable<Awaited<ReturnType<typeof findOwned>>>) {
  if (catchAll !== 'off' || rulesRevision > 0) return true;
  const target = db.selectFrom('domainTargets').select('targetId').where('domainId', '=', id);
  return (await target.executeTakeFirst()) !== undefined;
}

/**
 * Gives a domain of a file to the account, to be proven here like any other, with its catch-all, its rules and where its new
 * aliases forward to. One that is the account's already gets them where it has none. Runs in the caller's transaction, behind
 * `lockAccount`. @throws AppError invalid_input, domain_taken, too_many_domains, too_many_targets.
 */
export async function placeDomain(
  db: Db,
  context: OwnDomainContext,
  userId: string,
  { name: given, catchAll, forwardTo, rules, active, fromName, description }: PlannedDomain,
): Promise<PlacedDomain> {
  const wanted = await readDomainName(context, given);
  const owned = await findOwned(db, userId, wanted.name);
  if (owned !== undefined && (await isSettled(db, owned))) {
    return { outcome: 'exists', message: importWords.domainYours, claimed: false, targets: [] };
  }
  await checkPatterns(rules);
  const domainId = owned?.id ?? (await claimWithin(db, context, wanted, userId));
  const row = {
    catchAll,
    enabled: active,
    ...fromNameColumn(context.keys, 'domains', domainId, fromName),
    ...descriptionColumn(context.keys, domainId, description),
  };
  await db.updateTable('domains').set(row).where('id', '=', domainId).execute();
  const targets = [
    ...(await setForwardTo(db, context, { domainId, userId }, forwardTo)),
    ...(rules.length > 0 ? await writeRules(db, context, { domainId, ownerId: userId, isOwner: true, rules }) : []),
  ];
  await context.provider.noteDomain(db, domainId);
  const isProven = wanted.kind === 'sub';
  const claimedWords = isProven ? importWords.domainGiven : importWords.domainBrought;
  const message = owned === undefined ? claimedWords : importWords.domainSettings;
  return { outcome: 'created', message, claimed: owned === undefined, targets };
}
