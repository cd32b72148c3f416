import { z } from '@hono/zod-openapi';
import { AppError } from '#contract/errors.ts';
import { numberAll } from '#core/aliases/clients/client-numbers.ts';
import type { AliasRecord } from '#core/aliases/alias-record.ts';
import { listInClear } from '#core/aliases/alias-settings.ts';
import { readAlias } from '#core/aliases/read-aliases.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { nothingCounted, readAliasTotals } from '#core/stats/alias-counts.ts';

/** Their numbers for what an account has (`core/aliases/clients/client-numbers`). */
export const number = z.coerce.number().int().min(1).max(0x7fff_ffff);
export const numberParams = z.object({ id: number });

/** 0 where the account has no mail counted. */
const count = z.int().nonnegative();

export const mailboxOfAliasSchema = z.object({ id: z.int(), email: z.string() });

/** An alias, in the words of SimpleLogin. */
export const aliasSchema = z.object({
  id: z.int(),
  email: z.string(),
  /** The name that it sends with. */
  name: z.string().nullable(),
  enabled: z.boolean(),
  creation_date: z.string(),
  /** Seconds since 1970. */
  creation_timestamp: z.int(),
  note: z.string().nullable(),
  nb_block: count,
  nb_forward: count,
  nb_reply: count,
  /** One of its inboxes has a key. */
  support_pgp: z.boolean(),
  /** It is sent as it came, all the same. */
  disable_pgp: z.boolean(),
  pinned: z.boolean(),
  /** Where its mail goes: webhooks by their address. */
  mailbox: mailboxOfAliasSchema.nullable(),
  mailboxes: z.array(mailboxOfAliasSchema),
  /** Kauke keeps none. */
  latest_activity: z.null(),
});
type AliasResource = z.infer<typeof aliasSchema>;

/** `2026-01-31 08:00:00+00:00` */
export function dateText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')}+00:00`;
}

export function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** Aliases of one account in their words, in their order; without those that are gone meanwhile. */
export async function aliasResourcesOf(
  core: AccountContext,
  userId: string,
  aliases: readonly AliasRecord[],
): Promise<AliasResource[]> {
  const ids = aliases.map(({ id }) => id);
  const targetIds = [...new Set(aliases.flatMap(({ targets }) => targets.map(({ id }) => id)))];
  const numbers = await numberAll(core, { userId, kind: 'alias' }, ids);
  const targets = await numberAll(core, { userId, kind: 'target' }, targetIds);
  const totals = await readAliasTotals(core, userId, ids);
  const inClear = await listInClear(core, userId, ids);
  return aliases.flatMap((alias) => {
    const id = numbers.get(alias.id);
    if (id === undefined) return [];
    const { forwarded, dropped, replied } = totals.get(alias.id) ?? nothingCounted;
    const mailboxes = alias.targets.flatMap((target) => {
      const mailbox = targets.get(target.id);
      return mailbox === undefined ? [] : [{ id: mailbox, email: target.value }];
    });
    return {
      id,
      email: `${alias.localPart}@${alias.domain}`,
      name: alias.fromName,
      enabled: alias.active && alias.ended === null,
      creation_date: dateText(alias.createdAt),
      creation_timestamp: seconds(alias.createdAt),
      note: alias.notes,
      nb_block: dropped,
      nb_forward: forwarded,
      nb_reply: replied,
      support_pgp: alias.targets.some(({ key }) => key !== null),
      disable_pgp: inClear.has(alias.id),
      pinned: alias.pinned,
      mailbox: mailboxes[0] ?? null,
      mailboxes,
      latest_activity: null,
    };
  });
}

/** What a new alias is answered by: its address once more, which password managers read. */
export const newAliasSchema = aliasSchema.extend({ alias: z.string() });

/** One of them. @throws AppError not_found, for an alias of somebody else as for none. */
export async function showAlias(core: AccountContext, aliasId: string, userId: string): Promise<AliasResource> {
  const record = await readAlias(core.database.db, core, aliasId, userId);
  const [shown] = await aliasResourcesOf(core, userId, [record]);
  if (shown === undefined) throw new AppError('not_found');
  return shown;
}

export async function showNewAlias(core: AccountContext, aliasId: string, userId: string) {
  const shown = await showAlias(core, aliasId, userId);
  return { ...shown, alias: shown.email };
}
