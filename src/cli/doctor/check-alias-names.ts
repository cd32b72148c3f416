import { ok, warning, type Finding } from '#cli/doctor/doctor-context.ts';
import { isReverseName, reverseForm } from '#contract/reserved-names/reverse-names.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { Database } from '#database/database.ts';

/** Aliases that are named. */
const shownMax = 20;
/** Names of that form that are looked at. */
const lookedAtMax = 10_000;

/**
 * Aliases, in the bin or not, whose names have the form of a reverse address: mail to them is theirs, as they were there before there were such
 * addresses, or came by a backup. What was given up is kept by keyed hash alone and cannot be named.
 */
export async function checkAliasNames({ db }: Database): Promise<Finding> {
  const which = { nameLike: `^${reverseForm}$`, first: lookedAtMax, whereabouts: 'any' } as const;
  const rows = await readAliasRows(db, which, ['localPart', 'address']);
  const found = rows.filter(({ localPart }) => isReverseName(localPart));
  if (found.length === 0) return ok('No alias has the name of a reverse address');
  const shown = found
    .map(({ address }) => address)
    .toSorted()
    .slice(0, shownMax);
  return warning(
    `Aliases with the name of a reverse address: ${found.length}`,
    `They keep their mail. Ask their owners for other names:\n${shown.join('\n')}`,
  );
}
