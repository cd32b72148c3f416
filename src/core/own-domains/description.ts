import type { KeyRing, SealContext } from '#core/keys/key-ring.ts';

/** What the description of a domain is bound to (`domains.description_sealed`). */
function descriptionContext(domainId: string): SealContext {
  return { field: 'domains.description', rowId: domainId };
}

/** The column that holds what an owner notes about a domain; none where it stays as it is. */
export function descriptionColumn(keys: KeyRing, domainId: string, text: string | null | undefined) {
  if (text === undefined) return {};
  return { descriptionSealed: text ? keys.seal(descriptionContext(domainId), text) : null };
}

export function openDescription(
  keys: KeyRing,
  { id, descriptionSealed: sealed }: { readonly id: string; readonly descriptionSealed: Buffer | null },
): string | null {
  return sealed === null ? null : keys.open(descriptionContext(id), sealed).toString();
}
