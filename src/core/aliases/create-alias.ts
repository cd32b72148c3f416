import { tooManyTargets, type Alias, type AliasTarget, type CreateAliasInput } from '#contract/aliases.ts';
import type { EmailAddress } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { parseForwardTarget, splitForwardTo } from '#contract/forward-to.ts';
import { limits } from '#contract/limits.ts';
import { isReservedName, reservedNameMessage } from '#contract/reserved-names.ts';
import { aliasView, type AliasRow } from '#core/aliases/alias-view.ts';
import { checkOwner } from '#core/aliases/check-owner.ts';
import { liftTombstone } from '#core/aliases/tombstones.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import { findTargetFault } from '#core/targets/find-target-fault.ts';
import { requestConfirmation } from '#core/targets/request-confirmation.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

export interface AliasCreator {
  /** The account the alias is for. */
  readonly ownerId: string;
  /** The account that is signed in. */
  readonly askerId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
}

const fieldError = (field: keyof CreateAliasInput, text: string): AppError =>
  new AppError('invalid_input', { errors: { [field]: [text] } });

/** @throws AppError invalid_input when mail cannot be forwarded to one of the targets. */
const readTargets = (context: TargetContext, forwardTo: string): EmailAddress[] => {
  const emails = new Map<string, EmailAddress>();
  for (const piece of splitForwardTo(forwardTo)) {
    const target = parseForwardTarget(piece);
    if (target?.kind !== 'email') {
      throw fieldError('forwardTo', 'Webhook URLs are not available yet. Please use email addresses.');
    }
    const fault = findTargetFault(context, target.email);
    if (fault !== null) throw fieldError('forwardTo', fault);
    if (!emails.has(target.email.normalised)) emails.set(target.email.normalised, target.email);
  }
  if (emails.size > limits.targetsPerAlias) throw fieldError('forwardTo', tooManyTargets);
  return [...emails.values()];
};

const findDomain = ({ domains }: TargetContext, name: string): MailDomain => {
  const domain = domains.find(name);
  if (domain === null) throw fieldError('domain', 'This domain is not available');
  return domain;
};

/**
 * Takes the address. Taken, tombstoned and retired run the same statements and end alike. The insert comes
 * first: it waits for a deletion under way, whose tombstone the next statement then sees.
 * @throws AppError alias_unavailable.
 */
const insertAlias = async (
  db: Db,
  { keys, clock, random }: TargetContext,
  { userId, domain, input }: { userId: string; domain: MailDomain; input: CreateAliasInput },
): Promise<AliasRow> => {
  const row = await db
    .insertInto('aliases')
    .values({
      id: random.uuid(),
      userId,
      domainId: domain.id,
      localPart: input.alias,
      notes: input.notes?.trim() ? input.notes : null,
      createdAt: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.columns(['localPart', 'domainId']).doNothing())
    .returning(['id', 'userId', 'localPart', 'active', 'notes', 'createdAt'])
    .executeTakeFirst();
  const free = await liftTombstone(db, keys, { userId, address: `${input.alias}@${domain.name}` });
  if (row === undefined || !free || domain.retired) throw new AppError('alias_unavailable');
  return row;
};

const linkTargets = async (
  db: Db,
  { clock }: TargetContext,
  aliasId: string,
  targets: readonly AliasTarget[],
): Promise<void> => {
  const createdAt = new Date(clock.now());
  const rows = targets.map((target, position) => ({ aliasId, targetId: target.id, position, createdAt }));
  await db.insertInto('aliasTargets').values(rows).execute();
};

/**
 * Makes an alias and asks its new inboxes to confirm themselves. Beyond the limits for such mail the alias is
 * made all the same and the inbox stays unconfirmed.
 * @throws AppError not_found, rate_limited, alias_reserved, invalid_input, alias_unavailable.
 */
export const createAlias = async (
  context: TargetContext,
  input: CreateAliasInput,
  { ownerId: userId, askerId, ip }: AliasCreator,
): Promise<Alias> => {
  checkOwner(userId, askerId);
  await context.limiter.take('aliasCreationPerUser', { userId });
  if (isReservedName(input.alias)) {
    const message = reservedNameMessage(input.alias);
    throw new AppError('alias_reserved', { message, errors: { alias: [message] } });
  }
  const domain = findDomain(context, input.domain);
  const emails = readTargets(context, input.forwardTo);
  const { row, targets } = await context.database.db.transaction().execute(async (transaction) => {
    const inserted = await insertAlias(transaction, context, { userId, domain, input });
    const ensured = await ensureTargets(transaction, context, userId, emails);
    await linkTargets(transaction, context, inserted.id, ensured);
    return { row: inserted, targets: ensured };
  });
  for (const target of targets) await requestConfirmation(context, { userId, target, ip });
  return aliasView(row, domain.name, targets);
};
