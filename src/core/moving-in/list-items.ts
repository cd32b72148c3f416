import type { MoveVerdict } from '#contract/moves/move-names.ts';
import type { MoveItem } from '#contract/moves/moves.ts';
import { getMoveRow, openItem, type OwnMove } from '#core/moving-in/move-state.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';

interface Page {
  readonly verdict?: MoveVerdict | undefined;
  /** The `next` of the page before. */
  readonly after?: number | undefined;
}

const pageSize = 100;

/** What becomes of the aliases of a move, a page of them, what was used most first. @throws AppError not_found. */
export async function listItems(
  context: MovingContext,
  own: OwnMove,
  { verdict, after }: Page,
): Promise<{ readonly items: MoveItem[]; readonly next: number | null }> {
  const { database, keys } = context;
  await getMoveRow(database.db, own);
  let query = database.db
    .selectFrom('moveItems')
    .selectAll()
    .where('moveId', '=', own.moveId)
    .where('verdict', 'is not', null);
  if (verdict !== undefined) query = query.where('verdict', '=', verdict);
  if (after !== undefined) query = query.where('position', '>', after);
  const rows = await query
    .orderBy('position')
    .limit(pageSize + 1)
    .execute();
  const shown = rows.slice(0, pageSize);
  const items = shown.map((row): MoveItem => {
    const { address, becomes, forwardTo, note, labels, active } = openItem(keys, row);
    const { position, reason, aliasId, outcome } = row;
    const of = { address, becomes, forwardTo, note, labels, active };
    return { position, ...of, verdict: row.verdict ?? 'cannot', reason, aliasId, done: outcome !== null };
  });
  return { items, next: rows.length > pageSize ? (shown.at(-1)?.position ?? null) : null };
}
