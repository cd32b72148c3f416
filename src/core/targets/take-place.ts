import { sql } from 'kysely';
import { copyLinks } from '#core/alias-rows/alias-links.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { openTargetKey, sealTargetKey } from '#core/targets/target-key.ts';
import type { Db } from '#database/database.ts';

type PlaceContext = Pick<TargetContext, 'keys' | 'provider'>;

interface Replacement {
  readonly userId: string;
  readonly targetId: string;
  readonly formerId: string;
}

/** Mail that was encrypted goes on being so, to the same key. */
async function takeKey(db: Db, { keys }: PlaceContext, { targetId, formerId }: Replacement): Promise<void> {
  const former = await db
    .selectFrom('targets')
    .select('encryptionKeySealed')
    .where('id', '=', formerId)
    .executeTakeFirst();
  const key = openTargetKey(keys, formerId, former?.encryptionKeySealed ?? null);
  if (key === null) return;
  await db
    .updateTable('targets')
    .set({ encryptionKeySealed: sealTargetKey(keys, targetId, key) })
    .where('id', '=', targetId)
    .where('encryptionKeySealed', 'is', null)
    .execute();
}

/** What its owner keeps from going out of the former does not go out of the new one. How replies are proven is said of each address. */
async function takeChoices(db: Db, { targetId, formerId }: Replacement): Promise<void> {
  await sql`
    update targets made set may_send = made.may_send and former.may_send,
      drop_keys = made.drop_keys or former.drop_keys, drop_signatures = made.drop_signatures or former.drop_signatures
    from targets former where made.id = ${targetId} and former.id = ${formerId}`.execute(db);
}

/** Where two would stand beside each other the new one stays. */
async function takeLinks(db: Db, { userId, targetId, formerId }: Replacement): Promise<void> {
  await copyLinks(db, formerId, targetId);
  await sql`
    insert into domain_targets (domain_id, target_id, position)
    select domain_id, ${targetId}, position from domain_targets where target_id = ${formerId}
    on conflict do nothing`.execute(db);
  await sql`
    insert into domain_rule_targets (rule_id, target_id, position)
    select rule_id, ${targetId}, position from domain_rule_targets where target_id = ${formerId}
    on conflict do nothing`.execute(db);
  await db
    .updateTable('users')
    .set({ defaultTargetId: targetId })
    .where('id', '=', userId)
    .where('defaultTargetId', '=', formerId)
    .execute();
  // Clients of SimpleLogin know it as the same inbox with another address.
  await sql`delete from client_numbers where user_id = ${userId} and target_id = ${targetId}`.execute(db);
  await sql`update client_numbers set target_id = ${targetId} where user_id = ${userId} and target_id = ${formerId}`.execute(
    db,
  );
}

/**
 * An inbox whose owner has agreed comes in the place of the one that it was to replace, if it was: in all aliases, domains and rules,
 * as the default, with its key and what is kept from going out; the other one goes. Runs in the caller's transaction, behind `lockAccount`.
 * `tell`: before a confirmed one goes.
 */
export async function takePlace(
  db: Db,
  context: PlaceContext,
  targetId: string,
  tell: (former: { readonly userId: string; readonly targetId: string }) => Promise<void>,
): Promise<void> {
  const found = await db
    .selectFrom('targets as made')
    .innerJoin('targets as former', 'former.id', 'made.replacesTargetId')
    .select(['made.userId', 'former.id as formerId', 'former.confirmedAt'])
    .where('made.id', '=', targetId)
    .where('made.confirmedAt', 'is not', null)
    .whereRef('former.userId', '=', 'made.userId')
    .executeTakeFirst();
  if (found === undefined) return;
  const { userId, formerId } = found;
  const replacement = { userId, targetId, formerId };
  if (found.confirmedAt !== null) await tell({ userId, targetId: formerId });
  await context.provider.changeAliases(db, { targetId: formerId }, async (noted) => {
    await takeKey(noted, context, replacement);
    await takeChoices(noted, replacement);
    await takeLinks(noted, replacement);
    // It replaces nothing from here on (`on delete set null`).
    await noted.deleteFrom('targets').where('id', '=', formerId).execute();
  });
}
