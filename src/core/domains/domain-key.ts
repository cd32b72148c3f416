import type { SealContext } from '#core/keys/key-ring.ts';

/** What a domain's sealed DKIM key is bound to (`domains.dkim_key_sealed`). */
export const domainKeyContext = (domainId: string): SealContext => ({ field: 'domains.dkim_key', rowId: domainId });
