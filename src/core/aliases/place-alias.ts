import type { Alias, CreateAliasInput } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { checkAliasName, checkOwnFields, readLife, readTargets } from '#core/aliases/alias-input.ts';
import { aliasView, type AliasRecord } from '#core/aliases/alias-record.ts';
import { linkTargets } from '#core/alias-rows/alias-links.ts';
import { insertAliasRow } from '#core/alias-rows/change-rows.ts';
import { columnsOf, openRow } from '#core/alias-rows/owner-columns.ts';
import { namesByAlias, readLabelled } from '#core/labels/label-names.ts';
import { addLabels, ensureLabels } from '#core/labels/alias-labels.ts';
import { claimsRole, endOthersRole } from '#core/aliases/claim-role.ts';
import { endBinnedName } from '#core/aliases/delete-alias.ts';
import { liftTombstone, type Tombstone } from '#core/aliases/tombstones.ts';
import { findUsableDomain, type UsableDomain } from '#core/domains/usable-domain.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

async function getDomain(
  db: Db,
  { domains }: TargetContext,
  wanted: { readonly userId: string; readonly name: string },
): Promise<UsableDomain> {
  const domain = await findUsableDomain(db, domains, wanted);
  if (domain === null) throw new AppError('invalid_input', { errors: { domain: [aliasFaultTexts.domainUnavailable] } });
  return domain;
}

interface NewAlias {
  readonly id: string;
  readonly userId: string;
  readonly domain: UsableDomain;
  readonly input: CreateAliasInput;
  readonly life: ReturnType<typeof readLife>;
}

/** What was made, and the tombstone of its address that had to give way. */
interface Placed<Made> {
  readonly alias: Made;
  readonly lifted: Tombstone | null;
}

/** Whether the account may still use a domain of accounts: it may have passed on while the insert waited for that. */
async function isStillUsable(db: Db, { domains }: TargetContext, userId: string, { name, shared }: UsableDomain) {
  return shared || (await findUsableDomain(db, domains, { userId, name })) !== null;
}

/**
 * Takes the address. Taken, tombstoned and retired run the same statements and end alike. The insert comes
 * first: it waits for a deletion under way, whose tombstone the next statement then sees.
 * @throws AppError alias_unavailable, also when the account is gone, or waits for the operator: no mail comes for it.
 */
async function insertAlias(
  db: NotedDb,
  context: TargetContext,
  { id, userId, domain, input, life }: NewAlias,
): Promise<Placed<Omit<AliasRecord, 'targets' | 'labels' | 'domainId' | 'domainKind' | 'fromName'>>> {
  const { keys, clock } = context;
  const wanted = { userId, domain, localPart: input.alias };
  await endBinnedName(db, context, { userId, domainId: domain.id, localPart: input.alias });
  await endOthersRole(db, context, wanted);
  const row = await insertAliasRow(db, {
    ...life,
    ...columnsOf(keys, id, input),
    id,
    userId,
    domainId: domain.id,
    localPart: input.alias,
    createdAt: new Date(clock.now()),
  });
  const address = `${input.alias}@${domain.name}`;
  const { free, lifted } = await liftTombstone(db, keys, {
    userId,
    address,
    ofDomain: domain.shared ? null : domain.id,
    aliasId: id,
    claimed: claimsRole(wanted),
  });
  if (row === undefined || !free || domain.retired || !(await isStillUsable(db, context, userId, domain))) {
    throw new AppError('alias_unavailable');
  }
  const alias = { ...openRow(keys, row), domain: domain.name, otherSenderOn: null, domainFault: null, ended: null };
  return { alias, lifted };
}

/**
 * Makes an alias of an account with its targets; sends nothing and counts against no limit. Runs in the caller's
 * transaction, which must not commit when it throws. `formerId`: what it was known by before it was deleted.
 * @throws AppError alias_reserved, invalid_input, alias_unavailable, too_many_targets, too_many_labels.
 */
export async function placeAlias(
  db: Db,
  context: TargetContext,
  {
    userId,
    input,
    formerId,
  }: { readonly userId: string; readonly input: CreateAliasInput; readonly formerId?: string },
): Promise<Placed<Alias>> {
  const domain = await getDomain(db, context, { userId, name: input.domain });
  checkAliasName(input.alias, domain);
  const wanted = readTargets(context, input.forwardTo);
  const life = readLife(context, input);
  checkOwnFields(context, input);
  const id = formerId ?? context.random.uuid();
  // Before the alias: see there.
  const { ids: labelIds } = await ensureLabels(db, context, userId, input.labels ?? []);
  return context.provider.changeAliases(db, { aliasId: id, userId }, async (notedDb) => {
    const { alias: row, lifted } = await insertAlias(notedDb, context, {
      id,
      userId,
      domain,
      input,
      life,
    });
    await addLabels(db, [id], labelIds);
    const targets = await ensureTargets(db, context, userId, wanted);
    await linkTargets(
      notedDb,
      context,
      [id],
      targets.map((target) => target.id),
    );
    const labelled = labelIds.length === 0 ? [] : await readLabelled(db, context, userId, [id]);
    return { alias: aliasView({ ...row, targets, labels: namesByAlias(labelled).get(id) ?? [] }), lifted };
  });
}
