import { sql } from 'kysely';
import type { Event } from '#contract/site.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';

interface EventContext extends Pick<CoreContext, 'database' | 'clock'> {
  readonly limiter: RateLimiter;
}

function labelOf(event: Event): string {
  if ('path' in event) return event.path;
  return 'label' in event ? (event.label ?? '') : '';
}

/**
 * Adds one to an event's count of the day (UTC). Nothing about who is stored. Beyond the limit of a network
 * it counts nothing and says nothing.
 * @param ip of the client; only counted, by keyed hash
 */
export async function countEvent({ database, clock, limiter }: EventContext, event: Event, ip: string): Promise<void> {
  if (!(await limiter.tryTake('eventsPerNetwork', { ip }))) return;
  await database.db
    .insertInto('dailyCounts')
    .values({
      // As text: the driver would write a Date in the time zone of this machine.
      day: sql<Date>`${new Date(clock.now()).toISOString().slice(0, 10)}::date`,
      name: event.name,
      category: 'category' in event ? event.category : undefined,
      label: labelOf(event),
      count: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'name', 'category', 'label'])
        .doUpdateSet({ count: sql<string>`daily_counts.count + 1` }),
    )
    .execute();
}
