import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '#platform/clock.ts';

/** SQL of a time that the clock gave. */
export function timeSql(ms: number): string {
  return `'${new Date(ms).toISOString()}'::timestamptz`;
}

/** SQL: the day (UTC) of a time. */
function dayOf(now: string): string {
  return `(${now}::timestamptz at time zone 'UTC')::date`;
}

/** SQL: by what the life of an alias is over (`AliasEnd`); null: it is not. `now`: SQL of a time; `a`: the row. */
export function endedBy(now: string, a = 'a'): string {
  return `(case when ${a}.expires_at <= ${now} then 'date' when ${a}.messages_left <= 0 then 'count'
    when ${a}.last_used_on + ${a}.idle_days < ${dayOf(now)} then 'idle' end)`;
}

/** SQL: whether there is nothing to note of a use of the alias `a` now: that it ever was, and of an idling one the day. */
export function isUseNoted(now: string): string {
  return `(a.ever_used and (a.idle_days is null or a.last_used_on >= ${dayOf(now)}))`;
}

/** The day (UTC) that the clock gives, for a column. */
export function today(clock: Clock): RawBuilder<Date> {
  return sql<Date>`${new Date(clock.now()).toISOString().slice(0, 10)}::date`;
}
