import type { SealContext } from '#core/keys/key-ring.ts';

/** What a domain's sealed DKIM key is bound to (`domains.dkim_key_sealed`). */
export function domainKeyContext(domainId: string): SealContext {
  return { field: 'domains.dkim_key', rowId: domainId };
}
