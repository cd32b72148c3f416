import type { KeyRing } from '#core/keys/key-ring.ts';
import { targetValueContext } from '#core/targets/target-value.ts';

/** A target of an alias that mail goes to, as the `alias_targets` row leads there. */
export interface AliasRoute {
  /** Of the `alias_targets` row; bigint as text. */
  readonly linkId: string;
  readonly targetId: string;
  readonly kind: 'email' | 'webhook';
  /** It refused mail lately. */
  readonly fails: boolean;
  /** The inbox's address or the webhook's URL, opened. */
  readonly target: string;
}

/** `routeColumns` of an alias; all null for one without targets. */
export interface RouteRow {
  readonly link_id: string | null;
  readonly target_id: string | null;
  readonly kind: AliasRoute['kind'] | null;
  readonly fails: boolean | null;
  readonly value_sealed: Buffer | null;
  readonly takes_mail: boolean | null;
}

/** SQL: whether the target `t` is confirmed and not switched off. The one place that says so. */
export const takesMail = '(t.confirmed_at is not null and t.disabled_at is null)';

/** SQL: what `openRoute` takes, of `alias_targets l` and `targets t`. */
export const routeColumns = `l.id as link_id, t.id as target_id, t.kind, t.failing_since is not null as fails,
  t.value_sealed, ${takesMail} as takes_mail`;

/** SQL: the first route of the alias `a`, by which bounces of what it sends come back; null where it has none. */
export const firstRoute = `(
  select l.id from alias_targets l join targets t on t.id = l.target_id
  where l.alias_id = a.id and ${takesMail} order by t.kind, l.position limit 1)`;

/** Opens the target of a row; null where no mail goes. */
export function openRoute(keys: KeyRing, row: RouteRow): AliasRoute | null {
  const { link_id: linkId, target_id: targetId, kind, fails, value_sealed: sealed, takes_mail: takes } = row;
  if (linkId === null || targetId === null || kind === null || sealed === null || takes !== true) return null;
  const target = keys.open(targetValueContext(targetId), sealed).toString();
  return { linkId, targetId, kind, fails: fails === true, target };
}
