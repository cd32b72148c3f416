import { isLanguage, type Language } from '#contract/account/languages.ts';
import { AppError } from '#contract/errors.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { Correspondents, CorrespondentAlias } from '#core/contacts/correspondents.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { recordUndo } from '#core/undos/undos.ts';
import { openUnsubscribeToken, type UnsubscribeOrder } from '#core/unsubscribe/unsubscribe-token.ts';

export interface UnsubscribeContext extends Pick<
  TargetContext,
  'database' | 'keys' | 'clock' | 'random' | 'limiter' | 'provider'
> {
  readonly correspondents: Correspondents;
}

/** A link as it stands now. */
export interface UnsubscribeLink {
  readonly act: UnsubscribeOrder['act'];
  /** `name@domain` */
  readonly alias: string;
  /** Whom it blocks; null: it pauses the alias. */
  readonly sender: string | null;
  /** `done`: by such a link, which can undo it; `owned`: its owner did it in another way, which no link undoes. */
  readonly state: 'open' | 'done' | 'owned';
  /** What the owner reads; null: nobody knows. */
  readonly language: Language | null;
}

interface FoundLink {
  readonly order: UnsubscribeOrder;
  readonly alias: CorrespondentAlias;
  readonly state: UnsubscribeLink['state'];
  readonly language: Language | null;
}

const states = { owner: 'owned', link: 'done' } as const;

/** Null: the token is not ours or has run out, or the alias is deleted or somebody else's by now. */
async function findLink(context: UnsubscribeContext, token: string): Promise<FoundLink | null> {
  const { clock, correspondents, database, keys } = context;
  const order = openUnsubscribeToken(keys, token, clock.now());
  if (order === null) return null;
  const which = { ids: [order.aliasId], userId: order.userId };
  const [row] = await readAliasRows(database.db, which, [
    'id',
    'userId',
    'address',
    'domain',
    'active',
    'pausedByLink',
  ]);
  if (row === undefined) return null;
  const { id, userId, address, domain } = row;
  const alias = { id, userId, address, domain };
  const owner = await database.db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  const pausedBy = row.pausedByLink ? 'link' : 'owner';
  const block = order.act === 'block' ? await correspondents.findBlock(alias, order.sender) : null;
  const by = order.act === 'pause' && !row.active ? pausedBy : block;
  return {
    order,
    alias,
    state: by === null ? 'open' : states[by],
    language: isLanguage(owner?.language) ? owner.language : null,
  };
}

function describe({ order, alias, state, language }: FoundLink): UnsubscribeLink {
  return { act: order.act, alias: alias.address, sender: order.act === 'block' ? order.sender : null, state, language };
}

/** What a link would do, and has done. Changes nothing. Null for one that does nothing (any more). */
export async function readUnsubscribeLink(context: UnsubscribeContext, token: string): Promise<UnsubscribeLink | null> {
  const found = await findLink(context, token);
  return found && describe(found);
}

/** Pauses an alias, or lifts the pause where a link made it. Its owner finds that among the changes that can be undone. */
async function switchByLink(context: UnsubscribeContext, alias: CorrespondentAlias, active: boolean): Promise<void> {
  const own = { aliasId: alias.id, userId: alias.userId };
  await context.database.db.transaction().execute((transaction) =>
    context.provider.changeAliases(transaction, own, async (db) => {
      const { id: aliasId, userId, address } = alias;
      const [row] = await readAliasRows(db, { ids: [aliasId], userId }, ['active', 'pausedByLink'], 'update');
      if (row === undefined || row.active === active || row.pausedByLink !== active) return;
      await changeAliasRows(db, { ids: [aliasId] }, { active, pausedByLink: !active });
      await recordUndo(db, context, alias.userId, { aliases: [{ aliasId, address, active: [!active, active] }] });
    }),
  );
}

async function blockByLink(
  { correspondents }: UnsubscribeContext,
  { alias, order }: FoundLink,
  blocked: boolean,
): Promise<void> {
  if (order.act !== 'block') return;
  if (!(await correspondents.setBlockedByLink(alias, order.sender, blocked))) throw new AppError('rate_limited');
}

/**
 * Does what a link says, or undoes what such a link did, and tells how it stands afterwards. Done twice it is done once. Null for a link
 * that does nothing (any more). @throws AppError rate_limited.
 */
export async function useUnsubscribeLink(
  context: UnsubscribeContext,
  token: string,
  wish: 'act' | 'undo',
): Promise<UnsubscribeLink | null> {
  const found = await findLink(context, token);
  if (found === null) return null;
  await context.limiter.take('unsubscribesPerAlias', { text: found.alias.id });
  const acts = wish === 'act';
  await (found.order.act === 'pause' ? switchByLink(context, found.alias, !acts) : blockByLink(context, found, acts));
  return readUnsubscribeLink(context, token);
}
