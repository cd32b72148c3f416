import type { CoreContext } from '#core/core-context.ts';
import { targetHash, targetValueContext } from '#core/targets/target-value.ts';
import { systemRandom } from '#platform/random.ts';

/** An inbox or webhook of an account; returns its id. */
export async function addTarget(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  { userId, target, confirmed }: { userId: string; target: string; confirmed: boolean },
): Promise<string> {
  const id = systemRandom.uuid();
  await database.db
    .insertInto('targets')
    .values({
      id,
      userId,
      kind: target.startsWith('http') ? 'webhook' : 'email',
      valueSealed: keys.seal(targetValueContext(id), target),
      valueHash: targetHash(keys, target),
      confirmedAt: confirmed ? new Date() : null,
    })
    .execute();
  return id;
}
