import { standingOf, type AliasEnd, type AliasStanding } from '#contract/alias-standing.ts';
import { endedBy } from '#core/alias-rows/alias-life.ts';

/** SQL: whether the target `t` is confirmed and not switched off. The one place that says so. */
export const takesMail = '(t.confirmed_at is not null and t.disabled_at is null)';

/** SQL: whether the alias `a` forwards to a target `t` of which this holds. */
export function forwardsToOne(condition: string): string {
  return `exists (
    select from alias_targets l join targets t on t.id = l.target_id where l.alias_id = a.id and ${condition})`;
}

/**
 * SQL: whether the operator has stopped this of the account `u`. Whose sending alone is suspended stands as ever for mail that comes in, and
 * nobody sends whose mail is stopped.
 */
export const isSuspended = {
  receiving: `u.suspended is not distinct from 'all'`,
  sending: 'u.suspended is not null',
} as const;

/** SQL: whether the domain `d` is shared, or somebody has proven it. Any number of accounts may claim a name. */
export const isHeld = `(d.kind = 'shared' or d.state in ('verified', 'failing'))`;

/**
 * SQL: how an alias stands, of `aliases a`, `users u` and `domains d`, which is null for one that is shared. `now`: SQL of a time; `isLost`: of
 * whether it is no longer its holder's.
 */
export function standingColumns(now: string, use: keyof typeof isSuspended, isLost = `d.state = 'lost'`): string {
  return `a.active and coalesce(d.enabled, true) as active, u.leaving_at is not null as leaving,
    ${isSuspended[use]} as suspended, ${endedBy(now)} as ended, coalesce(${isLost}, false) as lost`;
}

/** The facts of an alias that these columns are made of, and those that say whose it is and under which name. */
export const standingFacts = [
  ...(['id', 'userId', 'domainId', 'localPart', 'createdAt'] as const),
  ...(['active', 'expiresAt', 'messagesLeft', 'lastUsedOn', 'idleDays'] as const),
] as const;

/** `standingColumns` as read. */
export interface StandingRow {
  readonly active: boolean;
  readonly leaving: boolean;
  readonly suspended: boolean;
  readonly ended: AliasEnd | null;
  readonly lost: boolean;
}

/** A row with how the alias stands in the place of what that is told by. `takes`: one of its targets takes mail. */
export function withStanding<Row extends StandingRow>(row: Row, takes: boolean) {
  const { active, leaving, suspended, ended, lost, ...rest } = row;
  return { ...rest, standing: standingOf({ active, leaving, suspended, ended, lost, takesMail: takes }) };
}

/** How the alias of a row stands. */
export function readStanding(row: StandingRow, takes: boolean): AliasStanding {
  return withStanding(row, takes).standing;
}
