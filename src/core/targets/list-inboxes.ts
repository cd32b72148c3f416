import type { CoreContext } from '#core/core-context.ts';
import { openInbox, type Inbox } from '#core/targets/open-inbox.ts';
import { selectTargets } from '#core/targets/select-targets.ts';

/** An inbox with how many aliases forward to it. */
export interface CountedInbox extends Inbox {
  readonly aliases: number;
}

/** The inboxes of an account, oldest first; its webhooks are none. */
export async function listInboxes(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<CountedInbox[]> {
  const rows = await selectTargets(db)
    .select('targets.createdAt')
    .select(({ selectFrom }) =>
      selectFrom('aliasTargets')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('targetId', '=', 'targets.id')
        .as('aliases'),
    )
    .where('targets.userId', '=', userId)
    .where('targets.kind', '=', 'email')
    .orderBy('targets.createdAt')
    .orderBy('targets.id')
    .execute();
  return rows.map((row) => ({ ...openInbox(keys, row), aliases: Number(row.aliases) }));
}
