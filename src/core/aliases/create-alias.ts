import type { Alias, CreateAliasInput } from '#contract/aliases.ts';
import { findAliasRoom } from '#core/aliases/alias-quota.ts';
import { checkOwner } from '#core/aliases/alias-input.ts';
import { withdrawAlias } from '#core/aliases/delete-alias.ts';
import { placeAlias } from '#core/aliases/place-alias.ts';
import { findStateFault } from '#core/forwarding-provider.ts';
import { requestConfirmation } from '#core/confirmation/request-confirmation.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';

export interface AliasCreator {
  /** The account the alias is for. */
  readonly ownerId: string;
  /** The account that is signed in. */
  readonly askerId: string;
  /** IP address of the client; only counted, by keyed hash. */
  readonly ip: string;
  /** The id that it had before it was deleted, by which programs know it; left out: a new one. */
  readonly formerId?: string;
}

/**
 * Makes an alias and asks its new inboxes to confirm themselves. Beyond the limits for such mail the alias is
 * made all the same and the inbox stays unconfirmed. `along`: what is written with it, or not at all.
 * @throws AppError not_found, rate_limited, alias_reserved, invalid_input, alias_unavailable, too_many_aliases,
 * provider_refused.
 */
export async function createAlias(
  context: TargetContext,
  input: CreateAliasInput,
  { ownerId: userId, askerId, ip, formerId }: AliasCreator,
  along?: (db: Db, alias: Alias) => Promise<void>,
): Promise<Alias> {
  checkOwner(userId, askerId);
  await context.limiter.take('aliasCreationPerUser', { userId });
  const { alias: placed, lifted } = await context.database.db.transaction().execute(async (transaction) => {
    const { left, refusal } = await findAliasRoom(transaction, context, userId);
    if (left < 1) throw refusal;
    const made = await placeAlias(transaction, context, { userId, input, ...(formerId !== undefined && { formerId }) });
    await along?.(transaction, made.alias);
    return made;
  });
  const alias = await context.provider.pushAlias(placed);
  const fault = findStateFault(alias.providerState);
  if (fault !== null) {
    await withdrawAlias(context, { aliasId: alias.id, userId }, lifted);
    throw fault;
  }
  for (const target of alias.targets) await requestConfirmation(context, { userId, target, ip });
  return alias;
}
