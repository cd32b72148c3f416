import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

type Holder = 'aliases' | 'domains';

/** What the name of an alias or a domain is bound to (`from_name_sealed`). */
function fromNameContext(holder: Holder, rowId: string): SealContext {
  return { field: `${holder}.from_name`, rowId };
}

/** The column that holds a name to send with; none where it stays as it is. An empty name is none. */
export function fromNameColumn(keys: KeyRing, holder: Holder, rowId: string, name: string | null | undefined) {
  if (name === undefined) return {};
  return { fromNameSealed: name ? keys.seal(fromNameContext(holder, rowId), name) : null };
}

export function openFromName(keys: KeyRing, holder: Holder, rowId: string, sealed: Buffer | null): string | null {
  return sealed === null ? null : keys.open(fromNameContext(holder, rowId), sealed).toString();
}

/** SQL: the names that the alias `a` on the domain `d` may send with; that of a domain is for aliases of its owner alone. */
export const fromNameColumns = `a.from_name_sealed,
  case when d.owner_id = a.user_id then d.from_name_sealed end as domain_name_sealed, d.id as domain_id`;

/** `fromNameColumns` as read. */
export interface FromNameRow {
  readonly fromNameSealed: Buffer | null;
  readonly domainNameSealed: Buffer | null;
  readonly domainId: string;
}

/** The name that an alias sends with: its own, or that of its domain. */
export function sendingName(keys: KeyRing, aliasId: string, row: FromNameRow): string | null {
  return (
    openFromName(keys, 'aliases', aliasId, row.fromNameSealed) ??
    openFromName(keys, 'domains', row.domainId, row.domainNameSealed)
  );
}
